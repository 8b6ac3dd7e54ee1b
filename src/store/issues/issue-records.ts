import type { AliasFact, Recorded } from '../../market/facts/fact.ts'
import type { IssueRecords } from '../../market/issues/issue.ts'
import type { Db } from '../engines/db.ts'
import { FIGURE_TABLES } from '../facts/fact-rows.ts'
import type { FigureReports } from '../facts/figure-reports.ts'
import { type FactsOfTables, readFacts } from '../facts/read-facts.ts'
import { issueRetractions, unretractedFactsOf, withoutRetracted } from '../facts/unretracted-facts.ts'
import { isKnownTo, type View } from '../view.ts'

/** The unretracted terms, merges and listings of these slugs, or of all, as known to a view. */
export async function issueRecords(db: Db, view: View, slugs?: readonly string[]): Promise<IssueRecords> {
  if (slugs) return recordsFrom(await unretractedFactsOf(db, view, RECORD_TABLES, slugs))
  const known = isKnownTo(view)
  const retractionsOf = await issueRetractions(db, known)
  return {
    ipos: withoutRetracted<'issue_facts'>(await readFacts(db, 'issue_facts', known), retractionsOf),
    sames: withoutRetracted<'sames'>(await readFacts(db, 'sames', known), retractionsOf),
    listings: withoutRetracted<'listings'>(await readFacts(db, 'listings', known), retractionsOf),
  }
}

const RECORD_TABLES = ['issue_facts', 'sames', 'listings'] as const

const recordsFrom = (facts: FactsOfTables<(typeof RECORD_TABLES)[number]>): IssueRecords => ({
  ipos: facts.issue_facts,
  sames: facts.sames,
  listings: facts.listings,
})

/** The records of these slugs with all unretracted reports on them. */
export async function recordsAndReports(
  db: Db,
  view: View,
  slugs: readonly string[],
): Promise<IssueRecords & FigureReports> {
  const facts = await unretractedFactsOf(db, view, [...RECORD_TABLES, ...FIGURE_TABLES], slugs)
  return { ...recordsFrom(facts), gmp: facts.gmp_reports, subscription: facts.subscription_reports }
}

/** Other names of issues, as known to a view. */
export async function aliasFacts(db: Db, view: View): Promise<Recorded<AliasFact>[]> {
  const known = isKnownTo(view)
  return withoutRetracted<'aliases'>(await readFacts(db, 'aliases', known), await issueRetractions(db, known))
}

/** Every slug in use, so that none is used twice. */
export async function allSlugs(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('issues').select('slug').execute()
  return new Set(rows.map(({ slug }) => slug))
}
