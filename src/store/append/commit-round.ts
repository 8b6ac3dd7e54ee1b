import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import { announceVersion } from '../market-news.ts'
import { FACT_TABLES, type Fault, type RoundResult, type Work } from '../tables.ts'
import { type Round, UNTIL_COMMIT } from './round.ts'

export interface RoundEnd {
  readonly source: string
  readonly work: Work
  readonly started: Instant
  readonly recorded: Instant
  readonly rowsRead: number
  readonly rowsRefused: number
  readonly result: {
    readonly outcome: RoundResult
    readonly fault: Fault | null
    readonly words: string | null
  }
}

/** Writes the round's record. Facts raise the market version; a round that brought none leaves it as it was. */
export async function commitRound(round: Round, end: RoundEnd): Promise<void> {
  const { tx, id, counts } = round
  const version = counts.taken > 0 ? await raiseVersion(round, end.recorded) : round.version
  await tx
    .insertInto('rounds')
    .values({
      id,
      source: end.source,
      work: end.work,
      started: end.started,
      committed: end.recorded,
      version,
      ...end.result,
      rows_read: end.rowsRead,
      rows_kept: counts.taken,
      rows_known: counts.known,
      rows_refused: end.rowsRefused,
    })
    .execute()
}

/** Facts that brought no time of their own get the moment of the commit, for all of them the same. */
async function raiseVersion({ tx, id }: Round, recorded: Instant): Promise<number> {
  let lastFact = 0
  for (const table of FACT_TABLES) {
    await sql`update ${sql.table(table)} set recorded = ${recorded} where recorded = ${UNTIL_COMMIT}`.execute(
      tx,
    )
    const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(
      tx,
    )
    lastFact = Math.max(lastFact, rows[0]?.id ?? 0)
  }
  const committed = { version: id, last_fact: lastFact, recorded }
  await tx.updateTable('market_version').set(committed).where('id', '=', 1).execute()
  await announceVersion(tx, id)
  return id
}
