import { addDays, istDay, istMs } from '../../market/calendar.ts'
import type { Status } from '../../market/issues/status.ts'
import type { ScoreSummary } from '../../market/scores/scoreboard.ts'
import { compareText } from '../../market/text-order.ts'
import type { MarketData } from '../market-data.ts'
import type { ClockSpan, Moment } from '../moment.ts'
import { scoreTotals } from '../scores/scoreboard.ts'
import { type IpoCard, ipoCard } from './ipo-card.ts'
import { type IpoView, ipoViews } from './ipo-view.ts'
import { confirmedStatusReader, issuesOf, type NumberedHead, visitTracked } from './issues-in-view.ts'

/** Older listings are only in the list of all. */
export const RECENTLY_LISTED_DAYS = 30
const MOST_LISTED = 10
const MOST_UPCOMING = 12
const MOST_OVERDUE = 10
/** Issues that closed before so many others should have listed long ago. */
const MOST_CLOSED = 60

export interface TodayViews<T = IpoView> {
  /** Closing soonest first. */
  readonly open: readonly T[]
  /** Opening soonest first, those without a day last. */
  readonly upcoming: readonly T[]
  /** Number of further announced IPOs. */
  readonly moreUpcoming: number
  /** Bidding is over; listing soonest first. */
  readonly awaiting: readonly T[]
  /** The announced or expected listing day has passed, and no listing price is known. Newest first. */
  readonly overdue: readonly T[]
  readonly moreOverdue: number
  /** With a listing price, newest first. */
  readonly listed: readonly T[]
  readonly score: ScoreSummary
  /** The scored listings whose GMP was too high. */
  readonly tooHigh: { readonly n: number; readonly pct: number | null }
  readonly span: ClockSpan
}

export type Today = TodayViews<IpoCard>

/** The same in the shape of the pages before the view. */
export async function today(market: MarketData, moment: Moment): Promise<Today> {
  const { open, upcoming, awaiting, overdue, listed, ...rest } = await todayViews(market, moment)
  return {
    ...rest,
    open: open.map(ipoCard),
    upcoming: upcoming.map(ipoCard),
    awaiting: awaiting.map(ipoCard),
    overdue: overdue.map(ipoCard),
    listed: listed.map(ipoCard),
  }
}

/** The content of the first page: current IPOs, and how accurate the grey market has been. */
export async function todayViews(market: MarketData, moment: Moment): Promise<TodayViews> {
  const statusOf = confirmedStatusReader(moment.clock)
  const since = istMs(addDays(istDay(moment.clock), -RECENTLY_LISTED_DAYS), '00:00')
  const shown: Readonly<Record<Status, NumberedHead[]>> = { UPCOMING: [], OPEN: [], CLOSED: [], LISTED: [] }
  const span = await visitTracked(market.db, moment, (head) => {
    if (head.lists === null || head.lists >= since) shown[statusOf(head)].push(head)
  })
  const upcoming = shown.UPCOMING.sort(by(({ opens }) => opens))
  const listed = shown.LISTED.sort(by(({ lists }) => -(lists ?? 0)))
  const closed = shown.CLOSED.sort(by(({ lists, closes }) => -(lists ?? closes ?? 0)))
  const viewsOf = async (heads: readonly NumberedHead[]) =>
    ipoViews(market, moment, await issuesOf(market.db, moment, heads), 'all')
  return {
    open: await viewsOf(shown.OPEN.sort(by(({ closes }) => closes))),
    upcoming: await viewsOf(upcoming.slice(0, MOST_UPCOMING)),
    moreUpcoming: Math.max(0, upcoming.length - MOST_UPCOMING),
    ...closedParts(await viewsOf(closed.slice(0, MOST_CLOSED)), closed.length),
    listed: await viewsOf(listed.slice(0, MOST_LISTED)),
    ...(await scoreTotals(market, moment)),
    span,
  }
}

/** The closed issues whose listing is still ahead, and those whose listing day has passed. */
function closedParts(
  closed: readonly IpoView[],
  total: number,
): Pick<TodayViews, 'awaiting' | 'overdue' | 'moreOverdue'> {
  const overdue = closed.filter(({ state }) => state === 'unconfirmed')
  const awaiting = closed.filter((view) => view.state !== 'unconfirmed' && mayStillList(view))
  return {
    awaiting: awaiting.sort(dueFirst),
    overdue: overdue.sort((a, b) => dueFirst(b, a)).slice(0, MOST_OVERDUE),
    moreOverdue: total - awaiting.length - Math.min(overdue.length, MOST_OVERDUE),
  }
}

/** By announced or expected listing day, unknown last. The sort is stable. */
const dueFirst = (a: IpoView, b: IpoView): number => compareText(listingDue(a), listingDue(b))

const NEVER = '9999'
const listingDue = (view: IpoView): string => view.milestone('lists')?.day ?? NEVER

/** An old issue that never had a listing day does not wait for one. */
const mayStillList = (view: IpoView): boolean =>
  listingDue(view) !== NEVER || (view.terms.closeDate ?? NEVER) >= addDays(view.today, -RECENTLY_LISTED_DAYS)

/** Earliest first, unknown last, then by slug. */
const by = (timeOf: (issue: NumberedHead) => number | null) => (a: NumberedHead, b: NumberedHead) => {
  const [x, y] = [timeOf(a) ?? Number.POSITIVE_INFINITY, timeOf(b) ?? Number.POSITIVE_INFINITY]
  return x === y ? compareText(a.slug, b.slug) : x - y
}
