import { sql } from 'kysely'
import { invariant } from '../../invariant.ts'
import type { Recorded, RetractionFact } from '../../market/facts/fact.ts'
import type { GmpReport } from '../../market/gmp/gmp.ts'
import type { FactsOfSlugs } from '../../market/scores/prediction.ts'
import type { Db } from '../engines/db.ts'
import { factFromRow, type JoinedRow } from './fact-rows.ts'
import { readFacts } from './read-facts.ts'

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
  const matches = isOfThese(version, issues)
  const retractions = await readFacts(
    db,
    'retractions',
    sql`${matches} and fact in ('ipo', 'same', 'listing', 'gmp')`,
  )
  return {
    ipos: await readFacts(db, 'issue_facts', matches),
    sames: await readFacts(db, 'sames', matches),
    listings: await readFacts(db, 'listings', matches),
    retractions,
    gmp: await gmpReportsOf(db, version, issues, retractions),
  }
}

const isOfThese = (version: number, issues: readonly NamedIssue[]) =>
  sql`issue in (${sql.join(issues.map(({ number }) => number))}) and round <= ${version}`

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
    ...(some?.length ? await readFacts(db, 'gmp_reports', isOfThese(version, some)) : []),
    ...(others?.length ? await quotes(db, version, others) : []),
  ]
}

/**
 * Leaves out what a source prints beside the quote, its text and its address, so that a covering index is enough: quotes far outnumber all
 * other facts.
 */
async function quotes(db: Db, version: number, issues: readonly NamedIssue[]): Promise<GmpReport[]> {
  const slugs = new Map(issues.map(({ number, slug }) => [number, slug]))
  const { rows } = await sql<JoinedRow<'gmp_reports'>>`
    select id, issue, observed, source, recorded, gmp from gmp_reports
    where ${isOfThese(version, issues)}`.execute(db)
  const notRead = {
    reported: null,
    printed_low: null,
    printed_high: null,
    sauda: null,
    printed: null,
    url: null,
  }
  return rows.map((row) => {
    const slug = invariant(slugs.get(row.issue), `the slug of issue ${row.issue}`)
    return factFromRow('gmp_reports', { ...row, ...notRead, slug })
  })
}

/** All issues for which any source ever reported a listing price, up to a version. */
export async function everListed(db: Db, version: number): Promise<NamedIssue[]> {
  const { rows } = await sql<NamedIssue>`
    select id as number, slug from issues
    where id in (select issue from listings where round <= ${version})
    order by id`.execute(db)
  return rows
}
