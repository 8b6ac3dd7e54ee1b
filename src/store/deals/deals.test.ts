import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deal, retraction } from '../../../test/support/lines.ts'
import { recordAll } from '../../../test/support/record.ts'
import { openStore, runs, withStore } from '../../../test/support/store.ts'
import type { Db } from '../engines/db.ts'
import type { View } from '../view.ts'
import { type DealCursor, type DealFilter, dealsAfter, firstDealDays, type StoredDeal } from './deals.ts'

const CLIENTS = ['Fund 1%', 'FUND 10', 'Old_Trust', 'fund 1%', 'Fund 1% ']
const DAYS = ['2026-01-05', '2026-01-06', '2026-01-07']

const anyDeal = fc
  .record({
    clientName: fc.constantFrom(...CLIENTS),
    symbol: fc.constantFrom('ACME', 'Zeta'),
    exchange: fc.constantFrom('NSE', 'NSE', 'NSE', 'BSE'),
    kind: fc.constantFrom('BULK', 'BLOCK'),
    quantity: fc.integer({ min: 1, max: 3 }),
    tradeDate: fc.constantFrom(...DAYS),
    days: fc.nat({ max: 4 }),
  })
  .map(({ days, ...fields }) =>
    deal(fields.tradeDate, { ...fields, recordedAt: `2026-01-${10 + days}T00:00:00.000Z` }),
  )

const anyFilter: fc.Arbitrary<DealFilter> = fc.record(
  {
    client: fc.constantFrom('fund', '1%', 'd_t', 'TRUST', 'nobody', 'd 1'),
    clientName: fc.constantFrom(...CLIENTS, 'Fund', 'OLD_TRUST'),
    symbol: fc.constantFrom('acme', 'ZETA', 'NONE'),
    exchange: fc.constantFrom(['NSE' as const], ['BSE' as const]),
    kind: fc.constantFrom(['BULK' as const], ['BLOCK' as const, 'BULK' as const]),
    from: fc.constantFrom(...DAYS),
    to: fc.constantFrom(...DAYS),
  },
  { requiredKeys: [] },
)

const meets = (
  found: StoredDeal,
  { client, clientName, symbol, exchange, kind, from, to }: DealFilter,
): boolean =>
  (client === undefined || found.clientName.toUpperCase().includes(client.toUpperCase())) &&
  (clientName === undefined || found.clientName === clientName) &&
  (symbol === undefined || found.symbol.toUpperCase() === symbol.toUpperCase()) &&
  (exchange === undefined || exchange.includes(found.exchange)) &&
  (kind === undefined || kind.includes(found.kind)) &&
  (from === undefined || found.tradeDate >= from) &&
  (to === undefined || found.tradeDate <= to)

async function walked(db: Db, view: View, filter: DealFilter, limit: number): Promise<number[]> {
  const ids: number[] = []
  for (let after: DealCursor | null = null; ; ) {
    const page: StoredDeal[] = await dealsAfter(db, view, filter, after, limit)
    ids.push(...page.map(({ id }) => id))
    const last = page.at(-1)
    if (!last) return ids
    after = last
  }
}

test('a walk with any filter returns the deals that meet it, in the order of all deals', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyDeal, { minLength: 1, maxLength: 30 }),
      fc.array(fc.tuple(anyFilter, fc.constantFrom(1, 3, 50), fc.option(fc.integer({ min: 10, max: 14 }))), {
        minLength: 6,
        maxLength: 6,
      }),
      async (lines, walks) => {
        await withStore(async (db) => {
          // Two rounds, so that the derived tables are added to.
          await recordAll(db, '2026-02-01T00:00:00.000Z', lines.slice(0, 10))
          await recordAll(db, '2026-02-02T00:00:00.000Z', lines)
          for (const [filter, limit, day] of walks) {
            const view = { version: 2, asOf: day === null ? null : `2026-01-${day}T12:00:00.000Z` }
            const all = await dealsAfter(db, { version: 2, asOf: null }, {}, null, 1000)
            const expected = all.filter(
              (found) => meets(found, filter) && (view.asOf === null || found.recorded <= view.asOf),
            )
            expect(await walked(db, view, filter, limit)).toEqual(expected.map(({ id }) => id))
          }
        })
      },
    ),
    runs(20),
  )
})

test('the first day with a deal in each symbol is that of the deals of its exchange that a view knows', async () => {
  const db = await openStore()
  await recordAll(db, '2026-02-01T00:00:00.000Z', [
    deal('2026-01-05', { symbol: 'acme', exchange: 'BSE' }),
    deal('2026-01-06', { symbol: 'acme', recordedAt: '2026-01-08T00:00:00.000Z' }),
    deal('2026-01-07', { recordedAt: '2026-01-07T12:00:00.000Z' }),
    deal('2026-01-09', { symbol: 'ZETA' }),
    deal('2026-01-09', { symbol: 'OTHER' }),
    retraction(deal('2026-01-06', { symbol: 'acme' }), { recordedAt: '2026-01-10T00:00:00.000Z' }),
  ])
  const firstAt = async (asOf: string | null) =>
    Object.fromEntries(await firstDealDays(db, { version: 1, asOf }, 'NSE', ['ACME', 'ZETA', 'NONE']))
  expect(await firstAt('2026-01-07T12:00:00.000Z')).toEqual({ ACME: '2026-01-07' })
  expect(await firstAt('2026-01-09T00:00:00.000Z')).toEqual({ ACME: '2026-01-06' })
  expect(await firstAt(null)).toEqual({ ACME: '2026-01-07', ZETA: '2026-01-09' })
  expect(await firstDealDays(db, { version: 1, asOf: null }, 'NSE', [])).toEqual(new Map())
})
