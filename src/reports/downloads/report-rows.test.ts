import { expect, test } from 'vitest'
import { gmp, ipo } from '../../../test/support/lines.ts'
import { recordAll } from '../../../test/support/record.ts'
import { openStore } from '../../../test/support/store.ts'
import { Owners } from '../../market/facts/publisher.ts'
import type { DownloadRow } from './download-rows.ts'
import { gmpRows } from './report-rows.ts'

test('a page has as many issues as the page before lets expect, and every report is in one', async () => {
  const db = await openStore()
  const slugs = Array.from({ length: 60 }, (_, n) => `issue-${String(n).padStart(2, '0')}`)
  const lines = slugs.flatMap((slug, n) => [
    ipo(slug),
    ...Array.from({ length: n === 12 ? 3000 : 1 }, (_, minute) => {
      const recordedAt = new Date(Date.UTC(2026, 1, 1, 0, minute)).toISOString()
      return gmp(slug, '2026-01-31', minute + 1, 'IPOWatch', { recordedAt })
    }),
  ])
  await recordAll(db, '2026-02-05T00:00:00.000Z', lines)
  const download = await gmpRows({ db, owners: new Owners() }, { version: 1, asOf: null }, {})
  const pages: (readonly DownloadRow[])[] = []
  for await (const page of download?.pages ?? []) pages.push(page)
  const sizes = pages.map((page) => new Set(page.map(({ slug }) => slug)).size)
  expect(sizes).toEqual([10, 20, 13, 17])
  const found = pages.flat().map(({ slug, gmp: rupees }) => `${slug} ${rupees}`)
  expect(new Set(found).size).toBe(3059)
  expect(found).toHaveLength(3059)
})
