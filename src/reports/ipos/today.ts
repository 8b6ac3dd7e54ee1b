import { addDays, type Day, istDay, istMs } from '../../market/calendar.ts'
import { confirmedStatus, type Status } from '../../market/issues/status.ts'
import { compareText } from '../../market/text-order.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import { scoreTotals } from '../scores/scoreboard.ts'
import { type IpoView, ipoViews } from './ipo-view.ts'
import { type NumberedHead, statusReader, visitTracked } from './issues-in-view.ts'

/** Older listings are only in the list of all. */
export const RECENTLY_LISTED_DAYS = 30
const MOST_LISTED = 10
const MOST_UPCOMING = 12
const MOST_OVERDUE = 10
/** Issues that closed before so many others should have listed long ago. */
const MOST_CLOSED = 60

export type Today = Awaited<ReturnType<typeof today>>

/** The content of the first page: current IPOs, and how accurate the grey market has been. */
export async function today(market: MarketData, moment: Moment) {
  const statusOf = statusReader(moment.clock)
  const since = istMs(addDays(istDay(moment.clock), -RECENTLY_LISTED_DAYS), '00:00')
  const shown: Readonly<Record<Status, NumberedHead[]>> = { UPCOMING: [], OPEN: [], CLOSED: [], LISTED: [] }
  const span = await visitTracked(market.db, moment, (head) => {
    const status = statusOf(head)
    if (status === 'LISTED' && (head.lists === null || head.lists < since)) return
    shown[confirmedStatus(status, head.hasListing)].push(head)
  })
  const upcoming = shown.UPCOMING.sort(by(({ opens }) => opens))
  const listed = shown.LISTED.sort(by(({ lists }) => -(lists ?? 0)))
  const closed = shown.CLOSED.sort(by(({ lists, closes }) => -(lists ?? closes ?? 0)))
  const viewsOf = (heads: readonly NumberedHead[]) => ipoViews(market, moment, heads, 'all')
  return {
    /** Closing soonest first. */
    open: await viewsOf(shown.OPEN.sort(by(({ closes }) => closes))),
    /** Opening soonest first, those without a day last. */
    upcoming: await viewsOf(upcoming.slice(0, MOST_UPCOMING)),
    moreUpcoming: Math.max(0, upcoming.length - MOST_UPCOMING),
    ...closedParts(await viewsOf(closed.slice(0, MOST_CLOSED)), closed.length, istDay(moment.clock)),
    /** With a listing price, newest first. */
    listed: await viewsOf(listed.slice(0, MOST_LISTED)),
    ...(await scoreTotals(market, moment)),
    span,
  }
}

function closedParts(views: readonly IpoView[], total: number, day: Day) {
  const isOverdue = ({ state }: IpoView) => state === 'unconfirmed' || state === 'trading'
  const overdue = views.filter(isOverdue).sort((a, b) => dueFirst(b, a))
  const awaiting = views.filter((view) => view.state === 'closed' && mayStillList(view, day)).sort(dueFirst)
  const shown = overdue.slice(0, MOST_OVERDUE)
  return {
    /** Bidding is over; listing soonest first. */
    awaiting,
    /** Trading, or the announced or expected listing day has passed, and no listing price is known. Newest first. */
    overdue: shown,
    moreOverdue: total - awaiting.length - shown.length,
  }
}

/** By announced or expected listing day, unknown last. The sort is stable. */
const dueFirst = (a: IpoView, b: IpoView): number => compareText(listingDue(a), listingDue(b))

const NEVER = '9999'

/** An old issue that never had a listing day does not wait for one. */
const mayStillList = (view: IpoView, day: Day): boolean =>
  listingDue(view) !== NEVER || (view.issue.terms.closeDate ?? NEVER) >= addDays(day, -RECENTLY_LISTED_DAYS)

const listingDue = (view: IpoView): string => view.dayOf('lists') ?? NEVER

/** Earliest first, unknown last, then by slug. */
const by = (timeOf: (issue: NumberedHead) => number | null) => (a: NumberedHead, b: NumberedHead) => {
  const [x, y] = [timeOf(a) ?? Number.POSITIVE_INFINITY, timeOf(b) ?? Number.POSITIVE_INFINITY]
  return x === y ? compareText(a.slug, b.slug) : x - y
}
