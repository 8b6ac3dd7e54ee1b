import { areHolidaysKnown } from '../../market/holidays.ts'
import { isMinLotsConflict } from '../../market/issues/application.ts'
import { compareText } from '../../market/text-order.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import { expectedOf } from './derived-details.ts'
import { type Issue, issuesOf, type NumberedHead, statusReader, visitTracked } from './issues-in-view.ts'
import { holidaysKnown } from './market-calendar.ts'

/** What an operator should know about the issues that are not listed yet. */
export interface TermConflicts {
  readonly unlisted: number
  /** Issues whose printed minimum of lots differs from the rule, which is used instead. */
  readonly minimums: readonly { readonly slug: string; readonly minLots: number | null }[]
  /** Issues whose expected days fall into a year of which no holidays are recorded. */
  readonly withoutHolidays: readonly string[]
}

export async function termConflicts(market: MarketData, moment: Moment): Promise<TermConflicts> {
  const statusOf = statusReader(moment.clock)
  const heads: NumberedHead[] = []
  await visitTracked(market.db, moment, (head) => {
    if (statusOf(head) !== 'LISTED') heads.push(head)
  })
  const issues = (await issuesOf(market.db, moment, heads)).sort((a, b) => compareText(a.slug, b.slug))
  const holidaysFor = await holidaysKnown(market, moment)
  const isUnsure = (issue: Issue) => {
    const expected = expectedOf(issue, moment.clock, holidaysFor)
    if (expected === null) return false
    const days = [expected.allotmentDate, expected.creditDate, expected.listingDate]
    return !areHolidaysKnown(days, holidaysFor(issue.terms.exchanges))
  }
  return {
    unlisted: issues.length,
    minimums: issues
      .filter(({ terms }) => isMinLotsConflict(terms))
      .map(({ slug, terms }) => ({ slug, minLots: terms.minLots })),
    withoutHolidays: issues.filter(isUnsure).map(({ slug }) => slug),
  }
}
