import { DAY_MS, dayNumber, instantFromMs, istDay, istMidnightBefore, msOf } from '../../market/calendar.ts'
import { BOARDS } from '../../market/facts/fact.ts'
import type { Status } from '../../market/issues/status.ts'
import type { MarketData } from '../market-data.ts'
import { memoizeByIssue } from '../memoize-by-issue.ts'
import type { Moment } from '../moment.ts'
import { SortedPage, type Sorting } from '../sorted-page.ts'
import { type IpoFilter, matcher } from './ipo-list.ts'
import { ipoViews } from './ipo-view.ts'
import { confirmedStatusReader, type IssueHead, type NumberedHead, visitTracked } from './issues-in-view.ts'

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

/** One page of the tracked IPOs that match by the status that the table shows, sorted by any column. */
export async function ipoTable(
  market: MarketData,
  moment: Moment,
  filter: IpoFilter,
  { key, descending }: Sorting<IpoColumn>,
  page: number,
) {
  const statusOf = confirmedStatusReader(moment.clock)
  const isMatching = await matcher(market, moment, filter, statusOf)
  const figureOf =
    key === 'status'
      ? stageReader(moment, statusOf, descending)
      : await columnReader(market, moment, isMatching, key)
  const table = new SortedPage<NumberedHead>({ descending, page })
  /** Number of IPOs without the filter. */
  let tracked = 0
  const span = await visitTracked(market.db, moment, (head) => {
    tracked++
    if (isMatching(head)) table.offer({ value: figureOf(head), slug: head.slug, row: head })
  })
  const shown = table.page()
  return { ...shown, rows: await ipoViews(market, moment, shown.rows, 'shown'), tracked, span }
}

/** A function that gives the value of a matching issue in a column. */
async function columnReader(
  market: MarketData,
  moment: Moment,
  isMatching: (head: IssueHead) => boolean,
  key: Exclude<IpoColumn, 'status'>,
): Promise<(head: NumberedHead) => string | number | null> {
  if (!isFigure(key)) return TERMS[key]
  const figures = await cachedFigures(market, moment, (head) => !head.offMarket && isMatching(head))
  return ({ number }) => figures.get(number)?.[key] ?? null
}

/** Later than any day of an issue, in milliseconds. */
const LAST_MS = 1e14

/** Most issues list within this time after their closing day, where no listing day is announced. */
const USUAL_WAIT_MS = 5 * DAY_MS

/**
 * The order by status: open, upcoming, closed, listed. Within a status what comes soonest is first, then what was
 * latest, in both directions.
 */
function stageReader(
  { clock }: Moment,
  statusOf: (head: IssueHead) => Status,
  descending: boolean,
): (head: IssueHead) => number {
  const todayMs = msOf(istMidnightBefore(clock))
  return (head) => {
    const [stage, place] = stageOf(head, statusOf(head), todayMs)
    return stage * LAST_MS + (descending ? LAST_MS - place : place)
  }
}

function stageOf(
  { opens, closes, lists }: IssueHead,
  status: Status,
  todayMs: number,
): readonly [stage: number, place: number] {
  const soonest = (at: number | null) => Math.min(at ?? LAST_MS, LAST_MS - 1)
  const latest = (at: number | null) => LAST_MS - 1 - Math.max(at ?? 0, 0)
  if (status === 'OPEN') return [0, soonest(closes)]
  if (status === 'UPCOMING') return [1, soonest(opens)]
  if (status === 'LISTED') return [4, latest(lists)]
  const due = lists ?? (closes ?? 0) + USUAL_WAIT_MS
  return due >= todayMs ? [2, soonest(due)] : [3, latest(due)]
}

/** Sorting by a figure needs it for every issue. None of them depends on the clock. */
const cachedFigures = memoizeByIssue(async (market, view, heads) => {
  const clock = view.asOf ?? instantFromMs(0)
  const views = await ipoViews(market, { ...view, clock }, heads, 'latest')
  return views.map(({ quoted, timesSubscribed }) => ({
    gmp: quoted?.gmp ?? null,
    implied: quoted?.gmpPct ?? null,
    subscribed: timesSubscribed,
    sources: quoted?.owners ?? null,
  }))
})

const FIGURES = ['gmp', 'implied', 'subscribed', 'sources'] as const satisfies IpoColumn[]
const isFigure = (key: IpoColumn): key is (typeof FIGURES)[number] => FIGURES.some((one) => one === key)

const TERMS: Readonly<
  Record<Exclude<IpoColumn, (typeof FIGURES)[number] | 'status'>, (head: IssueHead) => string | number | null>
> = {
  name: ({ name }) => name.toLowerCase(),
  board: ({ board }) => BOARDS.indexOf(board),
  opens: ({ opens }) => opens,
  // Days are compared, not the hours at which each board closes.
  closes: ({ closes }) => closes && dayNumber(istDay(instantFromMs(closes))),
  price: ({ price }) => price,
  size: ({ sizeCr }) => sizeCr,
}
