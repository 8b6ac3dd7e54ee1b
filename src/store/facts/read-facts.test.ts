import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deal, gmp, ipo, listing, retraction, subscription } from '../../../test/support/lines.ts'
import { recordAll } from '../../../test/support/record.ts'
import { openStore } from '../../../test/support/store.ts'
import { readFacts, readTogether } from './read-facts.ts'

const NOW = '2026-02-03T00:00:00.000Z'
const TABLES = [
  ...(['issue_facts', 'sames', 'gmp_reports', 'subscription_reports'] as const),
  ...(['listings', 'deals', 'retractions'] as const),
]

test('facts that are read together are those of each table, in the order of recording', async () => {
  const db = await openStore()
  const quote = gmp('acorn', '2026-02-02', -40.05, 'IPOWatch', { printed: '₹ "40"\\ 🌰', url: null })
  await recordAll(db, NOW, [
    ipo('acorn', { name: 'Ácorn "Nuts" & <Sons> \\ 🌰 Limited', priceMax: 100.5 }),
    ipo('oak'),
    { fact: 'same', slug: 'oak', as: 'acorn', source: 'operator' },
    quote,
    gmp('acorn', '2026-02-01', 30, 'InvestorGain', { recordedAt: '2026-02-01T09:00:00.000Z' }),
    gmp('acorn', '2026-02-01', 31, 'InvestorGain', { recordedAt: '2026-02-01T08:00:00.000Z' }),
    subscription('acorn', '2026-02-02T10:00:00.000Z', 'QIB', 0.1 + 0.2),
    listing('acorn', '2026-02-02', 123.45, { volume: 9_007_199_254_740, deliveredPct: 33.333333333333336 }),
    deal('2026-02-02', { quantity: 90_071_992_547, price: 100.01 }),
  ])
  await recordAll(db, NOW, [retraction(quote)])
  const together = await readTogether(db, TABLES, () => sql`round <= ${2}`)
  for (const table of TABLES) {
    const alone = await readFacts(db, table, sql`round <= ${2}`)
    expect(alone.length, table).toBeGreaterThan(0)
    expect(together[table], table).toEqual(alone)
  }
})

test('a table without such facts has an empty list', async () => {
  const db = await openStore()
  await recordAll(db, NOW, [ipo('acorn')])
  const { issue_facts, listings } = await readTogether(db, ['issue_facts', 'listings'], (table) =>
    table === 'listings' ? sql`round > ${1}` : sql`round = ${1}`,
  )
  expect([issue_facts.length, listings]).toEqual([1, []])
})
