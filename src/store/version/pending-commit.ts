import { sql } from 'kysely'
import { pollUntil } from '../../settles-within.ts'
import { type Db, isOnPostgres } from '../engines/db.ts'
import { isWriterAtWork, readCommitMark, removeCommitMark, writeCommitMark } from './sqlite-commit-mark.ts'

/** Holders: exclusively a writer from before its facts' time is past until its commit is visible, shared a reader. */
const LOCK = sql`hashtextextended('greymark commit', 0)`

/**
 * Says that a round is about to be committed. The writer must call it before the clock has come to the time of the round's
 * facts: then a reader as of that time finds either the commit or the notice of it, however long the commit takes.
 */
export async function announceCommit(tx: Db, round: number): Promise<void> {
  if (isOnPostgres(tx)) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
  else writeCommitMark(await fileOf(tx), round)
}

/**
 * Takes back what a process announced that was killed before its commit: nobody is to wait for the round that begins in its
 * place until that announces its own. The caller holds the market. PostgreSQL does this by itself.
 */
export async function withdrawAnnouncement(tx: Db): Promise<void> {
  if (!isOnPostgres(tx)) removeCommitMark(await fileOf(tx))
}

/** True while a commit that was announced has neither become visible nor been given up. */
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
  /** A round that it has. */
  round: number
}

/** What does not change for a SQLite store, so that a look mostly reads the mark alone. */
const knownStores = new WeakMap<Db, KnownStore>()

async function knownOf(db: Db): Promise<KnownStore> {
  const known = knownStores.get(db) ?? { file: await fileOf(db), round: 0 }
  knownStores.set(db, known)
  return known
}

/** A commit takes milliseconds; whoever asks for an answer as of a moment does not wait longer for one. */
export const COMMIT_PATIENCE_MS = 2000

/** Waits for the commits that were announced before the call; false when one takes too long. */
export const untilNoCommitPending = (db: Db): Promise<boolean> =>
  pollUntil(async () => !(await isCommitPending(db)), COMMIT_PATIENCE_MS)

/** The file of a SQLite store; empty for one in memory. */
async function fileOf(db: Db): Promise<string> {
  const { rows } = await sql<{ file: string }>`
    select file from pragma_database_list where name = 'main'`.execute(db)
  return rows[0]?.file ?? ''
}
