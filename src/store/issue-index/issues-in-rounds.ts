import { sql } from 'kysely'
import type { Db } from '../engines/db.ts'

/** A range of rounds; `upTo` is included. */
export interface RoundRange {
  readonly after: number
  readonly upTo: number
}

/** An issue, and the last of the rounds with a fact about it. */
export interface IssueInRounds {
  readonly issue: number
  readonly round: number
}

/** The facts that decide how an issue looks in a list. */
export const HEAD_TABLES = ['issue_facts', 'listings', 'sames', 'retractions'] as const
export const FIGURE_TABLES = ['gmp_reports', 'subscription_reports'] as const
export type IssueFactTable = (typeof HEAD_TABLES)[number] | (typeof FIGURE_TABLES)[number]

/**
 * The issues with facts in these rounds, of one table. Fact ids ascend with rounds, so that earlier facts are not read.
 */
export async function issuesInRounds(
  db: Db,
  table: IssueFactTable,
  { after, upTo }: RoundRange,
): Promise<IssueInRounds[]> {
  const of = sql.table(table)
  // Grouped by the bare column, SQLite would read all facts in the order of an index.
  const { rows } = await sql<IssueInRounds>`
    select issue + 0 as issue, max(round) as round from ${of}
    where id > coalesce((select id from ${of} where round <= ${after} order by id desc limit 1), 0)
      and round <= ${upTo} and issue is not null
    group by issue + 0`.execute(db)
  return rows
}
