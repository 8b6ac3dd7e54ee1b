import { sql } from 'kysely'
import { type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import { type Db, isOnPostgres } from '../engines/db.ts'
import { lastIdIn } from '../engines/last-id.ts'
import type { Fault, RoundResult, StoreRow, Work } from '../tables.ts'
import { nextRecorded } from '../version/market-version.ts'
import { announceCommit } from '../version/pending-commit.ts'
import { announceVersion } from '../version/version-announcements.ts'
import { PENDING_TIMESTAMP } from './pending-timestamp.ts'
import type { Round } from './round.ts'

export interface RoundEnd {
  readonly source: string
  readonly work: Work
  readonly started: Instant
  readonly now: () => Instant
  readonly rowsRead: number
  readonly rowsRefused: number
  readonly result: {
    readonly outcome: RoundResult
    readonly fault: Fault | null
    readonly words: string | null
  }
}

/** The result of a round in which everything could be read. */
export const DONE: RoundEnd['result'] = { outcome: 'done', fault: null, words: null }

/**
 * Writes the round's record. New facts raise the market version; a round without any leaves it unchanged. Returns the
 * time that facts without `recordedAt` got.
 */
export async function commitRound(round: Round, end: RoundEnd): Promise<Instant> {
  const { tx, id, counts } = round
  const isNews = counts.taken > 0
  const committed = isNews
    ? await raiseVersion(round, end)
    : nextRecorded(end.now(), round.lastRecorded, counts.taken)
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
  await round.dealTotals.writeDated()
  const recorded = await stampFacts(round, end)
  await setVersion(round, recorded)
  return recorded
}

async function setVersion(round: Round, recorded: Instant): Promise<void> {
  const { tx, id } = round
  const committed = { version: id, last_fact: await lastFactOf(round), recorded }
  await tx.updateTable('market_version').set(committed).where('id', '=', 1).execute()
  await announceVersion(tx, id)
}

/** The record of a round as another store has it. */
export type RoundCopy = Omit<StoreRow<'rounds'>, 'id' | 'version'>

/** Writes the record of a round that was committed in another store. Its facts have their own times. */
export async function commitCopy(round: Round, copy: RoundCopy): Promise<void> {
  const { tx, id, lastRecorded, counts } = round
  const isNews = counts.taken > 0
  if (isNews) {
    await round.dealTotals.writeDated()
    // The times of versions ascend, also where this store has facts of its own.
    await setVersion(round, copy.committed > lastRecorded ? copy.committed : lastRecorded)
  }
  await tx
    .insertInto('rounds')
    .values({ id, ...copy, version: isNews ? id : round.version })
    .execute()
}

async function lastFactOf({ tx, idBase, writtenTables }: Round): Promise<number> {
  let last = idBase
  for (const table of writtenTables) last = Math.max(last, await lastIdIn(tx, table))
  return last
}

/** Fewer facts are stamped in some milliseconds, for which readers can wait. */
const MANY_FACTS = 2000

/**
 * Facts without `recordedAt` all get the moment of the commit. If stamping many facts takes longer than estimated, that
 * moment would be before the commit; then they are stamped again with a later one.
 */
async function stampFacts(round: Round, { started, now }: RoundEnd): Promise<Instant> {
  const { tx, id, lastRecorded, counts } = round
  const after = (ms: number) => nextRecorded(instantFromMs(ms), lastRecorded, counts.taken)
  if (counts.taken < MANY_FACTS) {
    await announceCommit(tx, id)
    const moment = after(msOf(now()))
    await stamp(round, moment)
    return moment
  }
  const undated = await countUndated(round)
  if (undated === 0) {
    await announceCommit(tx, id)
    return after(msOf(now()))
  }
  let begun = msOf(now())
  for (let takes = stampingTakes(tx, undated, begun - msOf(started)); ; ) {
    const moment = after(begun + takes)
    await sql`savepoint unstamped`.execute(tx)
    await stamp(round, moment)
    // Announced only now, so that readers do not wait while facts are stamped.
    await announceCommit(tx, id)
    const ended = msOf(now())
    if (after(ended) <= moment) return moment
    await sql`rollback to savepoint unstamped`.execute(tx)
    takes = 2 * (ended - begun)
    begun = msOf(now())
  }
}

/** Milliseconds per fact on a slow machine. */
const MOST_MS_PER_FACT = 0.01
/**
 * Time for stamping as a share of the time for appending: a seventh was measured on SQLite. PostgreSQL rewrites the
 * rows.
 */
const SHARE_OF_APPENDING = { sqlite: 0.2, postgres: 0.8 }
/** A smaller estimate gains nothing. */
const LEAST_MS = 50

/**
 * Estimates how long stamping takes, so that the moment is not before the commit, and not so far ahead that a reader
 * has to wait for it.
 */
function stampingTakes(tx: Db, facts: number, appendMs: number): number {
  const share = SHARE_OF_APPENDING[isOnPostgres(tx) ? 'postgres' : 'sqlite']
  return Math.ceil(Math.min(facts * MOST_MS_PER_FACT, Math.max(LEAST_MS, appendMs * share)))
}

async function countUndated({ tx, writtenTables }: Round): Promise<number> {
  let count = 0
  for (const table of writtenTables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where recorded = ${PENDING_TIMESTAMP}`.execute(tx)
    count += rows[0]?.count ?? 0
  }
  return count
}

async function stamp({ tx, writtenTables, dealTotals }: Round, moment: Instant): Promise<void> {
  const setMoment = sql`set recorded = ${moment} where recorded = ${PENDING_TIMESTAMP}`
  for (const table of writtenTables) await sql`update ${sql.table(table)} ${setMoment}`.execute(tx)
  await dealTotals.writeUndated(moment)
}
