import { type Day, dayNumber, instantFromMs, istDay } from '../../market/calendar.ts'
import { BOARDS } from '../../market/facts/fact.ts'
import { STATUSES } from '../../market/issues/status.ts'
import type { MarketData } from '../market-data.ts'
import { memoizeByIssue } from '../memoize-by-issue.ts'
import type { ClockSpan, Moment } from '../moment.ts'
import type { IpoSummary } from '../schemas/ipos.ts'
import type { IpoExpectedDays } from '../schemas/offer.ts'
import { type PageOf, SortedPage, type Sorting } from '../sorted-page.ts'
import { applicationsOf, expectedOf } from './derived-details.ts'
import { type IpoFilter, listFigures, matcher } from './ipo-list.ts'
import { ipoSummary, type ListFigures, sourcesAt } from './ipo-summary.ts'
import {
  copyOfHead,
  type Issue,
  type IssueHead,
  issuesByNumber,
  issuesOf,
  type NumberedHead,
  statusReader,
  visitTracked,
} from './issue-book.ts'
import { holidaysKnown } from './market-calendar.ts'

export const IPO_COLUMNS = [
  'name',
  'board',
  'status',
  'opens',
  'closes',
  'price',
  'size',
  'gmp',
  'implied',
  'subscribed',
  'sources',
] as const
export type IpoColumn = (typeof IPO_COLUMNS)[number]

type FigureColumn = 'gmp' | 'implied' | 'subscribed' | 'sources'
type TermColumn = Exclude<IpoColumn, FigureColumn>

/** One IPO of the table: its summary, and what it waits for. */
export interface IpoTableRow extends IpoSummary {
  readonly allotmentDate: Day | null
  /** The planned or actual listing day. */
  readonly listingDay: Day | null
  readonly hasListingPrice: boolean
  readonly expected: IpoExpectedDays | null
  /** The smallest application, in rupees. */
  readonly minAmount: number | null
  /** The day behind `lastGmp`, and how many owners quoted on it. */
  readonly lastGmpDay: Day | null
  readonly lastGmpOwners: number
}

export interface IpoTable extends PageOf<IpoTableRow> {
  /** Number of IPOs without the filter. */
  readonly tracked: number
  readonly span: ClockSpan
}

/** One page of the tracked IPOs that match, sorted by any column. */
export async function ipoTable(
  market: MarketData,
  moment: Moment,
  filter: IpoFilter,
  { key, descending }: Sorting<IpoColumn>,
  page: number,
): Promise<IpoTable> {
  const isMatching = matcher(filter, moment)
  const figureOf = await columnReader(market, moment, isMatching, key)
  const table = new SortedPage<NumberedHead>({ descending, page }, copyOfHead)
  let tracked = 0
  const span = await visitTracked(market.db, moment, (head) => {
    tracked++
    if (isMatching(head)) table.offer({ value: figureOf(head), slug: head.slug, row: head })
  })
  const shown = table.page()
  const rows = await tableRows(market, moment, await issuesOf(market.db, moment, shown.rows))
  return { ...shown, rows, tracked, span }
}

async function tableRows(
  market: MarketData,
  moment: Moment,
  issues: readonly Issue[],
): Promise<IpoTableRow[]> {
  const figuresAt = await listFigures(market, moment, issues)
  const holidaysFor = await holidaysKnown(market, moment)
  return issues.map((issue) => {
    const figures = figuresAt(issue)
    return {
      ...ipoSummary(issue, figures, moment.clock),
      allotmentDate: issue.terms.allotmentDate,
      listingDay: issue.listingDay,
      hasListingPrice: issue.timetable.hasListingPrice,
      expected: expectedOf(issue, moment.clock, holidaysFor),
      minAmount: applicationsOf(issue).minAmount,
      lastGmpDay: figures.quotedOn,
      lastGmpOwners: figures.owners,
    }
  })
}

/** A function that gives the value of a matching issue in a column. */
async function columnReader(
  market: MarketData,
  moment: Moment,
  isMatching: (head: IssueHead) => boolean,
  key: IpoColumn,
): Promise<(head: NumberedHead) => string | number | null> {
  if (!isOfFigures(key)) return (head) => TERMS[key](head, moment)
  const figures = await cachedFigures(market, moment, (head) => !head.offMarket && isMatching(head))
  return ({ number }) => {
    const known = figures.get(number)
    return known ? FIGURES[key](known, moment) : null
  }
}

/** Sorting by a figure needs it for every issue. */
const cachedFigures = memoizeByIssue(async (market, view, heads): Promise<Map<number, ListFigures>> => {
  const issues = await issuesByNumber(market.db, view, heads)
  const figuresAt = await listFigures(market, view, [...issues.values()])
  return new Map([...issues].map(([number, issue]) => [number, figuresAt(issue)]))
})

type Values<F> = (from: F, moment: Moment) => string | number | null

const TERMS: Readonly<Record<TermColumn, Values<IssueHead>>> = {
  name: ({ name }) => name.toLowerCase(),
  board: ({ board }) => BOARDS.indexOf(board),
  status: (head, { clock }) => STATUSES.indexOf(statusReader(clock)(head)),
  opens: ({ opens }) => opens,
  // Days are compared, not the hours at which each board closes.
  closes: ({ closes }) => closes && dayNumber(istDay(instantFromMs(closes))),
  price: ({ price }) => price,
  size: ({ sizeCr }) => sizeCr,
}

const FIGURES: Readonly<Record<FigureColumn, Values<ListFigures>>> = {
  gmp: ({ lastGmp }) => lastGmp,
  implied: ({ lastGmpPct }) => lastGmpPct,
  subscribed: ({ lastSubX }) => lastSubX,
  sources: (figures, { clock }) => sourcesAt(figures, clock),
}

const isOfFigures = (key: IpoColumn): key is FigureColumn => Object.hasOwn(FIGURES, key)
