import { type Day, type Instant, istInstant } from './calendar.ts'
import type { Board } from './fact.ts'

export const STATUSES = ['UPCOMING', 'OPEN', 'CLOSED', 'LISTED'] as const
export type Status = (typeof STATUSES)[number]

/** Bidding begins when the exchanges open their bidding platform. */
export const BIDDING_OPENS_IST = '10:00'
/** Bidding ends on the closing day; the exchanges take no bid after it. */
export const BIDDING_ENDS_IST = '17:00'
/** SME issues close an hour earlier since the exchanges' change of July 2025. */
export const SME_BIDDING_ENDS_IST = '16:00'
export const SME_EARLY_CLOSE_SINCE: Day = '2025-07-01'
/** Normal trading of a new share begins after the pre-open session. */
export const TRADING_BEGINS_IST = '10:00'

/** What decides the status. `null` is a day that nobody has named yet. */
export interface Timetable {
  readonly board: Board
  readonly openDate: Day | null
  readonly closeDate: Day | null
  readonly listingDate: Day | null
  readonly hasListingPrice: boolean
  readonly withdrawn: boolean
}

/** The moments at which bidding opens and ends and trading begins, as far as their days are known. */
export interface Milestones {
  readonly opens: Instant | null
  readonly closes: Instant | null
  readonly lists: Instant | null
}

export const biddingOpens = (openDate: Day): Instant => istInstant(openDate, BIDDING_OPENS_IST)

export function milestonesOf({ board, openDate, closeDate, listingDate, withdrawn }: Timetable): Milestones {
  const closesEarly = board === 'SME' && openDate !== null && openDate >= SME_EARLY_CLOSE_SINCE
  const endOfBidding = closesEarly ? SME_BIDDING_ENDS_IST : BIDDING_ENDS_IST
  return {
    opens: openDate && biddingOpens(openDate),
    closes: closeDate && istInstant(closeDate, endOfBidding),
    lists: withdrawn ? null : listingDate && istInstant(listingDate, TRADING_BEGINS_IST),
  }
}

/** Where the issue stands at a moment. At a boundary the later state holds; a withdrawn issue never lists. */
export const statusAt = (clock: Instant, timetable: Timetable): Status =>
  statusBetween(clock, milestonesOf(timetable), timetable.hasListingPrice && !timetable.withdrawn)

/** The same for moments of any one kind that can be compared. */
export function statusBetween<T extends Instant | number>(
  clock: T,
  { opens, closes, lists }: { readonly opens: T | null; readonly closes: T | null; readonly lists: T | null },
  hasListed: boolean,
): Status {
  const reached = (milestone: T | null) => milestone !== null && milestone <= clock

  if (hasListed || reached(lists)) return 'LISTED'
  if (!reached(opens)) return 'UPCOMING'
  return reached(closes) ? 'CLOSED' : 'OPEN'
}

/** The moments at which the clock alone may change the status. */
export function statusMoments(timetable: Timetable): Instant[] {
  const { opens, closes, lists } = milestonesOf(timetable)
  return [opens, closes, lists].filter((milestone) => milestone !== null)
}
