import { BOARDS } from '../market/fact.ts'
import { STATUSES } from '../market/status.ts'
import type { Db } from '../store/db.ts'
import type { IpoSummary } from './ipo-summary.ts'
import { type IpoFilter, matches, summaries } from './ipos.ts'
import { type Issue, statusMomentsOf, statusOf, trackedIssues } from './issue-book.ts'
import { type ClockSpan, clockSpan, type Moment } from './moment.ts'
import { type PageOf, pageOf, type Sorting, sortedBy } from './sorted-page.ts'

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

type TermColumn = Exclude<IpoColumn, 'gmp' | 'implied' | 'subscribed' | 'sources'>

export interface IpoTable extends PageOf<IpoSummary> {
  /** How many there are without the filter. */
  readonly tracked: number
  readonly span: ClockSpan
}

/** One page of the tracked IPOs that match, sorted by any column. */
export async function ipoTable(
  db: Db,
  moment: Moment,
  filter: IpoFilter,
  { key, descending }: Sorting<IpoColumn>,
  page: number,
): Promise<IpoTable> {
  const tracked = await trackedIssues(db, moment)
  const matching = tracked.filter((issue) => matches(issue, filter, moment))
  const about = { tracked: tracked.length, span: clockSpan(moment.clock, statusMomentsOf(tracked)) }
  const slugOf = ({ slug }: { readonly slug: string }) => slug

  if (isOfFigures(key)) {
    const all = await summaries(db, moment, matching)
    return { ...about, ...pageOf(sortedBy(all, FIGURES[key], descending, slugOf), page) }
  }
  // The terms are at hand, so that only what is shown needs its quotes read.
  const term = TERMS[key]
  const sorted = sortedBy(matching, (issue) => term(issue, moment), descending, slugOf)
  const shown = pageOf(sorted, page)
  return { ...about, ...shown, rows: await summaries(db, moment, shown.rows) }
}

const TERMS: Readonly<Record<TermColumn, (issue: Issue, moment: Moment) => string | number | null>> = {
  name: ({ terms }) => terms.name.toLowerCase(),
  board: ({ terms }) => BOARDS.indexOf(terms.board),
  status: (issue, { clock }) => STATUSES.indexOf(statusOf(issue, clock)),
  opens: ({ terms }) => terms.openDate,
  closes: ({ terms }) => terms.closeDate,
  price: ({ terms }) => terms.priceMax ?? terms.priceMin,
  size: ({ terms }) => terms.issueSizeCr,
}

const FIGURES = {
  gmp: ({ lastGmp }: IpoSummary) => lastGmp,
  implied: ({ lastGmpPct }: IpoSummary) => lastGmpPct,
  subscribed: ({ lastSubX }: IpoSummary) => lastSubX,
  sources: ({ gmpSources }: IpoSummary) => gmpSources,
}

const isOfFigures = (key: IpoColumn): key is keyof typeof FIGURES => Object.hasOwn(FIGURES, key)
