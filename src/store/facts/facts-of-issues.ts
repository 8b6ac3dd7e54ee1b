import { sql } from 'kysely'
import { invariant } from '../../invariant.ts'
import type { Recorded, RetractionFact } from '../../market/facts/fact.ts'
import type { GmpReport } from '../../market/gmp/gmp.ts'
import type { FactsOfSlugs } from '../../market/scores/prediction.ts'
import type { Db } from '../engines/db.ts'
import { readFacts } from './read-facts.ts'

/** An issue's number in the store, and its slug. */
interface NamedIssue {
  readonly number: number
  readonly slug: string
}

/** All that rounds up to a version said of these issues, taken back or not. */
export async function factsOfIssues(
  db: Db,
  version: number,
  issues: readonly NamedIssue[],
): Promise<FactsOfSlugs> {
  const isMeant = isOfThese(version, issues)
  const retractions = await readFacts(
    db,
    'retractions',
    sql`${isMeant} and fact in ('ipo', 'same', 'listing', 'gmp')`,
  )
  return {
    ipos: await readFacts(db, 'issue_facts', isMeant),
    sames: await readFacts(db, 'sames', isMeant),
    listings: await readFacts(db, 'listings', isMeant),
    retractions,
    gmp: await gmpToldOf(db, version, issues, retractions),
  }
}

const isOfThese = (version: number, issues: readonly NamedIssue[]) =>
  sql`issue in (${sql.join(issues.map(({ number }) => number))}) and round <= ${version}`

/** Whole only of the issues of which a quote was retracted: a retraction may name the source's own time stamp. */
async function gmpToldOf(
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

interface QuoteRow {
  readonly id: number
  readonly issue: number
  readonly observed: string
  readonly source: string
  readonly recorded: string
  readonly gmp: number
}

/** Without time stamp, print and address of the source, so that an index alone is read: there are far more of these than of all else. */
async function quotes(db: Db, version: number, issues: readonly NamedIssue[]): Promise<GmpReport[]> {
  const slugs = new Map(issues.map(({ number, slug }) => [number, slug]))
  const { rows } = await sql<QuoteRow>`
    select id, issue, observed, source, recorded, gmp from gmp_reports
    where ${isOfThese(version, issues)}`.execute(db)
  return rows.map(({ id, issue, observed, source, recorded, gmp }) => ({
    fact: 'gmp',
    slug: invariant(slugs.get(issue), `the slug of issue ${issue}`),
    observedAt: observed,
    gmp,
    source,
    reportedAt: null,
    printed: null,
    url: null,
    recorded,
    id,
  }))
}

/** All issues that anybody ever gave a listing price of, up to a version. */
export async function everListed(db: Db, version: number): Promise<NamedIssue[]> {
  const { rows } = await sql<NamedIssue>`
    select id as number, slug from issues
    where id in (select issue from listings where round <= ${version})
    order by id`.execute(db)
  return rows
}
