import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deal } from '../../../test/support/lines.ts'
import { ON_SQLITE, skipWithout } from '../../../test/support/needs.ts'
import { plansOf } from '../../../test/support/query-plans.ts'
import { recordAll } from '../../../test/support/record.ts'
import { openStore } from '../../../test/support/store.ts'
import { addDays } from '../../market/calendar.ts'
import { type DealCursor, type DealFilter, dealsAfter, firstDealDays, knownDealCount } from './deals.ts'

const AS_OF = '2026-01-10T00:00:00.000Z'
const after: DealCursor = {
  ...{ tradeDate: '2026-01-05', value: 1_000_000, symbol: 'S1', clientName: 'A', dealType: 'BUY' },
  ...{ recorded: AS_OF, id: 1 },
}

const PAGES: [string, DealFilter, DealCursor | null, string | null, RegExp][] = [
  ['the first page', {}, null, null, /deals_newest/],
  ['the next page', {}, after, null, /deals_newest \(trade_date/],
  ['as of a moment', {}, null, AS_OF, /deals_newest \(trade_date/],
  ['the next page as of a moment', {}, after, AS_OF, /deals_newest \(trade_date/],
  ['of some days', { from: '2026-01-02', to: '2026-01-09' }, after, null, /deals_newest \(trade_date/],
  ['of a kind', { kind: ['BULK'], exchange: ['NSE'] }, null, null, /deals_newest/],
  ['of many clients', { client: 'fund' }, null, null, /deals_newest/],
  ['of a symbol', { symbol: 's1' }, null, null, /deals_of_symbol \(<expr>=\?\)/],
  ['the next page of a symbol', { symbol: 's1' }, after, null, /deals_of_symbol \(<expr>=\? AND trade_date/],
  ['of a client', { clientName: 'SOME FUND' }, null, null, /deals_of_client \(<expr>=\?/],
  [
    'the next page of a client',
    { clientName: 'SOME FUND' },
    after,
    AS_OF,
    /deals_of_client \(<expr>=\? AND trade_date/,
  ],
  [
    'of a client in a symbol',
    { clientName: 'RARE', symbol: 's1' },
    null,
    null,
    /deals_of_client \(<expr>=\?/,
  ],
  [
    'of a symbol as of a moment',
    { symbol: 's1' },
    after,
    AS_OF,
    /deals_of_symbol \(<expr>=\? AND trade_date/,
  ],
]

test.for([false, true])(
  'no page of deals sorts or reads more than it shows (statistics gathered: %s)',
  async (isAnalysed, { skip }) => {
    skipWithout(skip, ON_SQLITE)
    const db = await openStore()
    const lines = Array.from({ length: 600 }, (_, i) =>
      deal(addDays('2026-01-01', i % 12), {
        symbol: `S${i % 7}`,
        clientName: i % 3 === 0 ? 'SOME FUND' : `FUND ${i % 100}`,
        quantity: i + 1,
      }),
    )
    await recordAll(db, '2026-02-01T00:00:00.000Z', [
      deal('2026-01-01', { symbol: 'S1', recordedAt: AS_OF }),
      deal('2026-01-01', { symbol: 'S1', clientName: 'RARE' }),
      ...lines,
    ])
    if (isAnalysed) await sql`analyze`.execute(db)
    for (const [name, filter, place, asOf, index] of PAGES) {
      const plans = await plansOf(db, /select "d"\."id"/, (listened) =>
        dealsAfter(listened, { version: 1, asOf }, filter, place, 100),
      )
      const ofDeals = plans.filter((detail) => /^(SCAN|SEARCH) d\b/.test(detail))
      expect({ name, n: ofDeals.length }).toEqual({ name, n: place === null ? 1 : 2 })
      expect({ name, ofDeals }).toEqual({ name, ofDeals: ofDeals.map(() => expect.stringMatching(index)) })
      expect({ name, sorted: plans.filter((detail) => /FOR ORDER BY/.test(detail)) }).toEqual({
        name,
        sorted: [],
      })
    }
  },
)

test('the deals of a few clients are read by client', async ({ skip }) => {
  skipWithout(skip, ON_SQLITE)
  const db = await openStore()
  const lines = Array.from({ length: 300 }, (_, i) => deal('2026-01-01', { quantity: i + 1 }))
  await recordAll(db, '2026-02-01T00:00:00.000Z', [
    ...lines,
    deal('2026-01-02', { clientName: 'Rare Trust' }),
  ])
  await sql`analyze`.execute(db)
  const plans = await plansOf(db, /select "d"\."id"/, (listened) =>
    dealsAfter(listened, { version: 1, asOf: null }, { client: 'rare' }, null, 100),
  )
  expect(plans.filter((detail) => / d\b/.test(detail))).toEqual([
    expect.stringMatching(/deals_of_client \(<expr>=\?/),
  ])
})

test('to count all deals, only those of the day of the moment are read', async ({ skip }) => {
  skipWithout(skip, ON_SQLITE)
  const db = await openStore()
  await recordAll(db, '2026-02-01T00:00:00.000Z', [deal('2026-01-01')])
  await sql`analyze`.execute(db)
  const plansAt = (asOf: string | null) =>
    plansOf(db, /from deals/, (listened) => knownDealCount(listened, { version: 1, asOf }))
  expect(await plansAt(null)).toEqual([])
  expect(await plansAt(AS_OF)).toEqual([
    expect.stringMatching(/deals_recorded \(recorded>\? AND recorded<\?/),
  ])
})

test('the first deals of some symbols are read by symbol', async ({ skip }) => {
  skipWithout(skip, ON_SQLITE)
  const db = await openStore()
  await recordAll(db, '2026-02-01T00:00:00.000Z', [deal('2026-01-01')])
  await sql`analyze`.execute(db)
  const plans = await plansOf(db, /min\(d\.trade_date\)/, (listened) =>
    firstDealDays(listened, { version: 1, asOf: AS_OF }, 'NSE', ['ACME', 'ZETA']),
  )
  expect(plans.filter((detail) => / d\b/.test(detail))).toEqual([
    expect.stringMatching(/deals_of_symbol \(<expr>=\?/),
  ])
})
