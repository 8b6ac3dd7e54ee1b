import { invariant } from '../../invariant.ts'
import type { Board } from '../../market/facts/fact.ts'
import type { Owners } from '../../market/facts/publisher.ts'
import type { GmpReport } from '../../market/gmp/gmp.ts'
import type { Holidays } from '../../market/holidays.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import { expectedAtClose } from '../../market/scores/scoreboard.ts'
import { compareText } from '../../market/text-order.ts'
import { gmpReportsOfLastDay } from '../../store/facts/figure-reports.ts'
import type { View } from '../../store/view.ts'
import { type Issue, issuesOf } from '../ipos/issues-in-view.ts'
import { mainHolidays } from '../ipos/market-calendar.ts'
import type { MarketData } from '../market-data.ts'
import { FullIpo, IpoSummary, Listing } from '../schemas/ipos.ts'
import { ScoreboardRow } from '../schemas/scores.ts'
import { scoredListings, scoreOfListing } from '../scores/scoreboard.ts'
import {
  column,
  columnsOf,
  type DownloadColumn,
  type DownloadRow,
  type DownloadRows,
  headsWhere,
  ISSUE_COLUMNS,
  rowsOfEach,
} from './download-rows.ts'

const LISTINGS_PER_PAGE = 100

export const SCORE_ROW_COLUMNS: readonly DownloadColumn[] = [
  ...ISSUE_COLUMNS,
  ...columnsOf(IpoSummary, ['closeDate']),
  column('quotedOn', 'day', 'The day whose quotes count: the last one from closeDate - 7 to closeDate.'),
  column('words', 'json', "Each owner's quote that counts on that day, in rupees."),
  ...columnsOf(ScoreboardRow, ['issuePrice', 'listedOn', 'listingPrice']),
  ...columnsOf(Listing, ['exchange']),
  ...columnsOf(ScoreboardRow, ['gmpAtClose', 'impliedPct', 'actualPct', 'errorPp', 'directionHit']),
  ...columnsOf(FullIpo, ['gmpAtCloseDisputed']),
]

/** Every scored listing in the order of the scoreboard, with the inputs of its score. */
export async function scoreRows(
  market: MarketData,
  view: View,
  { board }: { readonly board?: readonly Board[] },
): Promise<DownloadRows> {
  const scored = (await scoredListings(market, view)).filter(
    (listing) => !board || board.includes(listing.board),
  )
  const isScored = new Set(scored.map(({ row }) => row.slug))
  const found = await headsWhere(market.db, view, ({ slug }) => isScored.has(slug))
  const heads = new Map(found.map((head) => [head.slug, head]))
  const ordered = scored.map(({ row }) => invariant(heads.get(row.slug), `the scored issue ${row.slug}`))
  const holidays = await mainHolidays(market, view)
  return rowsOfEach(ordered, LISTINGS_PER_PAGE, async (some) => {
    const issues = await issuesOf(market.db, view, some)
    const bounds = issues.flatMap(({ slugs, terms }) =>
      slugs.map((slug) => ({ slug, last: terms.closeDate })),
    )
    const read = await gmpReportsOfLastDay(market.db, view, bounds, holidays)
    const reports = Map.groupBy(read, ({ slug }) => slug)
    return issues.flatMap((issue) => {
      const own = issue.slugs.flatMap((slug) => reports.get(slug) ?? [])
      return scoreRow(issue, own, market.owners, holidays)
    })
  })
}

function scoreRow(
  issue: Issue,
  reports: readonly GmpReport[],
  owners: Owners,
  holidays: Holidays,
): DownloadRow[] {
  const { closeDate, board } = issue.terms
  const score = scoreOfListing(issue, reports, owners, holidays)
  const quoted = expectedAtClose(issue.terms, reports, owners, holidays)?.quoted
  if (!score || !quoted) return []
  const counted = quoted.quotes
    .filter((quote) => quote.counted)
    .sort((a, b) => compareText(a.owner, b.owner))
    .map(({ owner, gmp }) => [owner, rupeesFromPaise(gmp)] as const)
  const words = Object.fromEntries(counted)
  const exchange = issue.listing?.exchange
  const gmpAtCloseDisputed = quoted.disputed
  return [{ ...score.row, board, closeDate, quotedOn: quoted.day, words, exchange, gmpAtCloseDisputed }]
}
