import { type Day, istDay } from '../../market/calendar.ts'
import { latestGmpDay } from '../../market/gmp/gmp.ts'
import { listingGainPct } from '../../market/issues/listing.ts'
import { milestonesOf } from '../../market/issues/status.ts'
import { latestReadings } from '../../market/issues/subscription.ts'
import { percentOf, rupeesFromPaise } from '../../market/money.ts'
import { scoredDays } from '../../market/scores/scoreboard.ts'
import { type ChangingIpo, changingIpos, viewOfPosition } from '../../reports/changes/listed-states.ts'
import type { Position } from '../../reports/changes/position.ts'
import { type Issue, issuesOf, type NumberedHead } from '../../reports/ipos/issue-book.ts'
import type { MarketData } from '../../reports/market-data.ts'
import { similarIpos } from '../../reports/scores/similar-ipos.ts'
import { issueIndex } from '../../store/issue-index/current-index.ts'
import { headAt } from '../../store/issue-index/issue-index.ts'
import { gmpReports } from '../../store/quotes/gmp-reports.ts'
import { totalReadings } from '../../store/quotes/subscription-reports.ts'
import type { AlertIpo } from '../alert.ts'

/** An IPO by its number in the store, as known at a position; `undefined` if it was not known then. */
export async function alertIpo(
  market: MarketData,
  position: Position,
  number: number,
): Promise<AlertIpo | undefined> {
  const head = headAt(await issueIndex(market.db, position.version), number, viewOfPosition(position))
  if (!head) return undefined
  const [item] = await changingIpos(market, position, [head.copy()])
  return item && withDetails(market, position, head.copy(), item)
}

const NO_DETAILS = { biddingEnds: null, lastSubAt: null, similar: null, gmpAtClose: null, gainPercent: null }

/** Adds what only messages state; reading it takes several queries, so it is done for alerts that fired. */
async function withDetails(
  market: MarketData,
  position: Position,
  head: NumberedHead,
  item: ChangingIpo,
): Promise<AlertIpo> {
  const view = viewOfPosition(position)
  const moment = { ...view, clock: position.moment }
  const [issue] = await issuesOf(market.db, view, [head])
  if (!issue) return { ...item, ...NO_DETAILS }
  const { closes } = milestonesOf(issue.timetable)
  const { listing, terms } = issue
  return {
    ...item,
    biddingEnds: closes,
    lastSubAt: await lastSubAt(market, position, issue),
    similar:
      item.status === 'LISTED'
        ? null
        : await similarIpos(market, moment, { impliedPct: item.lastGmpPct, closes }),
    gmpAtClose:
      closes === null || position.moment < closes
        ? null
        : await gmpAtClose(market, position, issue, istDay(closes)),
    gainPercent: listing ? listingGainPct(terms.issuePrice, listing.listingPrice) : null,
  }
}

/** When the newest total of the subscription was read. */
async function lastSubAt(
  { db }: MarketData,
  position: Position,
  { slugs }: Issue,
): Promise<AlertIpo['lastSubAt']> {
  const readings = latestReadings(await totalReadings(db, viewOfPosition(position), slugs))
  return readings.find(({ category }) => category === 'TOTAL')?.observedAt ?? null
}

async function gmpAtClose(
  { db, owners }: MarketData,
  position: Position,
  { slugs, terms: { issuePrice } }: Issue,
  closeDate: Day,
): Promise<AlertIpo['gmpAtClose']> {
  if (issuePrice === null) return null
  const reports = await gmpReports(db, viewOfPosition(position), slugs)
  const quote = latestGmpDay(reports, owners, scoredDays(closeDate))
  return quote
    ? {
        gmp: rupeesFromPaise(quote.median),
        percent: percentOf(quote.median, issuePrice),
        day: quote.day,
        owners: quote.owners,
        disputed: quote.disputed,
      }
    : null
}
