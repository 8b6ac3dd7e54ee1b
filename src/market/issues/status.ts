import { type Day, type Instant, instantFromMs, istMs, msOf } from '../calendar.ts'
import type { Board } from '../facts/fact.ts'
import { type Holidays, nextClearingDay, nextTradingDay } from '../holidays.ts'
import type { IssueTerms } from './terms.ts'

export const STATUSES = ['UPCOMING', 'OPEN', 'CLOSED', 'LISTED'] as const
export type Status = (typeof STATUSES)[number]

/** Bidding begins when the exchanges open their bidding platform. */
export const BIDDING_OPENS_IST = '10:00'
/** Bidding ends at this time on the closing day; the exchanges accept no later bid. */
export const BIDDING_ENDS_IST = '17:00'
/** SME issues close an hour earlier since a change by the exchanges in July 2025. */
export const SME_BIDDING_ENDS_IST = '16:00'
export const SME_EARLY_CLOSE_SINCE: Day = '2025-07-01'
/** Normal trading of a new share begins after the pre-open session. */
export const TRADING_BEGINS_IST = '10:00'

/** What determines the status. `null` is a day that no source has stated yet. */
export interface Timetable {
  readonly board: Board
  readonly openDate: Day | null
  readonly closeDate: Day | null
  readonly listingDate: Day | null
  readonly hasListingPrice: boolean
  readonly withdrawn: boolean
}

/** When bidding opens, when it ends and when trading begins; `null` while the day is unknown. */
export interface Milestones<T = Instant> {
  readonly opens: T | null
  readonly closes: T | null
  readonly lists: T | null
}

export const biddingOpens = (openDate: Day): number => istMs(openDate, BIDDING_OPENS_IST)

/** The same moments in milliseconds, for comparing many issues. */
export function milestoneTimes({
  board,
  openDate,
  closeDate,
  listingDate,
  withdrawn,
}: Timetable): Milestones<number> {
  const closesEarly = board === 'SME' && openDate !== null && openDate >= SME_EARLY_CLOSE_SINCE
  const endOfBidding = closesEarly ? SME_BIDDING_ENDS_IST : BIDDING_ENDS_IST
  return {
    opens: openDate === null ? null : biddingOpens(openDate),
    closes: closeDate === null ? null : istMs(closeDate, endOfBidding),
    lists: withdrawn || listingDate === null ? null : istMs(listingDate, TRADING_BEGINS_IST),
  }
}

export function milestonesOf(timetable: Timetable): Milestones {
  const { opens, closes, lists } = milestoneTimes(timetable)
  const instantOf = (ms: number | null) => (ms === null ? null : instantFromMs(ms))
  return { opens: instantOf(opens), closes: instantOf(closes), lists: instantOf(lists) }
}

/** The status of an issue at an instant. At a boundary the later status holds; a withdrawn issue never lists. */
export const statusAt = (clock: Instant, timetable: Timetable): Status =>
  statusBetween(msOf(clock), milestoneTimes(timetable), timetable.hasListingPrice && !timetable.withdrawn)

export function statusBetween(
  clock: number,
  { opens, closes, lists }: Milestones<number>,
  hasListed: boolean,
): Status {
  const reached = (milestone: number | null) => milestone !== null && milestone <= clock

  if (hasListed || reached(lists)) return 'LISTED'
  if (!reached(opens)) return 'UPCOMING'
  return reached(closes) ? 'CLOSED' : 'OPEN'
}

/** The status as the pages show it: only a price confirms a listing, so without one an issue counts as closed. */
export const confirmedStatus = (status: Status, hasListingPrice: boolean): Status =>
  status === 'LISTED' && !hasListingPrice ? 'CLOSED' : status

/** The instants at which the clock alone may change the status. */
export const statusMoments = (timetable: Timetable): Instant[] =>
  Object.values(milestonesOf(timetable)).filter((milestone) => milestone !== null)

/** Issues that open on or after this day must list on the third working day after the close. */
export const T_PLUS_3_SINCE: Day = '2023-12-01'

/** The days by which allotment, credit of the shares and listing are due under SEBI's timetable. */
export type ExpectedDays = NonNullable<ReturnType<typeof expectedDays>>

/**
 * `null` while the opening or closing day is unknown, for issues that opened before the rule, for those that were
 * withdrawn or postponed, and once the issue has listed.
 */
export function expectedDays(
  { openDate, closeDate, offMarket }: Pick<IssueTerms, 'openDate' | 'closeDate' | 'offMarket'>,
  status: Status,
  holidays: Holidays,
) {
  if (openDate === null || closeDate === null || openDate < T_PLUS_3_SINCE) return null
  if (offMarket || status === 'LISTED') return null
  const allotmentDate = nextClearingDay(closeDate, holidays)
  const creditDate = nextClearingDay(allotmentDate, holidays)
  const listingDate = nextTradingDay(creditDate, holidays)
  return { allotmentDate, creditDate, listingDate, rule: 'T+3' as const }
}
