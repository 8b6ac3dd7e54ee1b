import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { IssueFacts } from '../../market/facts/issue-facts.ts'
import type { Db } from '../engines/db.ts'
import type { IssueGroup } from '../issues/issue-book.ts'
import type { Work } from '../tables.ts'
import { isAlsoKnownTo, isInView, type View } from '../view.ts'
import { type FactTable, ISSUE_TABLES } from './fact-rows.ts'
import { isOf, readFacts } from './read-facts.ts'

/** All facts about the issues of a group that a view knows, retracted ones included. */
export async function allFactsOf(db: Db, view: View, { facts, slugs }: IssueGroup): Promise<IssueFacts> {
  const isKnown = isInView(view)
  const isOfThese = sql`${isOf(db, slugs)} and ${isAlsoKnownTo(db, view)}`
  return {
    ipos: facts.ipos.filter(isKnown),
    sames: facts.sames.filter(isKnown),
    listings: facts.listings.filter(isKnown),
    gmp: await readFacts(db, 'gmp_reports', isOfThese),
    subscription: await readFacts(db, 'subscription_reports', isOfThese),
    retractions: facts.retractions.filter(isKnown),
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

/** The tables of holidays and of their retractions, which belong to no issue. */
const HOLIDAY_TABLES = ['holidays', 'retractions'] as const

/** The origins of the facts of `allFactsOf` and of these holidays and their retractions, by fact id. */
export async function originsOf(
  db: Db,
  view: View,
  slugs: readonly string[],
  holidays: readonly number[] = [],
): Promise<ReadonlyMap<number, Origin>> {
  const rowsOf = (table: FactTable, condition: RawBuilder<unknown>) =>
    sql`select id, round, "fetch" from ${sql.table(table)} where ${condition}`
  const facts = [
    ...ISSUE_TABLES.map((table) => rowsOf(table, sql`${isOf(db, slugs)} and ${isAlsoKnownTo(db, view)}`)),
    ...(holidays.length === 0
      ? []
      : HOLIDAY_TABLES.map((table) => rowsOf(table, sql`id in (${sql.join(holidays)})`))),
  ]
  const { rows } = await sql<Origin>`
    select f.id as fact, f.round, r.work, r.committed, d.fetched, d.payload, d.url as address
    from (${sql.join(facts, sql` union all `)}) f
    join rounds r on r.id = f.round left join fetches d on d.id = f."fetch"`.execute(db)
  return new Map(rows.map((origin) => [origin.fact, origin]))
}
