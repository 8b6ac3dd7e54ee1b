import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'

export interface MarketVersion {
  /** The last round with new facts; 0 for a store without any. */
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
 * Takes the same lock for a write without facts, so that no round runs in between and no deadlock arises. Must be the
 * first statement of its transaction.
 */
export async function holdMarket(tx: Db): Promise<void> {
  await sql`update market_version set last_round = last_round where id = 1`.execute(tx)
}

/** In SQL, the round that is being written. The caller holds the market lock. */
export const writingRound = sql<number>`(select last_round from market_version)`
