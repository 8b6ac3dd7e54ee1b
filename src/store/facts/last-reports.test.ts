import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_HOLIDAYS } from '../../../test/support/holidays.ts'
import { gmp, retraction, subscription } from '../../../test/support/lines.ts'
import { OWNERS } from '../../../test/support/market-data.ts'
import { anyMoment, founding, SLUGS } from '../../../test/support/market-facts.ts'
import { record } from '../../../test/support/record.ts'
import { runs, withStore } from '../../../test/support/store.ts'
import type { Day } from '../../market/calendar.ts'
import type { Category } from '../../market/facts/fact.ts'
import { latestGmpDay } from '../../market/gmp/gmp.ts'
import { newestBids } from '../../market/issues/chances.ts'
import {
  latestReadings,
  type SubscriptionReport,
  subscriptionDays,
} from '../../market/issues/subscription.ts'
import type { Db } from '../engines/db.ts'
import type { View } from '../view.ts'
import { gmpReports, gmpReportsOfLastDay, newestReadings, subscriptionReports } from './figure-reports.ts'

const NOW = '2026-03-01T00:00:00.000Z'

const day = fc.constantFrom('2026-01-07', '2026-01-08', '2026-01-09', '2026-01-12')
const slug = fc.constantFrom(...SLUGS)

const reading = fc
  .tuple(
    slug,
    fc.tuple(day, fc.constantFrom('02:30', '06:30', '11:30')),
    fc.constantFrom('QIB', 'RII', 'RII', 'TOTAL'),
    fc.constantFrom(1, 2.5, null),
    fc.record({
      book: fc.constantFrom('ALL', 'ALL', 'NSE', 'BSE'),
      sharesOffered: fc.constantFrom(600, null),
      sharesBid: fc.constantFrom(600, 600, null),
      applications: fc.constantFrom(70, 90, null),
      source: fc.constantFrom('nse', 'bse'),
    }),
  )
  .map(([s, [d, time], category, times, more]) =>
    subscription(s, `${d}T${time}:00.000Z`, category, times, more),
  )
/** Few, so that all of a day are retracted now and then. */
const report = fc
  .tuple(fc.constantFrom('alpha', 'beta'), day, fc.constantFrom('IPOWatch', 'IPO Ji'))
  .map(([s, d, source]) => gmp(s, d, 5, source))
const statement = fc.oneof(reading, report)

/** Recorded from the 13th on, so that every day is past. */
const anyLine = fc
  .tuple(
    fc.oneof(
      statement,
      statement.map((line) => retraction(line)),
    ),
    fc.integer({ min: 0, max: 60 }),
  )
  .map(([line, hours]) => ({
    ...line,
    recordedAt: new Date(Date.parse('2026-01-13T00:00:00Z') + hours * 3_600_000).toISOString(),
  }))

/** The newest figures of a category without the reports behind them. */
function newestOf(category: Category, readings: readonly SubscriptionReport[]) {
  const bidding = { openDate: '2026-01-07', closeDate: '2026-01-12', closes: null }
  const newest = newestBids(subscriptionDays(readings, bidding, NO_HOLIDAYS), category)
  return newest && { ...newest, reports: newest.reports.map(({ book }) => book) }
}

const totalOf = (readings: readonly SubscriptionReport[]) =>
  latestReadings(readings).find(({ category }) => category === 'TOTAL')

async function expectTheLast(db: Db, view: View, last: Day | null): Promise<void> {
  const days = await gmpReportsOfLastDay(
    db,
    view,
    SLUGS.map((each) => ({ slug: each, last })),
    NO_HOLIDAYS,
  )
  const totals = await newestReadings(db, view, SLUGS)
  const drawn = await newestReadings(db, view, SLUGS, ['RII'])
  for (const each of SLUGS) {
    const isOf = (fact: { readonly slug: string }) => fact.slug === each
    const all = await gmpReports(db, view, [each])
    expect(latestGmpDay(days.filter(isOf), OWNERS, NO_HOLIDAYS, { last })).toEqual(
      latestGmpDay(all, OWNERS, NO_HOLIDAYS, { last }),
    )
    const read = await subscriptionReports(db, view, [each])
    expect(totalOf(totals.filter(isOf))).toEqual(totalOf(read))
    expect(totalOf(drawn.filter(isOf))).toEqual(totalOf(read))
    expect(newestOf('RII', drawn.filter(isOf))).toEqual(newestOf('RII', read))
  }
}

test('the reports that can decide the latest figure give the same latest figure as all reports', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyLine, { minLength: 5, maxLength: 40 }),
      fc.array(fc.option(anyMoment), { minLength: 1, maxLength: 3 }),
      fc.option(day),
      async (lines, moments, last) => {
        await withStore(async (db) => {
          await record(db, NOW, [...founding, ...lines.slice(0, lines.length / 2)], { skipBad: true })
          await record(db, NOW, lines.slice(lines.length / 2), { skipBad: true })
          for (const asOf of moments)
            for (const version of [1, 2]) await expectTheLast(db, { version, asOf }, last)
        })
      },
    ),
    runs(40),
  )
})
