import { type Day, instantFromMs, istDay } from '../../market/calendar.ts'
import { latestGmpDay } from '../../market/gmp/gmp.ts'
import { listingGainPct } from '../../market/issues/listing.ts'
import { percentOf, rupeesFromPaise } from '../../market/money.ts'
import { scoredDays } from '../../market/scores/scoreboard.ts'
import { type ChangingIpo, viewOfPosition } from '../../reports/changes/listed-states.ts'
import type { Position } from '../../reports/changes/position.ts'
import { type IpoView, ipoViews } from '../../reports/ipos/ipo-view.ts'
import type { Issue } from '../../reports/ipos/issues-in-view.ts'
import { mainHolidays } from '../../reports/ipos/market-calendar.ts'
import type { MarketData } from '../../reports/market-data.ts'
import type { Moment } from '../../reports/moment.ts'
import { similarIpos } from '../../reports/scores/similar-ipos.ts'
import { gmpReports } from '../../store/facts/figure-reports.ts'
import { headAt, issueBook } from '../../store/issues/issue-book.ts'
import type { AlertIpo } from '../alert.ts'
import { biddingEnds } from './moment-occurrences.ts'

/** Adds what only messages state; reading it takes several queries, so it is done for alerts that fired. */
export async function detailedIpo(
  market: MarketData,
  position: Position,
  number: number,
  item: ChangingIpo,
): Promise<AlertIpo> {
  const moment = { ...viewOfPosition(position), clock: position.moment }
  const ends = biddingEnds(item)
  const closes = ends === null ? null : instantFromMs(ends)
  const isClosed = closes !== null && position.moment >= closes
  const similar =
    item.status === 'LISTED'
      ? null
      : await similarIpos(market, moment, { impliedPct: item.lastGmpPct, closes })
  // What follows is only known of an IPO that was bid for or has listed.
  const isRead = isClosed || item.listing !== null || item.lastSubX !== null
  const view = isRead ? await viewOf(market, moment, number) : undefined
  const issue = view?.issue
  return {
    ...item,
    biddingEnds: closes,
    lastSubAt: view?.subscription.newest.find(({ category }) => category === 'TOTAL')?.observedAt ?? null,
    chances: view?.chances ?? [],
    similar,
    gmpAtClose: isClosed && issue ? await gmpAtClose(market, position, issue, istDay(closes)) : null,
    listingGainPct: issue?.listing
      ? listingGainPct(issue.terms.issuePrice, issue.listing.listingPrice)
      : null,
  }
}

async function viewOf(market: MarketData, moment: Moment, number: number): Promise<IpoView | undefined> {
  const head = headAt(await issueBook(market.db, moment.version), number, moment)
  const [view] = head ? await ipoViews(market, moment, [head], 'shown') : []
  return view
}

async function gmpAtClose(
  market: MarketData,
  position: Position,
  { slugs, terms: { issuePrice } }: Issue,
  closeDate: Day,
): Promise<AlertIpo['gmpAtClose']> {
  if (issuePrice === null) return null
  const view = viewOfPosition(position)
  const reports = await gmpReports(market.db, view, slugs)
  const quote = latestGmpDay(reports, market.owners, await mainHolidays(market, view), scoredDays(closeDate))
  return quote
    ? {
        gmp: rupeesFromPaise(quote.median),
        gmpPct: percentOf(quote.median, issuePrice),
        day: quote.day,
        owners: quote.owners,
        disputed: quote.disputed,
      }
    : null
}
