import { addDays, istDay, istMs } from '../../market/calendar.ts'
import type { Status } from '../../market/issues/status.ts'
import type { ScoreSummary } from '../../market/scores/scoreboard.ts'
import { compareText } from '../../market/text-order.ts'
import type { MarketData } from '../market-data.ts'
import type { ClockSpan, Moment } from '../moment.ts'
import type { ScoreboardRow } from '../schemas/scores.ts'
import { scoreTotals } from '../scores/scoreboard.ts'
import { type IpoCard, ipoCards } from './ipo-card.ts'
import { issuesOf, type NumberedHead, statusReader, visitTracked } from './issue-book.ts'

/** Older listings are only in the list of all. */
export const LISTED_LATELY_DAYS = 30
const MOST_LISTED = 10
const MOST_UPCOMING = 12

export interface Today {
  /** Closing soonest first. */
  readonly open: IpoCard[]
  /** Opening soonest first, those without a day last. */
  readonly upcoming: IpoCard[]
  /** Number of further announced IPOs. */
  readonly moreUpcoming: number
  /** Bidding is over; listing soonest first. */
  readonly closed: IpoCard[]
  /** Newest first. */
  readonly listed: IpoCard[]
  readonly score: ScoreSummary
  readonly tooHighPct: number | null
  readonly latestCalls: readonly ScoreboardRow[]
  readonly span: ClockSpan
}

/** The content of the first page: current IPOs, and how accurate the grey market has been. */
export async function today(market: MarketData, moment: Moment): Promise<Today> {
  const statusOf = statusReader(moment.clock)
  const since = istMs(addDays(istDay(moment.clock), -LISTED_LATELY_DAYS), '00:00')
  const shown: Readonly<Record<Status, NumberedHead[]>> = { UPCOMING: [], OPEN: [], CLOSED: [], LISTED: [] }
  const span = await visitTracked(market.db, moment, (head) => {
    const status = statusOf(head)
    if (status !== 'LISTED' || (head.lists !== null && head.lists >= since)) shown[status].push(head.copy())
  })
  const upcoming = shown.UPCOMING.sort(by(({ opens }) => opens))
  const listed = shown.LISTED.sort(by(({ lists }) => -(lists ?? 0)))
  const cardsOf = async (heads: readonly NumberedHead[]) =>
    ipoCards(market, moment, await issuesOf(market.db, moment, heads))
  const { score, tooHighPct, latest } = await scoreTotals(market, moment)
  return {
    open: await cardsOf(shown.OPEN.sort(by(({ closes }) => closes))),
    upcoming: await cardsOf(upcoming.slice(0, MOST_UPCOMING)),
    moreUpcoming: Math.max(0, upcoming.length - MOST_UPCOMING),
    closed: (await cardsOf(shown.CLOSED.sort(by(({ lists }) => lists)))).sort(dueFirst),
    listed: await cardsOf(listed.slice(0, MOST_LISTED)),
    score,
    tooHighPct,
    latestCalls: latest,
    span,
  }
}

/** By announced or expected listing day, unknown last. The sort is stable. */
const dueFirst = (a: IpoCard, b: IpoCard): number => compareText(listingDue(a), listingDue(b))

const NEVER = '9999'

const listingDue = ({ listingDay, expected }: IpoCard): string => listingDay ?? expected?.listingDate ?? NEVER

/** Earliest first, unknown last, then by slug. */
const by = (timeOf: (issue: NumberedHead) => number | null) => (a: NumberedHead, b: NumberedHead) => {
  const [x, y] = [timeOf(a) ?? Number.POSITIVE_INFINITY, timeOf(b) ?? Number.POSITIVE_INFINITY]
  return x === y ? compareText(a.slug, b.slug) : x - y
}
