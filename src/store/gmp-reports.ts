import { sql } from 'kysely'
import { addDays, type Day } from '../market/calendar.ts'
import type { GmpReport } from '../market/gmp.ts'
import type { Db } from './db.ts'
import { standingFacts } from './standing-facts.ts'
import { isKnownTo, type View } from './view.ts'

/** Everything that was reported on these slugs, oldest first. */
export const gmpReports = (db: Db, view: View, slugs: readonly string[]): Promise<GmpReport[]> =>
  standingFacts(db, view, 'gmp_reports', slugs)

/** A slug and the days of it that are wanted. */
export interface DaysOf {
  readonly slug: string
  readonly first: Day
  readonly last: Day
}

/** A slug and the last day of it that may count; `null` sets no bound. */
export interface LastDayOf {
  readonly slug: string
  readonly last: Day | null
}

/** How many ranges go into one statement. */
const RANGES_PER_QUERY = 200

/** What was reported on each slug within its days. */
export async function gmpReportsWithin(db: Db, view: View, ranges: readonly DaysOf[]): Promise<GmpReport[]> {
  const found: GmpReport[] = []
  for (let from = 0; from < ranges.length; from += RANGES_PER_QUERY) {
    const chunk = ranges.slice(from, from + RANGES_PER_QUERY)
    const slugs = chunk.map(({ slug }) => slug)
    const within = sql.join(chunk.map(inRange), sql` or `)
    found.push(...(await standingFacts(db, view, 'gmp_reports', slugs, sql`(${within})`)))
  }
  return found
}

const inRange = ({ slug, first, last }: DaysOf) => sql`(issue = (select id from issues where slug = ${slug})
  and observed >= ${first} and observed <= ${last})`

/**
 * What was reported on each slug on the most recent of its days that still has a standing report. Days whose reports
 * were all retracted are passed over.
 */
export async function gmpReportsOfLastDay(
  db: Db,
  view: View,
  bounds: readonly LastDayOf[],
): Promise<GmpReport[]> {
  const found: GmpReport[] = []
  let open = bounds
  while (open.length > 0) {
    const lastDays = await lastReportedDays(db, view, open)
    const reports = await gmpReportsWithin(db, view, lastDays)
    found.push(...reports)
    const answered = new Set(reports.map(({ slug }) => slug))
    open = lastDays.flatMap(({ slug, last }) =>
      answered.has(slug) ? [] : [{ slug, last: addDays(last, -1) }],
    )
  }
  return found
}

async function lastReportedDays(db: Db, view: View, ranges: readonly LastDayOf[]): Promise<DaysOf[]> {
  const days: DaysOf[] = []
  for (let from = 0; from < ranges.length; from += RANGES_PER_QUERY) {
    const chunk = ranges.slice(from, from + RANGES_PER_QUERY)
    const bounds = sql.join(chunk.map(({ slug, last }) => sql`(${slug}, ${last ?? '9999-12-31'})`))
    const { rows } = await sql<{ slug: string; day: Day | null }>`
      with bounds (slug, last) as (values ${bounds})
      select b.slug as slug, (
        select max(observed) from gmp_reports
        where issue = (select id from issues i where i.slug = b.slug) and observed <= b.last and ${isKnownTo(view)}
      ) as day from bounds b`.execute(db)
    days.push(...rows.flatMap(({ slug, day }) => (day === null ? [] : [{ slug, first: day, last: day }])))
  }
  return days
}
