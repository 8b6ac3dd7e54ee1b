import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deal, retraction } from '../../../test/support/lines.ts'
import { type Line, record, recordAll } from '../../../test/support/record.ts'
import { openStore, runs, withStore } from '../../../test/support/store.ts'
import { instantFromMs, msOf } from '../../market/calendar.ts'
import { StoredDealTotals } from '../append/deal-totals.ts'
import { PENDING_TIMESTAMP } from '../append/pending-timestamp.ts'
import type { Db } from '../engines/db.ts'
import { isRetractedDeal } from '../facts/unretracted-facts.ts'
import { isKnownTo, type View } from '../view.ts'
import { dealsAfter } from './deals.ts'
import { knownDeals } from './known-deals.ts'

const START = '2025-12-30T00:00:00.000Z'
/** From a millisecond to half a year, so that moments share every level of period. */
const STEPS = [1, 700, 9_000, 400_000, 5_000_000, 90_000_000, 900_000_000, 15_000_000_000]
const anyPast = fc
  .array(fc.constantFrom(...STEPS), { maxLength: 3 })
  .map((steps) => instantFromMs(msOf(START) + steps.reduce((sum, step) => sum + step, 0)))

const SYMBOLS = ['ACME', 'Acme', 'ZETA']
const anyDeal = fc.record({
  symbol: fc.constantFrom(...SYMBOLS),
  day: fc.constantFrom('2025-12-01', '2025-12-24', '2025-12-29'),
  /** `null` for a deal that gets the commit time. */
  recorded: fc.option(anyPast, { nil: null, freq: 2 }),
})

const counted = async (db: Db, view: View, symbol: string | undefined): Promise<number> => {
  const isOf = symbol === undefined ? sql`true` : sql`upper(d.symbol) = ${symbol.toUpperCase()}`
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from deals d
    where ${isOf} and ${isKnownTo(view)} and not ${isRetractedDeal(view)}`.execute(db)
  return Number(rows[0]?.n)
}

async function expectTrueTotals(db: Db, view: View): Promise<void> {
  for (const symbol of [undefined, 'acme', 'Zeta', 'NONE']) {
    const filter = symbol === undefined ? {} : { symbol }
    const total = await counted(db, view, symbol)
    expect(await knownDeals(db, view, symbol)).toMatchObject({ total })
    expect(await dealsAfter(db, view, filter, null, 1000)).toHaveLength(total)
  }
}

/** Appends the deals of a round, with totals that are split early. */
async function append(
  db: Db,
  round: number,
  deals: readonly { symbol: string; day: string; recorded: string | null }[],
) {
  const totals = new StoredDealTotals(db, 2)
  const rows = deals.map(({ symbol, day, recorded }, i) => ({
    ...{ id: round * 1000 + i, round, recorded: recorded ?? PENDING_TIMESTAMP, source: 'nse', fetch: null },
    ...({
      exchange: 'NSE',
      kind: 'BULK',
      trade_date: day,
      symbol,
      security_name: 'A',
      client_name: 'C',
    } as const),
    ...({
      deal_type: 'BUY',
      quantity: 1,
      price: 1,
      value: 1,
      occurrence: round * 1000 + i,
      printed: null,
      url: null,
    } as const),
  }))
  for (const row of rows) {
    await db.insertInto('deals').values(row).execute()
    await totals.note([row])
  }
  await totals.writeDated()
  const stamp = instantFromMs(msOf(START) + round * 2_000_000_000)
  await db.updateTable('deals').set({ recorded: stamp }).where('recorded', '=', PENDING_TIMESTAMP).execute()
  await totals.writeUndated(stamp)
  await db.updateTable('market_version').set({ version: round }).execute()
}

test('stored totals equal counted ones, at any version and moment, however they are split', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyDeal, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.nat({ max: 3 }), fc.option(anyPast, { nil: null })), {
        minLength: 5,
        maxLength: 5,
      }),
      async (rounds, views) => {
        await withStore(async (db) => {
          for (const [i, deals] of rounds.entries()) await append(db, i + 1, deals)
          for (const [version, asOf] of views) await expectTrueTotals(db, { version: version + 1, asOf })
        })
      },
    ),
    runs(15),
  )
})

const anyLine: fc.Arbitrary<Line> = fc
  .tuple(
    fc.constantFrom('2025-12-24', '2025-12-29'),
    fc.constantFrom(...SYMBOLS),
    fc.constantFrom(10, 20),
    fc.option(anyPast, { nil: null, freq: 2 }),
    fc.integer({ min: 0, max: 3 }),
  )
  .map(([day, symbol, quantity, recordedAt, dice]) => {
    const fact = deal(day, { symbol, quantity })
    return { ...(dice === 0 ? retraction(fact) : fact), ...(recordedAt !== null && { recordedAt }) }
  })

test('files of deals and of retractions leave correct totals, also where a file contradicts itself', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyLine, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 3 }),
      fc.array(fc.option(anyPast, { nil: null }), { minLength: 3, maxLength: 3 }),
      async (files, moments) => {
        await withStore(async (db) => {
          const now = (i: number) => instantFromMs(msOf('2027-01-01T00:00:00.000Z') + i * 60_000)
          for (const [i, lines] of files.entries()) await record(db, now(i), lines, { skipBad: true })
          for (const asOf of [...moments, now(0), now(1)])
            for (const version of [1, 2, 3]) await expectTrueTotals(db, { version, asOf })
        })
      },
    ),
    runs(15),
  )
})

test('a large file with its own times is counted in parts', async () => {
  const db = await openStore()
  const at = (i: number) => instantFromMs(msOf(START) + (i % 400) * 7_000_000)
  const lines = Array.from({ length: 900 }, (_, i) =>
    deal('2025-12-24', { quantity: i + 1, recordedAt: at(i) }),
  )
  await recordAll(db, '2027-01-01T00:00:00.000Z', lines)
  for (const asOf of [START, at(1), at(255), at(399), null])
    expect(await knownDeals(db, { version: 1, asOf }, 'ACME')).toMatchObject({
      total: await counted(db, { version: 1, asOf }, 'ACME'),
    })
})
