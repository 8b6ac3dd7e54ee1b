import { type Day, instantFromMs, istDay } from '../../market/calendar.ts'
import { latestGmpDay } from '../../market/gmp/gmp.ts'
import { listingGainPct } from '../../market/issues/listing.ts'
import { latestReadings } from '../../market/issues/subscription.ts'
import { percentOf, rupeesFromPaise } from '../../market/money.ts'
import { scoredDays } from '../../market/scores/scoreboard.ts'
import { type ChangingIpo, viewOfPosition } from '../../reports/changes/listed-states.ts'
import type { Position } from '../../reports/changes/position.ts'
import { type Issue, issuesOf } from '../../reports/ipos/issues-in-view.ts'
import { mainHolidays } from '../../reports/ipos/market-calendar.ts'
import type { MarketData } from '../../reports/market-data.ts'
import { similarIpos } from '../../reports/scores/similar-ipos.ts'
import { gmpReports, newestReadings } from '../../store/facts/figure-reports.ts'
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
  const ends = biddingEnds(item)
  const closes = ends === null ? null : instantFromMs(ends)
  const isClosed = closes !== null && position.moment >= closes
  const similar =
    item.status === 'LISTED'
      ? null
      : await similarIpos(
          market,
          { ...viewOfPosition(position), clock: position.moment },
          { impliedPct: item.lastGmpPct, closes },
        )
  // What follows is only known of an IPO that was bid for or has listed.
  const isRead = isClosed || item.listing !== null || item.lastSubX !== null
  const issue = isRead ? await issueAt(market, position, number) : undefined
  return {
    ...item,
    biddingEnds: closes,
    lastSubAt: issue ? await lastSubAt(market, position, issue) : null,
    similar,
    gmpAtClose: isClosed && issue ? await gmpAtClose(market, position, issue, istDay(closes)) : null,
    listingGainPct: issue?.listing
      ? listingGainPct(issue.terms.issuePrice, issue.listing.listingPrice)
      : null,
  }
}

async function issueAt({ db }: MarketData, position: Position, number: number): Promise<Issue | undefined> {
  const view = viewOfPosition(position)
  const head = headAt(await issueBook(db, position.version), number, view)
  const [issue] = head ? await issuesOf(db, view, [head]) : []
  return issue
}

/** When the newest total of the subscription was read. */
async function lastSubAt(
  { db }: MarketData,
  position: Position,
  { slugs }: Issue,
): Promise<AlertIpo['lastSubAt']> {
  const readings = latestReadings(await newestReadings(db, viewOfPosition(position), slugs))
  return readings.find(({ category }) => category === 'TOTAL')?.observedAt ?? null
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
