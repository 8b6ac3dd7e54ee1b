import { isMinLotsConflict } from '../../market/issues/application.ts'
import { compareText } from '../../market/text-order.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import { ipoViews } from './ipo-view.ts'
import { type NumberedHead, statusReader, visitTracked } from './issues-in-view.ts'

/** What an operator should know about the issues that are not listed yet. */
export async function termConflicts(market: MarketData, moment: Moment) {
  const statusOf = statusReader(moment.clock)
  const heads: NumberedHead[] = []
  await visitTracked(market.db, moment, (head) => {
    if (statusOf(head) !== 'LISTED') heads.push(head)
  })
  const views = (await ipoViews(market, moment, heads, 'latest')).sort((a, b) => compareText(a.slug, b.slug))
  return {
    unlisted: views.length,
    /** Issues whose printed minimum of lots differs from the rule, which is used instead. */
    minimums: views
      .filter(({ issue }) => isMinLotsConflict(issue.terms))
      .map(({ slug, issue }) => ({ slug, minLots: issue.terms.minLots })),
    /** Issues whose expected days fall into a year of which no holidays are recorded. */
    withoutHolidays: views.filter(({ areHolidaysKnown }) => !areHolidaysKnown).map(({ slug }) => slug),
  }
}
