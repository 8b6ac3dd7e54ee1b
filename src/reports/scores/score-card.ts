import { BOARDS, type Board } from '../../market/facts/fact.ts'
import {
  errorBins,
  FEW_LISTINGS,
  isTooHigh,
  medianErrorPp,
  middleHalf,
  openingsOf,
  quadrantsOf,
  summaryOf,
} from '../../market/scores/scoreboard.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import { SortedPage, type Sorting } from '../sorted-page.ts'
import { type ScoredListing, scoredListings } from './scoreboard.ts'

/** More marks than this would overlap. */
const MOST_DRAWN = 300

/** Fewer than usual, because the page also has the charts. */
const CALLS_ON_A_PAGE = 25

/** The scoreboard as a page shows it. */
export type ScoreCard = Awaited<ReturnType<typeof scoreCard>>

/** The listings of these boards, or of all, as a whole, in parts and one by one. */
export async function scoreCard(
  market: MarketData,
  moment: Moment,
  boards: readonly Board[] | undefined,
  { key, descending }: Sorting<CallColumn>,
  page: number,
) {
  const everything = await scoredListings(market, moment)
  const listings = everything.filter(({ board }) => boards?.includes(board) ?? true)
  const rows = listings.map(({ row }) => row)
  const years = Map.groupBy(listings, ({ row }) => row.listedOn.slice(0, 4))
  const calls = new SortedPage<ScoredListing>({ descending, page, pageSize: CALLS_ON_A_PAGE })
  for (const row of listings) calls.offer({ value: SORT_VALUES[key](row), slug: row.row.slug, row })
  return {
    score: groupOf(listings),
    /** The same of those whose sources agreed at the close. */
    undisputed: summaryOf(listings.filter(({ atClose }) => !atClose.disputed).map(({ row }) => row)),
    openings: openingsOf(rows),
    medianErrorPp: medianErrorPp(rows),
    middleHalf: middleHalf(rows),
    quadrants: quadrantsOf(rows),
    bins: errorBins(rows),
    /** The newest listings. */
    drawn: listings.slice(0, MOST_DRAWN),
    /** For every board, whatever the filter. */
    byBoard: BOARDS.map((board) => ({
      board,
      ...groupOf(everything.filter((listing) => listing.board === board)),
    })),
    /** Newest first. */
    byYear: [...years].map(([year, of]) => ({ year, ...groupOf(of) })),
    calls: calls.page(),
  }
}

/** The score of a part of the listings. */
function groupOf(listings: readonly ScoredListing[]) {
  const rows = listings.map(({ row }) => row)
  return {
    ...summaryOf(rows),
    directionHits: rows.filter(({ directionHit }) => directionHit).length,
    /** Number of listings whose expected gain was too high. */
    tooHigh: rows.filter(isTooHigh).length,
    /** Too few listings for reliable averages. */
    isFew: rows.length < FEW_LISTINGS,
  }
}

const SORT_VALUES = {
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
} satisfies Readonly<Record<string, (listing: ScoredListing) => string | number>>

/** The columns that the table of listings can be sorted by. */
export type CallColumn = keyof typeof SORT_VALUES
export const CALL_COLUMNS = Object.keys(SORT_VALUES) as CallColumn[]
