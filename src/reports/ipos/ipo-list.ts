import { type Day, instantFromMs, istDay } from '../../market/calendar.ts'
import type { Board } from '../../market/facts/fact.ts'
import { MISSPELT, nameMatch } from '../../market/issues/name-search.ts'
import { biddingOpens, type Status } from '../../market/issues/status.ts'
import { compareText } from '../../market/text-order.ts'
import { endingLockIns, type Month } from '../calendar-month.ts'
import type { MarketData } from '../market-data.ts'
import type { ClockSpan, Moment } from '../moment.ts'
import type { FullIpo, IpoSummary } from '../schemas/ipos.ts'
import { FirstOf } from '../sorted-page.ts'
import { fullIpos } from './ipo-among-others.ts'
import { ipoViews } from './ipo-view.ts'
import { type IssueHead, type NumberedHead, statusReader, visitTracked } from './issues-in-view.ts'
import { publishedSummary } from './published-ipo.ts'

export interface IpoFilter {
  readonly status?: readonly Status[] | undefined
  readonly board?: readonly Board[] | undefined
  /** Part of the name or symbol, also as `nameMatch` finds it, but not misspelt. */
  readonly q?: string | undefined
  /** The month in which a lock-in ends. */
  readonly lockIn?: Month | undefined
}

/** The place of an IPO in the published order: opening day newest first, undated last, then slug. */
export interface IpoCursor {
  readonly openDate: Day | null
  readonly slug: string
}

interface IpoListPage {
  readonly page: readonly NumberedHead[]
  /** How many match, before the limit. */
  readonly total: number
  /** The cursor of the last item, when there are more. */
  readonly next: IpoCursor | null
  readonly span: ClockSpan
}

/** How much a list shows of each IPO. */
export const DETAILS = ['summary', 'full'] as const

export interface DetailFilter {
  readonly detail?: (typeof DETAILS)[number]
}

/** The tracked IPOs that match, after a cursor, as published in this detail. */
export async function ipoList(
  market: MarketData,
  moment: Moment,
  { detail = 'summary', ...filter }: IpoFilter & DetailFilter,
  after: IpoCursor | null,
  limit: number,
) {
  const { page, ...list } = await ipoListPage(market, moment, filter, after, limit)
  const ipos: (IpoSummary | FullIpo)[] =
    detail === 'full'
      ? await fullIpos(market, moment, page)
      : (await ipoViews(market, moment, page, 'latest')).map(publishedSummary)
  return { ipos, ...list }
}

/** The same without reading their facts. */
export async function ipoListPage(
  market: MarketData,
  moment: Moment,
  filter: IpoFilter,
  after: IpoCursor | null,
  limit: number,
): Promise<IpoListPage> {
  const isMatching = await matcher(market, moment, filter, statusReader(moment.clock))
  const begin = after && placeAfter(after)
  const first = new FirstOf<NumberedHead>(limit, compareSortKeys)
  let [total, rest] = [0, 0]
  const span = await visitTracked(market.db, moment, (head) => {
    if (!isMatching(head)) return
    total++
    if (begin && compareSortKeys(head, begin) <= 0) return
    rest++
    first.offer(head)
  })
  const page = first.sorted()
  const last = page.at(-1)
  return { page, total, next: last && rest > page.length ? positionOf(last) : null, span }
}

/** A predicate for issues that pass the filter. */
export async function matcher(
  market: MarketData,
  moment: Moment,
  { status, board, q, lockIn }: IpoFilter,
  statusOf: (head: IssueHead) => Status,
): Promise<(head: IssueHead) => boolean> {
  const locked = lockIn === undefined ? undefined : await endingLockIns(market, moment, lockIn)
  const part = q?.toLowerCase()
  const rankOf = nameMatch(q ?? '')
  return (head) => {
    if (board && !board.includes(head.board)) return false
    if (status && !status.includes(statusOf(head))) return false
    if (locked && !locked.has(head.slug)) return false
    if (part === undefined) return true
    return (
      [head.name, head.symbol ?? ''].some((text) => text.toLowerCase().includes(part)) ||
      (rankOf(head.name, head.symbol) ?? MISSPELT) < MISSPELT
    )
  }
}

/** The sort key of the published order, with moments that compare as the days do. */
type IpoSortKey = Pick<IssueHead, 'opens' | 'slug'>

const placeAfter = ({ openDate, slug }: IpoCursor): IpoSortKey => ({
  opens: openDate === null ? null : biddingOpens(openDate),
  slug,
})

const positionOf = ({ opens, slug }: NumberedHead): IpoCursor => ({
  openDate: opens === null ? null : istDay(instantFromMs(opens)),
  slug,
})

export function compareSortKeys(a: IpoSortKey, b: IpoSortKey): number {
  // No day sorts as the earliest, so undated issues come last.
  const [aOpens, bOpens] = [a.opens ?? Number.NEGATIVE_INFINITY, b.opens ?? Number.NEGATIVE_INFINITY]
  if (aOpens !== bOpens) return aOpens < bOpens ? 1 : -1
  return compareText(a.slug, b.slug)
}
