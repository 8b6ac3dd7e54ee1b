import { addDays, type Day, type Instant, instantFromMs, istDay, istMs } from '../../market/calendar.ts'
import type { Board, Exchange } from '../../market/facts/fact.ts'
import type { PublishedTerm } from '../../market/facts/term-table.ts'
import type { Holidays } from '../../market/holidays.ts'
import { expectedDays, milestonesOf, statusAt, type Timetable } from '../../market/issues/status.ts'
import { compareText } from '../../market/text-order.ts'
import { addCounts, type FactCount, holidayCount, termFactCount } from '../../store/facts/fact-counts.ts'
import { issueBook } from '../../store/issues/issue-book.ts'
import type { MarketData } from '../market-data.ts'
import { memoizeByIssue } from '../memoize-by-issue.ts'
import { type ClockSpan, clockSpan, type Moment } from '../moment.ts'
import { type Issue, type IssueHead, issuesByNumber } from './issues-in-view.ts'
import { type HolidaysFor, holidaysAnywhere, holidaysKnown } from './market-calendar.ts'
import { type PublishedTerms, publishedValues } from './published-terms.ts'

export const EVENT_KINDS = ['OPENS', 'CLOSES', 'ALLOTMENT', 'LISTS'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** An issue stays in the calendar for this many days after its last date. */
export const CALENDAR_DAYS_BACK = 90

export interface CalendarFilter {
  readonly board?: readonly Board[]
  readonly event?: readonly EventKind[]
}

const CALENDAR_TERMS = [
  'name',
  'board',
  'priceMin',
  'priceMax',
  'issuePrice',
  'lotSize',
  'issueSizeCr',
] as const satisfies readonly PublishedTerm[]

export interface CalendarIssue extends PublishedTerms<(typeof CALENDAR_TERMS)[number]> {
  readonly slug: string
  readonly timetable: Timetable
  readonly exchanges: readonly Exchange[] | null
  /** The facts about the terms and the listing, retracted or not. */
  readonly said: FactCount
  /** As announced. */
  readonly days: Readonly<Record<EventKind, Day | null>>
}

export interface CalendarEvent {
  readonly kind: EventKind
  readonly day: Day
  /** Due on this day by the timetable, and not announced. */
  readonly isExpected: boolean
  /** Grows with every fact that can change the event. */
  readonly revision: number
  /** When the last of these facts was recorded. */
  readonly changed: Instant
  readonly issue: CalendarIssue
}

export interface Calendar {
  /** By day, then slug, then kind. */
  readonly events: readonly CalendarEvent[]
  readonly span: ClockSpan
}

/** The days of all issues up to `CALENDAR_DAYS_BACK`, including withdrawn and postponed ones. */
export async function calendar(
  market: MarketData,
  moment: Moment,
  filter: CalendarFilter,
): Promise<Calendar> {
  const first = addDays(istDay(moment.clock), -CALENDAR_DAYS_BACK)
  const mayStay = staysSince(first, holidaysAnywhere(await holidaysKnown(market, moment)))
  const events = await calendarEvents(market, moment, {
    mayMatch: (head) => (!filter.board || filter.board.includes(head.board)) && mayStay(head),
    isMatching: (issue, expected) => lastDays(issue, expected).some((day) => day !== null && day >= first),
    kinds: filter.event ?? EVENT_KINDS,
  })
  const lists = events.map(({ issue }) => milestonesOf(issue.timetable).lists).filter((at) => at !== null)
  return { events, span: clockSpan(moment.clock, lists) }
}

interface EventChoice {
  /** Selects the issues whose facts are read. */
  readonly mayMatch: (head: IssueHead) => boolean
  readonly isMatching: (issue: CalendarIssue, expected: ExpectedDay) => boolean
  readonly kinds: readonly EventKind[]
}

/** The days of the chosen issues, by day, then slug, then kind. */
export async function calendarEvents(
  market: MarketData,
  moment: Moment,
  { mayMatch, isMatching, kinds }: EventChoice,
): Promise<CalendarEvent[]> {
  const holidaysFor = await holidaysKnown(market, moment)
  const issues = await calendarIssues(market, moment, mayMatch)
  const holidays = await holidayCount(market.db, moment)
  const events: CalendarEvent[] = []
  for (const issue of issues.values()) {
    const expected = expectedOf(issue, moment.clock, holidaysFor)
    if (!isMatching(issue, expected)) continue
    for (const kind of kinds) {
      const day = issue.days[kind] ?? expected[kind]
      if (day !== null)
        events.push({
          kind,
          day,
          isExpected: issue.days[kind] === null,
          ...revisionOf(issue, kind, holidays),
          issue,
        })
    }
  }
  return events.sort(compareEvents)
}

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

type ExpectedDay = Readonly<Record<EventKind, Day | null>>

function expectedOf(
  { timetable, exchanges }: CalendarIssue,
  clock: Instant,
  holidaysFor: HolidaysFor,
): ExpectedDay {
  const terms = { ...timetable, offMarket: timetable.withdrawn }
  const expected = expectedDays(terms, statusAt(clock, timetable), holidaysFor(exchanges))
  return {
    OPENS: null,
    CLOSES: null,
    ALLOTMENT: expected?.allotmentDate ?? null,
    LISTS: expected?.listingDate ?? null,
  }
}

/** The days that decide how long an issue stays. */
function lastDays(
  { timetable: { openDate, closeDate, listingDate, withdrawn } }: CalendarIssue,
  expected: ExpectedDay,
) {
  return [openDate, closeDate, withdrawn ? null : (listingDate ?? expected.LISTS)]
}

/**
 * A holiday can move an expected day. It counts for announced ones too, so that the revision does not fall when one is
 * announced.
 */
function revisionOf({ said }: CalendarIssue, kind: EventKind, holidays: FactCount) {
  const { facts, last } = kind === 'ALLOTMENT' || kind === 'LISTS' ? addCounts(said, holidays) : said
  return { revision: facts - 1, changed: last }
}

const compareEvents = (a: CalendarEvent, b: CalendarEvent): number =>
  compareText(a.day, b.day) ||
  compareText(a.issue.slug, b.issue.slug) ||
  EVENT_KINDS.indexOf(a.kind) - EVENT_KINDS.indexOf(b.kind)

const calendarIssues = memoizeByIssue(async (market, view, heads): Promise<Map<number, CalendarIssue>> => {
  const book = await issueBook(market.db, view.version)
  const issues = await issuesByNumber(market.db, view, heads)
  const saidOf = ({ slugs }: Issue) => termFactCount(book, view, slugs)
  return new Map([...issues].map(([number, issue]) => [number, calendarIssue(issue, saidOf(issue))]))
})

function calendarIssue({ slug, terms, timetable, listingDay }: Issue, said: FactCount): CalendarIssue {
  return {
    slug,
    timetable,
    exchanges: terms.exchanges,
    ...publishedValues(terms, CALENDAR_TERMS),
    said,
    days: {
      OPENS: terms.openDate,
      CLOSES: terms.closeDate,
      ALLOTMENT: terms.allotmentDate,
      LISTS: listingDay,
    },
  }
}
