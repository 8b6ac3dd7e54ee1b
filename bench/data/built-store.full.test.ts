import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { quickPlace } from '../../test/support/quick-place.ts'
import { greymark } from '../run/greymark.ts'
import { importAll, SEED } from './built-store.ts'
import { marketDays } from './market-lines.ts'

const SIZE = { ipos: 20, gmp: 200, deals: 300 }
const LINES_A_FILE = 300

function newFolder(): string {
  const folder = mkdtempSync(join(quickPlace(), 'greymark-bench-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The days until most of the lines are written; then the run is interrupted. */
function* interruptedDays(): Generator<readonly string[]> {
  let lines = 0
  for (const day of marketDays(SIZE, SEED)) {
    if (lines > 1.5 * LINES_A_FILE) throw new Error('interrupted')
    lines += day.length
    yield day
  }
}

test('a store whose building was interrupted is completed, with the same facts', async () => {
  const [folder, other] = [newFolder(), newFolder()]
  const outcomes: string[] = []
  const build = (where: string, days: Iterable<readonly string[]>) =>
    importAll(
      { store: join(where, 'greymark.db'), folder: where },
      days,
      (outcome) => void outcomes.push(outcome),
      LINES_A_FILE,
    )
  await expect(build(folder, interruptedDays())).rejects.toThrow('interrupted')
  expect(readFileSync(join(folder, 'imported-files'), 'utf8')).toBe('1')
  await build(folder, marketDays(SIZE, SEED))
  const filesInTwoRuns = outcomes.splice(0)
  await build(other, marketDays(SIZE, SEED))
  // No file was imported twice.
  expect(filesInTwoRuns).toEqual(outcomes)
  const factsOf = (where: string) => greymark(join(where, 'greymark.db'), ['export'])
  expect(await factsOf(folder)).toBe(await factsOf(other))
})
