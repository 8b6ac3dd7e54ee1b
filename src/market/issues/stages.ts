import { type Day, type Instant, istDay } from '../calendar.ts'
import { confirmedStatus, type ExpectedDays, type Milestones, type Status } from './status.ts'
import type { IssueTerms } from './terms.ts'

/**
 * The state of an issue as every page, card and list shows it. Only a price confirms a listing: without one an issue counts
 * as closed, as trading once a disclosed deal proves it, and else as unconfirmed from the day after it was announced or due to
 * list.
 */
export const IPO_STATES = [
  'upcoming',
  'open',
  'closed',
  'unconfirmed',
  'trading',
  'listed',
  'withdrawn',
  'postponed',
] as const
export type IpoState = (typeof IPO_STATES)[number]

/** How an issue that does not take place as announced was called off. */
export type CalledOff = Extract<IpoState, 'withdrawn' | 'postponed'>

/** `refund` is the release of the blocked money; `credit` that of the shares. They are due on one day, never announced. */
export const MILESTONE_KINDS = ['opens', 'closes', 'allotment', 'refund', 'credit', 'lists'] as const
export type MilestoneKind = (typeof MILESTONE_KINDS)[number]

/** A day in the course of an issue. */
export interface Milestone {
  readonly kind: MilestoneKind
  /** `null` while it is neither announced nor due by a rule. */
  readonly day: Day | null
  /** The time of day, if known. */
  readonly at: Instant | null
  /**
   * `unconfirmed`: its day has passed, and nothing confirms that it took place. `traded`: of a listing, its day is that of the
   * first disclosed deal. `off`: the issue was called off.
   */
  readonly state: 'done' | 'next' | 'ahead' | 'unconfirmed' | 'traded' | 'off'
  /** False for a day that follows from the timetable T+3. */
  readonly isAnnounced: boolean
}

interface Course {
  readonly status: Status
  readonly moments: Milestones
  readonly allotmentDate: Day | null
  /** The announced or actual day of listing. */
  readonly listingDay: Day | null
  /** Due by the timetable, until a price confirms the listing. */
  readonly expected: ExpectedDays | null
  readonly hasListingPrice: boolean
  /** As `provenTradingDay`; `null` once a listing price is known. */
  readonly tradedOn: Day | null
  readonly calledOff: CalledOff | null
}

/**
 * The symbol by which deals may prove that the share of an issue trades: NSE's, once bidding is over. The short names that BSE
 * discloses are no symbols.
 */
export const provingSymbol = (
  { symbol, exchanges, closeDate, offMarket }: ProvingTerms,
  today: Day,
): string | null =>
  exchanges?.includes('NSE') && !offMarket && closeDate !== null && closeDate < today ? symbol : null

type ProvingTerms = Pick<IssueTerms, 'symbol' | 'exchanges' | 'closeDate' | 'offMarket'>

/**
 * The day by which the share surely traded, from the first day with a disclosed deal or a listing under its symbol. One of before
 * the close is of another share that had this symbol, or of one that moved here from another exchange, and proves nothing.
 */
export const provenTradingDay = (
  { closeDate }: Pick<IssueTerms, 'closeDate'>,
  firstDeal: Day | undefined,
  firstListing: Day | undefined,
): Day | null => {
  if (closeDate === null || firstDeal === undefined || firstDeal <= closeDate) return null
  return firstListing !== undefined && firstListing <= closeDate ? null : firstDeal
}

export function stateOf(course: Course, today: Day): IpoState {
  const { calledOff, hasListingPrice, status, tradedOn } = course
  if (calledOff !== null) return calledOff
  switch (confirmedStatus(status, hasListingPrice)) {
    case 'UPCOMING':
      return 'upcoming'
    case 'OPEN':
      return 'open'
    case 'CLOSED':
      if (tradedOn !== null) return 'trading'
      return isBefore(daysOf(course).lists, today) ? 'unconfirmed' : 'closed'
    case 'LISTED':
      return 'listed'
  }
}

const isBefore = (day: Day | null, today: Day): boolean => day !== null && day < today

/** The announced day of allotment, or the one due by the timetable if the issue does not list before its end. */
export function dayOfAllotment({
  allotmentDate,
  listingDay,
  expected,
}: Pick<Course, 'allotmentDate' | 'listingDay' | 'expected'>): Day | null {
  if (allotmentDate !== null || expected === null) return allotmentDate
  return listingDay !== null && expected.allotmentDate >= listingDay ? null : expected.allotmentDate
}

/**
 * Announced days, and those of the timetable that do not contradict them: an exchange may announce another order. Nothing is due
 * of a share that trades.
 */
function daysOf(course: Course) {
  const { moments, allotmentDate, listingDay, expected, tradedOn } = course
  const due = (day: Day | undefined) => {
    const isTooEarly = day === undefined || (allotmentDate !== null && day <= allotmentDate)
    return tradedOn !== null || isTooEarly || (listingDay !== null && day >= listingDay) ? null : day
  }
  const credit = due(expected?.creditDate)
  return {
    opens: moments.opens && istDay(moments.opens),
    closes: moments.closes && istDay(moments.closes),
    allotment: tradedOn === null ? dayOfAllotment(course) : allotmentDate,
    refund: credit,
    credit,
    lists: tradedOn ?? listingDay ?? due(expected?.listingDate),
  } satisfies Record<MilestoneKind, Day | null>
}

/** The days of an issue in the order in which they take place. */
export function milestonesAt(course: Course, today: Day): Milestone[] {
  const { status, moments, allotmentDate, listingDay, hasListingPrice, tradedOn, calledOff } = course
  const days = daysOf(course)
  const hasTraded = hasListingPrice || tradedOn !== null
  const isDone: Readonly<Record<MilestoneKind, boolean>> = {
    opens: status !== 'UPCOMING',
    closes: status === 'CLOSED' || status === 'LISTED',
    allotment: hasTraded || isBefore(allotmentDate, today),
    refund: hasTraded,
    credit: hasTraded,
    lists: hasTraded,
  }
  const next = MILESTONE_KINDS.find((kind) => !isDone[kind] && !isBefore(days[kind], today))
  const stateAt = (kind: MilestoneKind): Milestone['state'] => {
    if (calledOff !== null) return 'off'
    if (kind === 'lists' && tradedOn !== null) return 'traded'
    if (isDone[kind]) return 'done'
    if (isBefore(days[kind], today)) return 'unconfirmed'
    return kind === next ? 'next' : 'ahead'
  }
  const isAnnounced: Readonly<Record<MilestoneKind, boolean>> = {
    opens: true,
    closes: true,
    allotment: allotmentDate !== null,
    refund: false,
    credit: false,
    lists: listingDay !== null,
  }
  return MILESTONE_KINDS.map((kind) => ({
    kind,
    day: days[kind],
    at: kind === 'opens' || kind === 'closes' || kind === 'lists' ? moments[kind] : null,
    state: stateAt(kind),
    isAnnounced: isAnnounced[kind],
  }))
}
