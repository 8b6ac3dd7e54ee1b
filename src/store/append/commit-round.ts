import { sql } from 'kysely'
import { type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import { announceVersion } from '../market-news.ts'
import { nextRecorded } from '../market-version.ts'
import { FACT_TABLES, type Fault, type RoundResult, type Work } from '../tables.ts'
import type { Round } from './round.ts'
import { UNTIL_COMMIT } from './until-commit.ts'

export interface RoundEnd {
  readonly source: string
  readonly work: Work
  readonly started: Instant
  /** The moment of the commit as it is thought to be. */
  readonly recorded: Instant
  readonly now: () => Instant
  readonly rowsRead: number
  readonly rowsRefused: number
  readonly result: {
    readonly outcome: RoundResult
    readonly fault: Fault | null
    readonly words: string | null
  }
}

/**
 * Writes the round's record. Facts raise the market version; a round that brought none leaves it as it was. Gives the time
 * that facts without one of their own got.
 */
export async function commitRound(round: Round, end: RoundEnd): Promise<Instant> {
  const { tx, id, counts } = round
  const isNews = counts.taken > 0
  const committed = isNews ? await raiseVersion(round, end) : end.recorded
  await tx
    .insertInto('rounds')
    .values({
      id,
      source: end.source,
      work: end.work,
      started: end.started,
      committed,
      version: isNews ? id : round.version,
      ...end.result,
      rows_read: end.rowsRead,
      rows_kept: counts.taken,
      rows_known: counts.known,
      rows_refused: end.rowsRefused,
    })
    .execute()
  return committed
}

async function raiseVersion(round: Round, end: RoundEnd): Promise<Instant> {
  const { tx, id } = round
  let lastFact = 0
  for (const table of FACT_TABLES) {
    const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(
      tx,
    )
    lastFact = Math.max(lastFact, rows[0]?.id ?? 0)
  }
  await round.dealTotals.writeDated()
  const recorded = await stampFacts(round, end)
  const committed = { version: id, last_fact: lastFact, recorded }
  await tx.updateTable('market_version').set(committed).where('id', '=', 1).execute()
  await announceVersion(tx, id)
  return recorded
}

/** Fewer are stamped in no time. */
const MANY_FACTS = 200

/**
 * Facts that brought no time of their own get the moment of the commit, for all of them the same. Where stamping many took
 * longer than was thought, that moment would lie before the commit: then they are stamped anew, for a later one.
 */
async function stampFacts(round: Round, { recorded, now }: RoundEnd): Promise<Instant> {
  if (round.counts.taken < MANY_FACTS) {
    await stamp(round, recorded)
    return recorded
  }
  const { tx, lastRecorded } = round
  for (let to = recorded; ; ) {
    const begun = msOf(now())
    await sql`savepoint unstamped`.execute(tx)
    await stamp(round, to)
    const ended = msOf(now())
    if (nextRecorded(instantFromMs(ended), lastRecorded, 0) <= to) return to
    await sql`rollback to savepoint unstamped`.execute(tx)
    to = nextRecorded(instantFromMs(ended + 2 * (ended - begun)), lastRecorded, 0)
  }
}

async function stamp({ tx, dealTotals }: Round, moment: Instant): Promise<void> {
  for (const table of FACT_TABLES)
    await sql`update ${sql.table(table)} set recorded = ${moment} where recorded = ${UNTIL_COMMIT}`.execute(
      tx,
    )
  await dealTotals.writeUndated(moment)
}
