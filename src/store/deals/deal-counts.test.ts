import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deal, retraction } from '../../../test/support/lines.ts'
import { type Line, record } from '../../../test/support/record.ts'
import { runs, withStore } from '../../../test/support/store.ts'
import { instantFromMs, msOf } from '../../market/calendar.ts'
import { unretracted } from '../../market/facts/retraction.ts'
import type { Db } from '../engines/db.ts'
import { readFacts } from '../facts/read-facts.ts'
import { isKnownTo, type View } from '../view.ts'
import { dealsAfter, knownDealCount } from './deals.ts'

const START = '2025-12-30T00:00:00.000Z'
/** From a millisecond to half a year, so that moments share every level of period. */
const STEPS = [1, 700, 9_000, 400_000, 5_000_000, 90_000_000, 900_000_000, 15_000_000_000]
const anyPast = fc
  .array(fc.constantFrom(...STEPS), { maxLength: 3 })
  .map((steps) => instantFromMs(msOf(START) + steps.reduce((sum, step) => sum + step, 0)))

const SYMBOLS = ['ACME', 'Acme', 'ZETA']
/** Counted from all facts, without SQL. */
async function counted(db: Db, view: View, symbol: string | undefined): Promise<number> {
  const known = sql`${isKnownTo(view)}`
  const deals = await readFacts(db, 'deals', known)
  const retractions = await readFacts(db, 'retractions', known)
  return unretracted(deals, retractions).filter(
    (one) => symbol === undefined || one.symbol.toUpperCase() === symbol.toUpperCase(),
  ).length
}

async function expectTrueTotals(db: Db, view: View): Promise<void> {
  for (const symbol of [undefined, 'acme', 'Zeta', 'NONE']) {
    const filter = symbol === undefined ? {} : { symbol }
    const total = await counted(db, view, symbol)
    expect(await knownDealCount(db, view, symbol)).toBe(total)
    expect(await dealsAfter(db, view, filter, null, 1000)).toHaveLength(total)
  }
}

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
