import { expect, test } from 'vitest'
import { gmp, ipo, retraction } from '../../../test/support/lines.ts'
import { recordAll } from '../../../test/support/record.ts'
import { openStore } from '../../../test/support/store.ts'
import { figureReports } from './figure-reports.ts'

const NOW = '2026-02-03T00:00:00.000Z'

test('reports on many issues are those on each of them', async () => {
  const db = await openStore()
  const slugs = Array.from({ length: 12 }, (_, n) => `issue-${n}`)
  const at = { recordedAt: '2026-02-01T00:00:00.000Z' }
  const quotes = slugs.flatMap((slug, n) => [
    gmp(slug, '2026-02-01', n, 'IPOWatch', at),
    gmp(slug, '2026-02-01', 2 * n, 'InvestorGain', at),
  ])
  await recordAll(db, NOW, [
    ...slugs.map((slug) => ipo(slug, at)),
    ...quotes,
    { fact: 'same', slug: 'issue-3', as: 'issue-9', source: 'operator' },
    ...quotes.slice(0, 5).map((quote) => retraction(quote)),
  ])
  for (const asOf of [null, '2026-02-02T00:00:00.000Z']) {
    const view = { version: 1, asOf }
    const { gmp: ofAll } = await figureReports(db, view, slugs)
    const ofEach = []
    for (const slug of slugs) ofEach.push(...(await figureReports(db, view, [slug])).gmp)
    const byId = (a: { id: number }, b: { id: number }) => a.id - b.id
    expect([...ofAll].sort(byId), `${asOf}`).toEqual(ofEach.sort(byId))
    expect(ofAll.length).toBe(asOf === null ? 19 : 24)
  }
})
