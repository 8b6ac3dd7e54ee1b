import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Instant, msOf } from '../../market/calendar.ts'
import { pollUntil } from '../../settles-within.ts'
import { type Db, isOnPostgres } from '../engines/db.ts'
import { marketVersion, versionAsOf } from './market-version.ts'

/**
 * On PostgreSQL a writer holds this lock exclusively, from before the time of its commit until the commit is visible; a
 * reader holds it shared. A commit may wait there for a standby.
 */
const LOCK = sql`hashtextextended('greymark commit', 0)`

/** Announces that a round is about to be committed. The writer must call it before it reads the time of its commit. */
export async function announceCommit(tx: Db): Promise<void> {
  if (isOnPostgres(tx)) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
}

/** True while an announced commit is neither visible nor given up. */
export async function isCommitPending(db: Db): Promise<boolean> {
  if (!isOnPostgres(db)) return false
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock_shared(${LOCK}) as "isFree"`.execute(db)
  return rows[0]?.isFree === false
}

/** A commit takes milliseconds. A moment that is younger than this may still be missing one. */
export const COMMIT_PATIENCE_MS = 2000

/** Waits until a moment is old enough for all commits up to it to be visible. */
export async function untilSettled(moment: Instant, now: Instant): Promise<void> {
  const age = msOf(now) - msOf(moment)
  if (age < COMMIT_PATIENCE_MS) await setTimeout(COMMIT_PATIENCE_MS - Math.max(0, age))
}

/** Waits for the commits that were announced before the call; returns false when one takes too long. */
export const untilNoCommitPending = (db: Db): Promise<boolean> =>
  pollUntil(async () => !(await isCommitPending(db)), COMMIT_PATIENCE_MS)

/**
 * The version with which an answer as of a moment is made, and which no later commit can change; `null` when a commit
 * takes too long.
 */
export async function settledVersion(db: Db, moment: Instant, now: Instant): Promise<number | null> {
  await untilSettled(moment, now)
  if (!(await untilNoCommitPending(db))) return null
  const { version } = await marketVersion(db)
  return versionAsOf(db, moment, version)
}
