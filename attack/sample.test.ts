import { expect, test } from 'vitest'
import { PARTS } from './parts.ts'
import { runPart } from './run-part.ts'

/** Fixed, so that the test is repeatable; `npm run attack` uses new seeds. */
const SEED = 1

test.each(PARTS.map((part) => [part.name, part] as const))(
  'a sample of the attack "%s" finds no failure',
  async (_name, part) => {
    const { tried, failures } = await runPart(part, { count: part.sampleCount, seed: SEED })
    expect(failures).toEqual([])
    expect(tried).toBeGreaterThan(0)
  },
)

test('every part has a unique name', () => {
  expect(new Set(PARTS.map(({ name }) => name)).size).toBe(PARTS.length)
})
