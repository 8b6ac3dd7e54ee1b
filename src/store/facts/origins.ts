import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { IssueFacts } from '../../market/facts/issue-facts.ts'
import type { Db } from '../engines/db.ts'
import { ISSUE_TABLES, type Work } from '../tables.ts'
import { isKnownTo, type View } from '../view.ts'
import { readFacts } from './read-facts.ts'
import { isOf } from './unretracted-facts.ts'

/** All facts about these slugs known to a view, retracted ones included. */
export async function allFactsOf(db: Db, view: View, slugs: readonly string[]): Promise<IssueFacts> {
  const known = sql`${isOf(db, slugs)} and ${isKnownTo(view)}`
  return {
    ipos: await readFacts(db, 'issue_facts', known),
    sames: await readFacts(db, 'sames', known),
    listings: await readFacts(db, 'listings', known),
    gmp: await readFacts(db, 'gmp_reports', known),
    subscription: await readFacts(db, 'subscription_reports', known),
    retractions: await readFacts(db, 'retractions', known),
  }
}

/** How a fact came into the store: its round, and its download if it was parsed from one. */
export interface Origin {
  readonly fact: number
  readonly round: number
  readonly work: Work
  readonly committed: Instant
  readonly fetched: Instant | null
  /** The SHA-256 of the downloaded answer. */
  readonly payload: string | null
  readonly address: string | null
}

/** The origins of the facts of `allFactsOf`, by fact id. */
export async function originsOf(
  db: Db,
  view: View,
  slugs: readonly string[],
): Promise<ReadonlyMap<number, Origin>> {
  const known = sql`where ${isOf(db, slugs)} and ${isKnownTo(view)}`
  const facts = ISSUE_TABLES.map((table) => sql`select id, round, "fetch" from ${sql.table(table)} ${known}`)
  const { rows } = await sql<Origin>`
    select f.id as fact, f.round, r.work, r.committed, d.fetched, d.payload, d.url as address
    from (${sql.join(facts, sql` union all `)}) f
    join rounds r on r.id = f.round left join fetches d on d.id = f."fetch"`.execute(db)
  return new Map(rows.map((origin) => [origin.fact, origin]))
}
