import type { Day } from '../market/calendar.ts'
import type { Board } from '../market/fact.ts'
import type { GmpReport } from '../market/gmp.ts'
import { rupeesFromPaise } from '../market/money.ts'
import { type ScoreSummary, scoredDays, scoreOf, summaryOf } from '../market/scoreboard.ts'
import { compareText } from '../market/text-order.ts'
import type { Db } from '../store/db.ts'
import { gmpReportsWithin } from '../store/gmp-reports.ts'
import type { View } from '../store/view.ts'
import { type Issue, issueBook } from './issue-book.ts'
import { keptByView } from './kept-by-view.ts'
import type { Moment } from './moment.ts'

/** One scored listing, as every surface shows it. The keys stand in the published order. */
export interface ScoreboardRow {
  slug: string
  name: string
  issuePrice: number
  gmpAtClose: number
  impliedPct: number
  listingPrice: number
  actualPct: number
  errorPp: number
  directionHit: boolean
  listedOn: Day
}

export interface Scoreboard {
  readonly summary: ScoreSummary
  readonly rows: ScoreboardRow[]
}

/** A scored listing and what its row does not tell. */
export interface ScoredListing {
  readonly board: Board
  readonly row: ScoreboardRow
}

/** What was promised for an issue and what came; `undefined` while it cannot be scored. */
export function scoreboardRow(
  { slug, terms, listing }: Pick<Issue, 'slug' | 'terms' | 'listing'>,
  reports: readonly GmpReport[],
): ScoreboardRow | undefined {
  const score = scoreOf(terms, listing, reports)
  if (!score) return undefined
  const { impliedPct, actualPct, errorPp, directionHit, listedOn } = score
  return {
    slug,
    name: terms.name,
    issuePrice: rupeesFromPaise(score.issuePrice),
    gmpAtClose: rupeesFromPaise(score.gmpAtClose),
    impliedPct,
    listingPrice: rupeesFromPaise(score.listingPrice),
    actualPct,
    errorPp,
    directionHit,
    listedOn,
  }
}

/** Every scored listing, newest first. Every address of the scoreboard and every IPO's page asks for them. */
export const scoredListings = keptByView(readScoredListings)

async function readScoredListings(db: Db, view: View): Promise<readonly ScoredListing[]> {
  const book = await issueBook(db, view)
  const listed = book.issues.filter(({ listing, terms }) => listing && terms.closeDate)
  const days = listed.flatMap(({ slugs, terms }) =>
    slugs.map((slug) => ({ slug, ...scoredDays(terms.closeDate ?? '') })),
  )
  const reports = Map.groupBy(await gmpReportsWithin(db, view, days), ({ slug }) => book.resolve(slug))
  return listed
    .flatMap((issue): ScoredListing[] => {
      const row = scoreboardRow(issue, reports.get(issue.slug) ?? [])
      return row ? [{ board: issue.terms.board, row }] : []
    })
    .sort((a, b) => compareText(b.row.listedOn, a.row.listedOn) || compareText(a.row.slug, b.row.slug))
}

export async function scoreboard(db: Db, moment: Moment): Promise<Scoreboard> {
  const rows = (await scoredListings(db, moment)).map(({ row }) => row)
  return { summary: summaryOf(rows), rows }
}
