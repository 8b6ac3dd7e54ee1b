import { sql } from 'kysely'
import { addDays, type Day, istDay } from '../../market/calendar.ts'
import type { GmpReport } from '../../market/gmp/gmp.ts'
import type { Db } from '../engines/db.ts'
import { inputRows } from '../engines/json-values.ts'
import { type FactRow, factColumns, factFromRow } from '../facts/fact-rows.ts'
import {
  type RetractionsOf,
  retractionsOn,
  unretractedFacts,
  withoutRetracted,
} from '../facts/unretracted-facts.ts'
import { isAlsoKnownTo, type View } from '../view.ts'

/** All GMP reports on these slugs, oldest first. */
export const gmpReports = (db: Db, view: View, slugs: readonly string[]): Promise<GmpReport[]> =>
  unretractedFacts(db, view, 'gmp_reports', slugs)

/** A slug and the last day whose reports may count; `null` sets no bound. */
export interface LastDayOf {
  readonly slug: string
  readonly last: Day | null
}

/**
 * The reports on each slug's most recent day with an unretracted report. Days whose reports were all retracted are
 * skipped. Retractions that were read already are not read again.
 */
export async function gmpReportsOfLastDay(
  db: Db,
  view: View,
  bounds: readonly LastDayOf[],
  retractionsOf?: RetractionsOf,
): Promise<GmpReport[]> {
  const found: GmpReport[] = []
  // No report is recorded before its day.
  const today = view.asOf === null ? LAST_OF_DAYS : istDay(view.asOf)
  let open = bounds.map(({ slug, last }) => ({ slug, last: last === null || last > today ? today : last }))
  while (open.length > 0) {
    const reports = await reportsOfLastDay(db, view, open)
    const slugs = [...new Set(reports.map(({ slug }) => slug))]
    const unretracted = withoutRetracted<'gmp_reports'>(
      reports,
      retractionsOf ?? (await retractionsOn(db, view, slugs)),
    )
    found.push(...unretracted)
    const answered = new Set(unretracted.map(({ slug }) => slug))
    const days = new Map(reports.map(({ slug, observedAt }) => [slug, observedAt]))
    open = [...days].flatMap(([slug, day]) => (answered.has(slug) ? [] : [{ slug, last: addDays(day, -1) }]))
  }
  return found
}

const LAST_OF_DAYS: Day = '9999-12-31'

/** Joins issue by issue: with fresh statistics a database may otherwise start with the reports. */
async function reportsOfLastDay(
  db: Db,
  view: View,
  bounds: readonly { readonly slug: string; readonly last: Day }[],
): Promise<GmpReport[]> {
  const input = inputRows(db, {
    slug: bounds.map(({ slug }) => slug),
    last: bounds.map(({ last }) => last),
  })
  const isKnown = isAlsoKnownTo(db, view)
  const { rows } = await sql<FactRow>`
    select ${factColumns('gmp_reports', 'f')}, i.slug as slug from ${input} cross join issues i cross join gmp_reports f
    where i.slug = input.slug and f.issue = i.id and ${isKnown} and f.observed_at = (
      select max(observed_at) from gmp_reports
      where issue = i.id and observed_at <= input.last and ${isKnown})`.execute(db)
  return rows.map((row) => factFromRow('gmp_reports', row))
}
