import { sql } from 'kysely'
import { pollUntil } from '../../settles-within.ts'
import { type Db, isOnPostgres } from '../engines/db.ts'
import { isWriterAtWork, readCommitMark, removeCommitMark, writeCommitMark } from './sqlite-commit-mark.ts'

/**
 * A writer holds this lock exclusively, from before its facts' time until its commit is visible; a reader holds it
 * shared.
 */
const LOCK = sql`hashtextextended('greymark commit', 0)`

/**
 * Announces that a round is about to be committed. The writer must call it before the clock reaches the time of the
 * round's facts: then a reader as of that time finds either the commit or the announcement, however long the commit
 * takes.
 */
export async function announceCommit(tx: Db, round: number): Promise<void> {
  if (isOnPostgres(tx)) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
  else writeCommitMark(await fileOf(tx), round)
}

/**
 * Removes the announcement of a process that was killed before its commit, so that nobody waits for the new round until
 * it is announced itself. The caller holds the market lock. PostgreSQL does this by itself.
 */
export async function withdrawAnnouncement(tx: Db): Promise<void> {
  if (!isOnPostgres(tx)) removeCommitMark(await fileOf(tx))
}

/** True while an announced commit is neither visible nor given up. */
export async function isCommitPending(db: Db): Promise<boolean> {
  if (isOnPostgres(db)) {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock_shared(${LOCK}) as "isFree"`.execute(db)
    return rows[0]?.isFree === false
  }
  const known = await knownOf(db)
  const announced = readCommitMark(known.file)
  if (announced === null || announced <= known.round) return false
  const { last_round } = await db.selectFrom('market_version').select('last_round').executeTakeFirstOrThrow()
  known.round = last_round
  return announced > last_round && isWriterAtWork(known.file)
}

interface KnownStore {
  readonly file: string
  /** A committed round. */
  round: number
}

/** Cached, so that a check of a SQLite store usually reads only the mark. */
const knownStores = new WeakMap<Db, KnownStore>()

async function knownOf(db: Db): Promise<KnownStore> {
  const known = knownStores.get(db) ?? { file: await fileOf(db), round: 0 }
  knownStores.set(db, known)
  return known
}

/** A commit takes milliseconds; a request as of a moment does not wait longer for one. */
export const COMMIT_PATIENCE_MS = 2000

/** Waits for the commits that were announced before the call; returns false when one takes too long. */
export const untilNoCommitPending = (db: Db): Promise<boolean> =>
  pollUntil(async () => !(await isCommitPending(db)), COMMIT_PATIENCE_MS)

/** The file of a SQLite store; empty for one in memory. */
async function fileOf(db: Db): Promise<string> {
  const { rows } = await sql<{ file: string }>`
    select file from pragma_database_list where name = 'main'`.execute(db)
  return rows[0]?.file ?? ''
}
