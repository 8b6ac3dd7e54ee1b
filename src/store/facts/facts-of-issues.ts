import { sql } from 'kysely'
import { invariant } from '../../invariant.ts'
import type { Recorded, RetractionFact } from '../../market/facts/fact.ts'
import type { GmpReport } from '../../market/gmp/gmp.ts'
import type { FactsOfSlugs } from '../../market/scores/prediction.ts'
import type { Db } from '../engines/db.ts'
import { isAmong } from '../engines/statements.ts'
import { type FactRow, factFromRow } from './fact-rows.ts'
import { readFacts, readTogether } from './read-facts.ts'

/** An issue's number in the store, and its slug. */
interface NamedIssue {
  readonly number: number
  readonly slug: string
}

/** All facts about these issues up to a version, retracted or not. */
export async function factsOfIssues(
  db: Db,
  version: number,
  issues: readonly NamedIssue[],
): Promise<FactsOfSlugs> {
  const matches = isOfThese(db, version, issues)
  const { retractions, ...facts } = await readTogether(
    db,
    ['retractions', 'issue_facts', 'sames', 'listings'],
    (table) =>
      table === 'retractions' ? sql`${matches} and fact in ('ipo', 'same', 'listing', 'gmp')` : matches,
  )
  return {
    ipos: facts.issue_facts,
    sames: facts.sames,
    listings: facts.listings,
    retractions,
    gmp: await gmpReportsOf(db, version, issues, retractions),
  }
}

function isOfThese(db: Db, version: number, issues: readonly NamedIssue[]) {
  const numbers = issues.map(({ number }) => number)
  return sql`${isAmong(db, sql`issue`, numbers)} and round <= ${version}`
}

/** Reads whole rows only for issues with a retracted quote, since a retraction may name the source's own time stamp. */
async function gmpReportsOf(
  db: Db,
  version: number,
  issues: readonly NamedIssue[],
  retractions: readonly Recorded<RetractionFact>[],
): Promise<GmpReport[]> {
  const retracted = new Set(retractions.filter(({ of }) => of.fact === 'gmp').map(({ of }) => of.slug))
  const [some, others] = [true, false].map((is) => issues.filter(({ slug }) => retracted.has(slug) === is))
  return [
    ...(some?.length ? await readFacts(db, 'gmp_reports', isOfThese(db, version, some)) : []),
    ...(others?.length ? await quotes(db, version, others) : []),
  ]
}

/**
 * Leaves out what a source prints beside the quote, its text and its address, so that a covering index is enough: quotes far outnumber all
 * other facts.
 */
async function quotes(db: Db, version: number, issues: readonly NamedIssue[]): Promise<GmpReport[]> {
  const slugs = new Map(issues.map(({ number, slug }) => [number, slug]))
  const { rows } = await sql<FactRow & { readonly issue: number }>`
    select id, issue, observed_at as "observedAt", source, recorded, gmp from gmp_reports
    where ${isOfThese(db, version, issues)}`.execute(db)
  return rows.map((row) =>
    factFromRow('gmp_reports', {
      ...row,
      slug: invariant(slugs.get(row.issue), `the slug of issue ${row.issue}`),
    }),
  )
}

/** All issues for which any source ever reported a listing price, up to a version. */
export async function everListed(db: Db, version: number): Promise<NamedIssue[]> {
  const { rows } = await sql<NamedIssue>`
    select id as number, slug from issues
    where id in (select issue from listings where round <= ${version})
    order by id`.execute(db)
  return rows
}
