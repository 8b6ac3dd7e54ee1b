import { addDays, type Day, type Instant, instantFromMs, istDay, istMs } from '../../market/calendar.ts'
import type { Board } from '../../market/facts/fact.ts'
import type { Holidays } from '../../market/holidays.ts'
import type { LockIn } from '../../market/issues/lock-ins.ts'
import { expectedDays } from '../../market/issues/status.ts'
import { compareText } from '../../market/text-order.ts'
import { addCounts, type FactCount, holidayCount, termFactCount } from '../../store/facts/fact-counts.ts'
import { issueBook } from '../../store/issues/issue-book.ts'
import type { MarketData } from '../market-data.ts'
import { memoizeByIssue } from '../memoize-by-issue.ts'
import { clockSpan, type Moment } from '../moment.ts'
import { IpoView } from './ipo-view.ts'
import { type IssueHead, issuesOf } from './issues-in-view.ts'
import { holidaysAnywhere, holidaysKnown } from './market-calendar.ts'
import { provenTradingDays } from './proven-trading.ts'

export const EVENT_KINDS = ['OPENS', 'CLOSES', 'ALLOTMENT', 'LISTS', 'LOCKIN'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** An issue stays in the calendar for this many days after its last date. */
export const CALENDAR_DAYS_BACK = 90

export interface CalendarFilter {
  readonly board?: readonly Board[]
  readonly event?: readonly EventKind[]
  /** The slug of one issue, whose days stay however old they are. */
  readonly ipo?: string
}

/** The milestones that are events; the other events are ends of lock-ins. */
export const MILESTONES = {
  OPENS: 'opens',
  CLOSES: 'closes',
  ALLOTMENT: 'allotment',
  LISTS: 'lists',
} as const

type DayOfIssue = {
  readonly day: Day
  /** Due on this day by the timetable, or counted from such a day, and not announced. */
  readonly isExpected: boolean
} & (
  | { readonly kind: keyof typeof MILESTONES; readonly lockIn: null }
  | { readonly kind: 'LOCKIN'; readonly lockIn: LockIn }
)

export type CalendarEvent = DayOfIssue & {
  /** A listing day that has passed without a price. */
  readonly isUnconfirmed: boolean
  /** Grows with every fact that can change the event. */
  readonly revision: number
  /** When the last of these facts was recorded. */
  readonly changed: Instant
  /** Without reports on GMP and subscription. */
  readonly view: IpoView
}

/** The days of all issues up to `CALENDAR_DAYS_BACK`, including withdrawn and postponed ones. */
export async function calendar(market: MarketData, moment: Moment, { board, event, ipo }: CalendarFilter) {
  const first = addDays(istDay(moment.clock), -CALENDAR_DAYS_BACK)
  const mayStay = staysSince(first, holidaysAnywhere(await holidaysKnown(market, moment)))
  const events = await calendarEvents(market, moment, {
    mayMatch: (head) =>
      (!board || board.includes(head.board)) && (ipo === undefined ? mayStay(head) : head.slug === ipo),
    isMatching: (view) => ipo !== undefined || lastDays(view).some((day) => day !== null && day >= first),
    kinds: event ?? EVENT_KINDS,
  })
  const lists = events.map(({ view }) => view.moments.lists).filter((at) => at !== null)
  return { events, span: clockSpan(moment.clock, lists) }
}

interface EventChoice {
  /** Selects the issues whose facts are read. */
  readonly mayMatch: (head: IssueHead) => boolean
  readonly isMatching: (view: IpoView) => boolean
  readonly kinds: readonly EventKind[]
}

/** The days of the chosen issues, by day, then slug, then kind. */
export async function calendarEvents(
  market: MarketData,
  moment: Moment,
  { mayMatch, isMatching, kinds }: EventChoice,
): Promise<CalendarEvent[]> {
  const issues = await countedIssues(market, moment, mayMatch)
  const context = {
    ...market,
    clock: moment.clock,
    holidaysFor: await holidaysKnown(market, moment),
    tradedOn: await provenTradingDays(
      market.db,
      moment,
      [...issues.values()].map(({ issue }) => issue),
    ),
  }
  const holidays = await holidayCount(market.db, moment)
  const events: CalendarEvent[] = []
  for (const { issue, facts } of issues.values()) {
    const view = new IpoView(issue, NO_REPORTS, context)
    if (!isMatching(view)) continue
    for (const day of daysOf(view)) {
      const { kind } = day
      if (!kinds.includes(kind)) continue
      events.push({
        ...day,
        isUnconfirmed: kind === 'LISTS' && view.state === 'unconfirmed',
        ...revisionOf(facts, kind, holidays),
        view,
      })
    }
  }
  return events.sort(compareEvents)
}

const NO_REPORTS = { gmp: [], subscription: [] }

/** A predicate for issues that may stay in the calendar: with all holidays no expected day is too early. */
function staysSince(first: Day, holidays: Holidays): (head: IssueHead) => boolean {
  const firstMs = istMs(first, '00:00')
  return ({ opens, closes, lists, offMarket }) => {
    if (Math.max(opens ?? 0, closes ?? 0, lists ?? 0) >= firstMs) return true
    if (lists !== null || opens === null || closes === null) return false
    const [openDate, closeDate] = [istDay(instantFromMs(opens)), istDay(instantFromMs(closes))]
    const expected = expectedDays({ openDate, closeDate, offMarket }, 'CLOSED', holidays)
    return expected !== null && expected.listingDate >= first
  }
}

/** The announced days of an issue, and the expected ones where none is announced. */
function daysOf({ issue: { terms, listingDay }, expected, lockIns }: IpoView): DayOfIssue[] {
  const one = (
    kind: keyof typeof MILESTONES,
    announced: Day | null,
    due: Day | null = null,
  ): DayOfIssue[] => {
    const day = announced ?? due
    return day === null ? [] : [{ kind, day, isExpected: announced === null, lockIn: null }]
  }
  return [
    ...one('OPENS', terms.openDate),
    ...one('CLOSES', terms.closeDate),
    ...one('ALLOTMENT', terms.allotmentDate, expected?.allotmentDate),
    ...one('LISTS', listingDay, expected?.listingDate),
    ...lockIns.map(
      (lockIn): DayOfIssue => ({
        kind: 'LOCKIN',
        day: lockIn.date,
        isExpected: lockIn.basis === 'expected',
        lockIn,
      }),
    ),
  ]
}

/** The days that decide how long an issue stays. */
const lastDays = ({ issue: { terms, listingDay }, expected }: IpoView) => [
  terms.openDate,
  terms.closeDate,
  terms.offMarket ? null : (listingDay ?? expected?.listingDate ?? null),
]

/**
 * A holiday can move an expected day. It counts for announced ones too, so that the revision does not fall when one is
 * announced.
 */
function revisionOf(own: FactCount, kind: EventKind, holidays: FactCount) {
  const { facts, last } = kind === 'OPENS' || kind === 'CLOSES' ? own : addCounts(own, holidays)
  return { revision: facts - 1, changed: last }
}

const compareEvents = (a: CalendarEvent, b: CalendarEvent): number =>
  compareText(a.day, b.day) ||
  compareText(a.view.slug, b.view.slug) ||
  EVENT_KINDS.indexOf(a.kind) - EVENT_KINDS.indexOf(b.kind)

/** The issues, each with its facts about terms and listing, retracted or not. */
const countedIssues = memoizeByIssue(async (market, view, heads) => {
  const book = await issueBook(market.db, view.version)
  const issues = await issuesOf(market.db, view, heads)
  return issues.map((issue) => ({ issue, facts: termFactCount(book, view, issue.slugs) }))
})
