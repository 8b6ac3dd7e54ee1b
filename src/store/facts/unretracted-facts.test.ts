import { expect, test } from 'vitest'
import { gmp, ipo, retraction } from '../../../test/support/lines.ts'
import { recordAll } from '../../../test/support/record.ts'
import { openStore } from '../../../test/support/store.ts'
import { unretractedFactsOf } from './unretracted-facts.ts'

const NOW = '2026-02-03T00:00:00.000Z'
const TABLES = ['issue_facts', 'sames', 'gmp_reports'] as const

test('facts about many issues are those about each of them', async () => {
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
    const ofAll = await unretractedFactsOf(db, view, TABLES, slugs)
    for (const table of TABLES) {
      const ofEach = []
      for (const slug of slugs) ofEach.push(...(await unretractedFactsOf(db, view, TABLES, [slug]))[table])
      const byId = (a: { id: number }, b: { id: number }) => a.id - b.id
      expect([...ofAll[table]].sort(byId), `${table} ${asOf}`).toEqual(ofEach.sort(byId))
    }
    expect([ofAll.gmp_reports.length, ofAll.sames.length]).toEqual(asOf === null ? [19, 1] : [24, 0])
  }
})
