import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { quickPlace } from '../test/support/quick-place.ts'
import { measure, PARTS } from './main.ts'
import { documentOf, reportOf } from './report.ts'

test('the smallest run of all parts gives a document with all of their figures', async () => {
  const folder = mkdtempSync(join(quickPlace(), 'greymark-bench-'))
  try {
    // PostgreSQL runs as another user than root, and must be able to enter.
    chmodSync(folder, 0o755)
    const results = []
    const bench = { rounds: 1, seconds: 0.1, scale: 0.01, folder }
    for (const part of PARTS) results.push(await measure(part, bench))
    const document = documentOf(reportOf(results, bench))
    for (const { name, about, figures, note } of results) {
      expect(note, about).toMatch(/\.$/)
      for (const { work, ours, theirs, ratio } of figures) {
        expect(document).toContain(`| ${name} | ${work} |`)
        expect(Math.min(ours, theirs, ratio), work).toBeGreaterThan(0)
      }
    }
    // PostgreSQL is not there for every platform.
    const empty = results.filter(({ figures }) => figures.length === 0).map(({ name }) => name)
    expect(['engines']).toEqual(expect.arrayContaining(empty))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
