import { expect, test } from 'vitest'
import { FULL, skipWithout } from '../test/support/needs.ts'
import { PARTS, runPart } from './parts.ts'

/** Fixed, so that the test is repeatable; `npm run attack` uses new seeds. */
const SEED = 1
/** The parts of which `npm test` runs a sample. */
const DAILY = new Set(['requests', 'documents'])

test.for(PARTS.map((part) => [part.name, part] as const))(
  'a sample of the attack "%s" finds no failure',
  async ([name, part], { skip }) => {
    if (!DAILY.has(name)) skipWithout(skip, FULL)
    const { tried, failures } = await runPart(part, { count: part.sampleCount, seed: SEED })
    expect(failures).toEqual([])
    expect(tried).toBeGreaterThan(0)
  },
)
