import { type Day, instantFromMs, istDay } from '../../market/calendar.ts'
import type { Board } from '../../market/facts/fact.ts'
import type { Owners } from '../../market/facts/publisher.ts'
import type { GmpReport } from '../../market/gmp/gmp.ts'
import type { Holidays } from '../../market/holidays.ts'
import type { IssueHead } from '../../market/issues/issue.ts'
import type { ListingReport } from '../../market/issues/listing.ts'
import type { IssueTerms } from '../../market/issues/terms.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import { isTooHigh, openingsOf, scoreOf, summaryOf } from '../../market/scores/scoreboard.ts'
import { shareOf } from '../../market/scores/statistics.ts'
import { compareText } from '../../market/text-order.ts'
import { gmpReportsOfLastDay } from '../../store/facts/figure-reports.ts'
import type { View } from '../../store/view.ts'
import { type GmpHistoryDay, gmpHistoryDay } from '../ipos/gmp-history.ts'
import { slugsOfHeads } from '../ipos/issues-in-view.ts'
import { mainHolidays } from '../ipos/market-calendar.ts'
import type { MarketData } from '../market-data.ts'
import { memoizeByIssue } from '../memoize-by-issue.ts'
import { memoizeByView } from '../memoize-by-view.ts'
import type { Moment } from '../moment.ts'
import type { ScoreboardRow } from '../schemas/scores.ts'

export interface ScoredListing extends Score {
  readonly board: Board
}

/** The score of a listing as published, and the quotes behind its GMP at close. */
interface Score {
  readonly row: ScoreboardRow
  readonly atClose: QuotesAtClose
}

/** The range of the quotes at the close, in rupees and as implied gains in percent. */
export type QuotesAtClose = Pick<
  GmpHistoryDay,
  'disputed' | 'lowest' | 'highest' | 'lowestPct' | 'highestPct'
>

/** The fields of an issue that decide its score. */
interface Scorable {
  readonly slug: string
  readonly terms: Pick<IssueTerms, 'name' | 'issuePrice' | 'closeDate' | 'offMarket'>
  readonly listing: Pick<ListingReport, 'listingPrice' | 'listedOn'> | undefined
}

/** Expected and actual gain of an issue; `undefined` while it cannot be scored. */
export function scoreOfListing(
  { slug, terms, listing }: Scorable,
  reports: readonly GmpReport[],
  owners: Owners,
  holidays: Holidays,
): Score | undefined {
  const scored = scoreOf(terms, listing, reports, owners, holidays)
  if (!scored) return undefined
  const { quoted, ...score } = scored
  const row = {
    slug,
    name: terms.name,
    ...score,
    issuePrice: rupeesFromPaise(score.issuePrice),
    gmpAtClose: rupeesFromPaise(score.gmpAtClose),
    listingPrice: rupeesFromPaise(score.listingPrice),
  }
  const { disputed, lowest, highest, lowestPct, highestPct } = gmpHistoryDay(quoted, score.issuePrice)
  return { row, atClose: { disputed, lowest, highest, lowestPct, highestPct } }
}

/** Every scored listing, newest first. Every scoreboard and IPO page needs them. */
export const scoredListings = memoizeByView(readScoredListings)

async function readScoredListings(market: MarketData, view: View): Promise<readonly ScoredListing[]> {
  const scored = await scoresOf(market, view, isScorable)
  return [...scored.values()]
    .filter((listing) => listing !== undefined)
    .sort((a, b) => compareText(b.row.listedOn, a.row.listedOn) || compareText(a.row.slug, b.row.slug))
}

/** The scored ones among these issues, by slug. */
export async function scoredAmong(
  market: MarketData,
  view: View,
  heads: readonly IssueHead[],
): Promise<Map<string, ScoredListing>> {
  const slugs = new Set(heads.filter(isScorable).map(({ slug }) => slug))
  if (slugs.size === 0) return new Map()
  const scored = await scoresOf(market, view, (head) => slugs.has(head.slug))
  return new Map([...scored.values()].flatMap((listing) => (listing ? [[listing.row.slug, listing]] : [])))
}

const isScorable = ({ hasListing, closes, issuePrice, offMarket }: IssueHead): boolean =>
  hasListing && closes !== null && issuePrice !== null && !offMarket

const scoresOf = memoizeByIssue(async (market, view, listed): Promise<(ScoredListing | undefined)[]> => {
  const slugs = await slugsOfHeads(market.db, view, listed)
  const bounds = listed.flatMap(({ closes }, i) =>
    (slugs[i] ?? []).map((slug) => ({ slug, last: dayOf(closes) })),
  )
  const holidays = await mainHolidays(market, view)
  const read = await gmpReportsOfLastDay(market.db, view, bounds, holidays)
  const reports = Map.groupBy(read, ({ slug }) => slug)
  return listed.map((head, i) => {
    const own = (slugs[i] ?? []).flatMap((slug) => reports.get(slug) ?? [])
    const score = scoreOfListing(scorable(head), own, market.owners, holidays)
    return score && { board: head.board, ...score }
  })
})

const dayOf = (ms: number | null): Day | null => (ms === null ? null : istDay(instantFromMs(ms)))

function scorable({ slug, name, issuePrice, closes, offMarket, lists, listingPrice }: IssueHead): Scorable {
  const listedOn = dayOf(lists)
  return {
    slug,
    terms: { name, issuePrice, closeDate: dayOf(closes), offMarket },
    listing: listedOn === null || listingPrice === null ? undefined : { listedOn, listingPrice },
  }
}

/** The score of all listings together. */
export const scoreTotals = memoizeByView(async (market, view) => {
  const rows = (await scoredListings(market, view)).map(({ row }) => row)
  const tooHigh = rows.filter(isTooHigh).length
  return {
    score: summaryOf(rows),
    openedBelow: openingsOf(rows).below,
    tooHigh: { n: tooHigh, pct: shareOf(tooHigh, rows.length) },
  }
})

/** The scoreboard, of some boards alone if they are named. */
export async function scoreboard(market: MarketData, moment: Moment, boards?: readonly Board[]) {
  const listings = await scoredListings(market, moment)
  const rows = listings.filter(({ board }) => boards?.includes(board) ?? true).map(({ row }) => row)
  return { summary: summaryOf(rows), rows }
}
