import { sql } from 'kysely'
import { type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'

export interface MarketVersion {
  /** The last round that brought facts; 0 for a store without any. */
  readonly version: number
  /** When that round was committed. */
  readonly recorded: Instant
}

export function marketVersion(db: Db): Promise<MarketVersion> {
  return db.selectFrom('market_version').select(['version', 'recorded']).executeTakeFirstOrThrow()
}

/** Locks the market for one writer until the transaction ends. Must be its first statement. */
export async function lockMarket(tx: Db) {
  const { rows } = await sql<{ version: number; last_round: number; last_fact: number; recorded: Instant }>`
    update market_version set last_round = last_round + 1 where id = 1
    returning version, last_round, last_fact, recorded`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the store has no market_version row; it is damaged')
  return row
}

/**
 * Holds the market as a round does, for what brings no fact: no round comes between, and none waits for it crosswise. Must
 * be the first statement of its transaction.
 */
export async function holdMarket(tx: Db): Promise<void> {
  await sql`update market_version set last_round = last_round where id = 1`.execute(tx)
}

/** A commit waits for the disk, which takes milliseconds; this leaves room for a slow one. */
const COMMIT_MS = 100
/** What a fact adds to that, several times what was seen: a large round leaves much that the disk has yet to take. */
const COMMIT_MS_PER_FACT = 0.001

/**
 * The time for facts that bring none of their own: so far ahead that it lies after the commit, and so after every moment
 * for which an answer can have been given without them; and after the round before. No `asOf` answer gains a fact.
 */
export function nextRecorded(now: Instant, lastRecorded: Instant, facts: number): Instant {
  const afterCommit = msOf(now) + COMMIT_MS + Math.ceil(facts * COMMIT_MS_PER_FACT)
  return instantFromMs(Math.max(afterCommit, msOf(lastRecorded) + 1))
}
