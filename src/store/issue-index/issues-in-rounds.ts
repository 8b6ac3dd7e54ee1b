import { sql } from 'kysely'
import type { Db } from '../engines/db.ts'
import type { FactTable, ISSUE_TABLES } from '../tables.ts'

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

/** The issues with facts in these rounds. Fact ids ascend with rounds, so that earlier facts are not read. */
export const issuesInRounds = async (
  db: Db,
  tables: readonly (typeof ISSUE_TABLES)[number][],
  rounds: RoundRange,
): Promise<IssueInRounds[]> =>
  (await Promise.all(tables.map((table) => issuesInTable(db, table, rounds)))).flat()

async function issuesInTable(
  db: Db,
  table: FactTable,
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
