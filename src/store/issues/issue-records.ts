import { type RawBuilder, sql } from 'kysely'
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

/** The tables of the facts that identify issues, merge them, or take such a fact back. */
export const IDENTITY_TABLES = ['issue_facts', 'aliases', 'listings', 'sames', 'retractions'] as const
export type IdentityTable = (typeof IDENTITY_TABLES)[number]
export type IdentityFacts = FactsOfTables<IdentityTable>

/** Those, retracted or not, with a higher id than the last one read from each table. */
export const identityFactsAfter = (
  db: Db,
  last: Readonly<Record<IdentityTable, number>>,
): Promise<IdentityFacts> => identityFacts(db, (table) => sql`id > ${last[table]}`)

/** Those, retracted or not, that are known to a view. */
export const identityFactsAt = (db: Db, view: View): Promise<IdentityFacts> =>
  identityFacts(db, () => isKnownTo(view))

const identityFacts = async (
  db: Db,
  conditionOf: (table: IdentityTable) => RawBuilder<unknown>,
): Promise<IdentityFacts> => ({
  issue_facts: await readFacts(db, 'issue_facts', conditionOf('issue_facts')),
  aliases: await readFacts(db, 'aliases', conditionOf('aliases')),
  listings: await readFacts(db, 'listings', conditionOf('listings')),
  sames: await readFacts(db, 'sames', conditionOf('sames')),
  retractions: await readFacts(db, 'retractions', sql`issue is not null and ${conditionOf('retractions')}`),
})

/** Every slug in use, so that none is used twice. */
export async function allSlugs(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('issues').select('slug').execute()
  return new Set(rows.map(({ slug }) => slug))
}
