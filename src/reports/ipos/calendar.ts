import { addDays, type Day, type Instant, istDay, istMs } from '../../market/calendar.ts'
import type { Board } from '../../market/facts/fact.ts'
import type { PublishedTerm } from '../../market/facts/term-table.ts'
import { compareText } from '../../market/text-order.ts'
import { addCounts, type FactCount, termFactCounts } from '../../store/issues/fact-counts.ts'
import type { MarketData } from '../market-data.ts'
import { memoizeByIssue } from '../memoize-by-issue.ts'
import { type ClockSpan, type Moment, UNCHANGED_BY_CLOCK, withinDay } from '../moment.ts'
import { type Issue, type IssueHead, issuesByNumber } from './issue-book.ts'
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
  readonly isCalledOff: boolean
  /** Grows with every fact about the terms, and so with every changed date. */
  readonly revision: number
  /** When the last of these facts was recorded. */
  readonly changed: Instant
  readonly days: Readonly<Record<EventKind, Day | null>>
}

export interface CalendarEvent {
  readonly kind: EventKind
  readonly day: Day
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
  const first = istMs(addDays(istDay(moment.clock), -CALENDAR_DAYS_BACK), '00:00')
  const isMatching = ({ board, opens, closes, lists }: IssueHead) =>
    (!filter.board || filter.board.includes(board)) && Math.max(opens ?? 0, closes ?? 0, lists ?? 0) >= first
  const kinds = filter.event ?? EVENT_KINDS
  const issues = await calendarIssues(market, moment, isMatching)
  const events = [...issues.values()].flatMap((issue) =>
    kinds.flatMap((kind) => {
      const day = issue.days[kind]
      return day === null ? [] : [{ kind, day, issue }]
    }),
  )
  return { events: events.sort(compareEvents), span: withinDay(UNCHANGED_BY_CLOCK, moment.clock) }
}

const compareEvents = (a: CalendarEvent, b: CalendarEvent): number =>
  compareText(a.day, b.day) ||
  compareText(a.issue.slug, b.issue.slug) ||
  EVENT_KINDS.indexOf(a.kind) - EVENT_KINDS.indexOf(b.kind)

const calendarIssues = memoizeByIssue(async (market, view, heads): Promise<Map<number, CalendarIssue>> => {
  const issues = await issuesByNumber(market.db, view, heads)
  const statements = await termFactCounts(
    market.db,
    view,
    [...issues.values()].flatMap(({ slugs }) => slugs),
  )
  return new Map([...issues].map(([number, issue]) => [number, calendarIssue(issue, statements)]))
})

function calendarIssue(
  { slug, slugs, terms, listingDay }: Issue,
  statements: ReadonlyMap<string, FactCount>,
): CalendarIssue {
  const { facts, last } = slugs
    .flatMap((each) => statements.get(each) ?? [])
    .reduce(addCounts, { facts: 0, last: '' })
  return {
    slug,
    isCalledOff: terms.offMarket,
    ...publishedValues(terms, CALENDAR_TERMS),
    revision: facts - 1,
    changed: last,
    days: {
      OPENS: terms.openDate,
      CLOSES: terms.closeDate,
      ALLOTMENT: terms.allotmentDate,
      LISTS: listingDay,
    },
  }
}
