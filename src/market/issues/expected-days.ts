import type { Day } from '../calendar.ts'
import { type Holidays, nextClearingDay, nextTradingDay } from '../working-days.ts'
import type { Status } from './status.ts'
import type { IssueTerms } from './terms.ts'

/** Issues that open on or after this day must list on the third working day after the close. */
export const T_PLUS_3_SINCE: Day = '2023-12-01'

/** The days by which allotment, credit of the shares and listing are due under SEBI's timetable. */
export interface ExpectedDays {
  readonly allotmentDate: Day
  readonly creditDate: Day
  readonly listingDate: Day
  readonly rule: 'T+3'
}

/**
 * `null` while the opening or closing day is unknown, for issues that opened before the rule, for those that were
 * withdrawn or postponed, and once the issue has listed.
 */
export function expectedDays(
  { openDate, closeDate, offMarket }: Pick<IssueTerms, 'openDate' | 'closeDate' | 'offMarket'>,
  status: Status,
  holidays: Holidays,
): ExpectedDays | null {
  if (openDate === null || closeDate === null || openDate < T_PLUS_3_SINCE) return null
  if (offMarket || status === 'LISTED') return null
  const allotmentDate = nextClearingDay(closeDate, holidays)
  const creditDate = nextClearingDay(allotmentDate, holidays)
  return { allotmentDate, creditDate, listingDate: nextTradingDay(creditDate, holidays), rule: 'T+3' }
}
