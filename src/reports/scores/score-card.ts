import { BOARDS, type Board } from '../../market/facts/fact.ts'
import {
  type ErrorBin,
  errorBins,
  FEW_LISTINGS,
  isTooHigh,
  medianErrorPp,
  middleHalf,
  type Openings,
  openingsOf,
  type Quadrants,
  quadrantsOf,
  type ScoreSummary,
  summaryOf,
} from '../../market/scores/scoreboard.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import { type PageOf, SortedPage, type Sorting } from '../sorted-page.ts'
import { type ScoredListing, scoredListings } from './scoreboard.ts'

export const CALL_COLUMNS = [
  'name',
  'board',
  'listedOn',
  'issuePrice',
  'gmpAtClose',
  'impliedPct',
  'listingPrice',
  'actualPct',
  'errorPp',
  'directionHit',
] as const
export type CallColumn = (typeof CALL_COLUMNS)[number]

/** More marks than this would overlap. */
const MOST_DRAWN = 300

/** Fewer than usual, because the page also has the charts. */
const CALLS_ON_A_PAGE = 25

/** The score of a part of the listings. */
export interface ScoreGroup {
  readonly name: string
  readonly summary: ScoreSummary
  readonly directionHits: number
  /** Number of listings whose expected gain was too high. */
  readonly tooHigh: number
  /** Too few listings for reliable averages. */
  readonly isFew: boolean
}

/** The scoreboard as a page shows it. */
export interface ScoreCard {
  readonly score: ScoreGroup
  readonly openings: Openings
  readonly medianErrorPp: number | null
  readonly middleHalf: { readonly low: number; readonly high: number } | null
  readonly quadrants: Quadrants
  readonly bins: readonly ErrorBin[]
  /** The newest listings. */
  readonly drawn: readonly ScoredListing[]
  /** For every board, whatever the filter. */
  readonly byBoard: readonly (ScoreGroup & { readonly board: Board })[]
  /** Newest first. */
  readonly byYear: readonly ScoreGroup[]
  readonly calls: PageOf<ScoredListing>
}

/** The listings of these boards, as a whole, in parts and one by one. */
export async function scoreCard(
  market: MarketData,
  moment: Moment,
  boards: readonly Board[],
  { key, descending }: Sorting<CallColumn>,
  page: number,
): Promise<ScoreCard> {
  const everything = await scoredListings(market, moment)
  const listings = everything.filter(({ board }) => boards.includes(board))
  const rows = listings.map(({ row }) => row)
  const years = Map.groupBy(listings, ({ row }) => row.listedOn.slice(0, 4))
  const calls = new SortedPage<ScoredListing>({ descending, page, pageSize: CALLS_ON_A_PAGE })
  for (const row of listings) calls.offer({ value: CALL_VALUES[key](row), slug: row.row.slug, row })
  return {
    score: groupOf('', listings),
    openings: openingsOf(rows),
    medianErrorPp: medianErrorPp(rows),
    middleHalf: middleHalf(rows),
    quadrants: quadrantsOf(rows),
    bins: errorBins(rows),
    drawn: listings.slice(0, MOST_DRAWN),
    byBoard: BOARDS.map((board) => {
      const ofBoard = everything.filter((listing) => listing.board === board)
      return { board, ...groupOf(board, ofBoard) }
    }),
    byYear: [...years].map(([year, of]) => groupOf(year, of)),
    calls: calls.page(),
  }
}

function groupOf(name: string, listings: readonly ScoredListing[]): ScoreGroup {
  const rows = listings.map(({ row }) => row)
  return {
    name,
    summary: summaryOf(rows),
    directionHits: rows.filter(({ directionHit }) => directionHit).length,
    tooHigh: rows.filter(isTooHigh).length,
    isFew: rows.length < FEW_LISTINGS,
  }
}

const CALL_VALUES: Readonly<Record<CallColumn, (listing: ScoredListing) => string | number | null>> = {
  name: ({ row }) => row.name.toLowerCase(),
  board: ({ board }) => BOARDS.indexOf(board),
  listedOn: ({ row }) => row.listedOn,
  issuePrice: ({ row }) => row.issuePrice,
  gmpAtClose: ({ row }) => row.gmpAtClose,
  impliedPct: ({ row }) => row.impliedPct,
  listingPrice: ({ row }) => row.listingPrice,
  actualPct: ({ row }) => row.actualPct,
  errorPp: ({ row }) => row.errorPp,
  directionHit: ({ row }) => Number(row.directionHit),
}
