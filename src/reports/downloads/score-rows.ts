import { invariant } from '../../invariant.ts'
import type { Board } from '../../market/facts/fact.ts'
import type { Owners } from '../../market/facts/publisher.ts'
import { type GmpReport, latestGmpDay } from '../../market/gmp/gmp.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import { scoredDays } from '../../market/scores/scoreboard.ts'
import { compareText } from '../../market/text-order.ts'
import { gmpReportsOfLastDay } from '../../store/facts/figure-reports.ts'
import type { View } from '../../store/view.ts'
import { type Issue, issuesOf, type NumberedHead, visitIssues } from '../ipos/issues-in-view.ts'
import type { MarketData } from '../market-data.ts'
import { UNCHANGED_BY_CLOCK } from '../moment.ts'
import { scoreboardRow, scoredListings } from '../scores/scoreboard.ts'
import {
  type Column,
  column,
  type DownloadRow,
  type DownloadRows,
  ISSUE_COLUMNS,
  rowBy,
} from './download-rows.ts'

const LISTINGS_PER_PAGE = 100

export const SCORE_ROW_COLUMNS: readonly Column[] = [
  ...ISSUE_COLUMNS,
  column('closeDate', 'day', 'Last day of bidding.'),
  column('quotedOn', 'day', 'The day whose quotes count: the last one from closeDate - 7 to closeDate.'),
  column('words', 'object', "Each owner's quote of that day, in rupees."),
  column('issuePrice', 'number', 'In rupees.'),
  column('listedOn', 'day', 'Day on which it listed.'),
  column('listingPrice', 'number', 'First trade of that day, in rupees.'),
  column('exchange', 'text', 'The exchange of that trade.'),
  column('gmpAtClose', 'number', 'The median of these quotes, in rupees: unofficial.'),
  column('impliedPct', 'number', 'gmpAtClose in percent of issuePrice.'),
  column('actualPct', 'number', 'listingPrice minus issuePrice, in percent of issuePrice.'),
  column('errorPp', 'number', 'impliedPct minus actualPct: above 0, GMP was too high.'),
  column('directionHit', 'boolean', 'Whether impliedPct and actualPct have the same sign.'),
]

const rowOf = rowBy(SCORE_ROW_COLUMNS)

export interface ScoreFilter {
  readonly board?: readonly Board[]
}

/** Every scored listing in the order of the scoreboard, with the inputs of its score. */
export async function scoreRows(
  market: MarketData,
  view: View,
  { board }: ScoreFilter,
): Promise<DownloadRows> {
  const scored = (await scoredListings(market, view)).filter(
    (listing) => !board || board.includes(listing.board),
  )
  const heads = new Map<string, NumberedHead>()
  const isScored = new Set(scored.map(({ row }) => row.slug))
  await visitIssues(market.db, view, (head) => {
    if (isScored.has(head.slug)) heads.set(head.slug, head)
  })
  const ordered = scored.map(({ row }) => invariant(heads.get(row.slug), `the scored issue ${row.slug}`))
  return { total: ordered.length, pages: pagesOf(market, view, ordered), span: UNCHANGED_BY_CLOCK }
}

async function* pagesOf(
  market: MarketData,
  view: View,
  heads: readonly NumberedHead[],
): AsyncGenerator<readonly DownloadRow[]> {
  for (let from = 0; from < heads.length; from += LISTINGS_PER_PAGE) {
    const issues = await issuesOf(market.db, view, heads.slice(from, from + LISTINGS_PER_PAGE))
    const bounds = issues.flatMap(({ slugs, terms }) =>
      slugs.map((slug) => ({ slug, last: terms.closeDate })),
    )
    const reports = Map.groupBy(await gmpReportsOfLastDay(market.db, view, bounds), ({ slug }) => slug)
    yield issues.flatMap((issue) => {
      const row = scoreRow(
        issue,
        issue.slugs.flatMap((slug) => reports.get(slug) ?? []),
        market.owners,
      )
      return row ? [row] : []
    })
  }
}

function scoreRow(issue: Issue, reports: readonly GmpReport[], owners: Owners): DownloadRow | undefined {
  const { closeDate, board } = issue.terms
  const score = scoreboardRow(issue, reports, owners)
  const quoted = closeDate === null ? undefined : latestGmpDay(reports, owners, scoredDays(closeDate))
  if (!score || !quoted) return undefined
  const counted = quoted.quotes
    .filter((quote) => quote.counted)
    .sort((a, b) => compareText(a.owner, b.owner))
    .map(({ owner, gmp }) => [owner, rupeesFromPaise(gmp)] as const)
  return rowOf({
    ...score,
    board,
    closeDate,
    quotedOn: quoted.day,
    words: Object.fromEntries(counted),
    exchange: issue.listing?.exchange,
  })
}
