import type { Day } from '../market/calendar.ts'
import { rupeesFromPaise } from '../market/money.ts'
import { type ScoreSummary, scoredDays, scoreOf, summaryOf } from '../market/scoreboard.ts'
import { compareText } from '../market/text-order.ts'
import type { Db } from '../store/db.ts'
import { gmpReportsWithin } from '../store/gmp-reports.ts'
import { issueBook } from './issue-book.ts'
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

/** Every scored listing, newest first. */
export async function scoreboard(db: Db, moment: Moment): Promise<Scoreboard> {
  const book = await issueBook(db, moment)
  const listed = book.issues.filter(({ listing, terms }) => listing && terms.closeDate)
  const days = listed.flatMap(({ slugs, terms }) =>
    slugs.map((slug) => ({ slug, ...scoredDays(terms.closeDate ?? '') })),
  )
  const reports = Map.groupBy(await gmpReportsWithin(db, moment, days), ({ slug }) => book.resolve(slug))
  const rows = listed.flatMap(({ slug, terms, listing }): ScoreboardRow[] => {
    const score = scoreOf(terms, listing, reports.get(slug) ?? [])
    if (!score) return []
    const { issuePrice, gmpAtClose, impliedPct, listingPrice, actualPct, errorPp, directionHit, listedOn } =
      score
    return [
      {
        slug,
        name: terms.name,
        issuePrice: rupeesFromPaise(issuePrice),
        gmpAtClose: rupeesFromPaise(gmpAtClose),
        impliedPct,
        listingPrice: rupeesFromPaise(listingPrice),
        actualPct,
        errorPp,
        directionHit,
        listedOn,
      },
    ]
  })
  rows.sort((a, b) => compareText(b.listedOn, a.listedOn) || compareText(a.slug, b.slug))
  return { summary: summaryOf(rows), rows }
}
