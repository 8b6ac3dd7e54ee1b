import { sql } from 'kysely'
import { type Instant, instantFromMs, msOf } from '../market/calendar.ts'
import type { Db } from './db.ts'

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

/** What writing the time into a fact and committing it takes, measured and doubled: the time lies after the commit. */
const COMMIT_MS_PER_FACT = 0.01

/**
 * The time for facts that bring none of their own: later than every moment for which an answer can have been given
 * so far, and than every round before, so that no `asOf` answer gains a fact afterwards.
 */
export const nextRecorded = (now: Instant, lastRecorded: Instant, facts = 0): Instant =>
  instantFromMs(Math.max(msOf(now), msOf(lastRecorded)) + 1 + Math.floor(facts * COMMIT_MS_PER_FACT))
