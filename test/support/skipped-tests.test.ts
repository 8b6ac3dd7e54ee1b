import { spawn } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ended } from './processes.ts'
import { linesAbout } from './skipped-tests.ts'
import { temporaryFolder } from './store.ts'

const ROOT = join(import.meta.dirname, '../..')
const NEEDS = join(import.meta.dirname, 'needs.ts')
const SKIPPED_TESTS = join(import.meta.dirname, 'skipped-tests.ts')

/** Runs vitest with the reporter over one file of tests. */
async function runOf(tests: string) {
  const folder = temporaryFolder()
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import { SkippedTests } from '${SKIPPED_TESTS}'
    export default { test: { reporters: ['default', new SkippedTests()] } }`,
  )
  writeFileSync(
    join(folder, 'some.test.ts'),
    `import { describe, expect, test } from 'vitest'
    import { needs, skipWithout } from '${NEEDS}'
    ${tests}`,
  )
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  return ended(
    spawn(process.execPath, [vitest, 'run'], { cwd: folder, env: { PATH: process.env.PATH, NO_COLOR: '1' } }),
  )
}

test('prints at the end of a run how many tests were skipped, and why', async () => {
  const { code, stdout } = await runOf(`
    const TEA = { isMet: () => false, reason: 'there is no tea: brew some' }
    const WATER = { isMet: () => true, reason: 'there is no water' }
    const MILK = { isMet: () => false, reason: 'there is no milk: buy some' }
    describe('with tea', () => {
      needs(WATER, TEA)
      test.each([1, 2])('cup %i', () => expect.unreachable())
    })
    test('with milk', ({ skip }) => {
      skipWithout(skip, MILK)
      expect.unreachable()
    })
    test('with water', ({ skip }) => skipWithout(skip, WATER))`)
  expect({ code, lines: stdout.trimEnd().split('\n').slice(-2) }).toEqual({
    code: 0,
    lines: [
      '2 tests were skipped: there is no tea: brew some',
      '1 test was skipped: there is no milk: buy some',
    ],
  })
  expect(stdout).toMatch(/1 passed \| 3 skipped[\s\S]*Duration[^\n]*\n+2 tests were skipped/)
})

test('prints nothing when no test was skipped', () => {
  expect(linesAbout([])).toEqual([])
})
