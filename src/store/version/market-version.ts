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

/**
 * Within so many milliseconds of a round's commit, every process serves its facts. Messages about a fact leave only
 * after that, so that whoever gets one finds the fact in the next answer of any process.
 */
export const SERVED_WITHIN_MS = 2000

/** A range of rounds; `upTo` is included. */
export interface RoundRange {
  readonly after: number
  readonly upTo: number
}

/** A round with new facts, which is a version of the market. */
export interface VersionRound {
  readonly version: number
  readonly committed: Instant
  /** The number of its new facts. */
  readonly facts: number
}

const SELECT = sql`select version, committed, rows_kept as facts from rounds where version = id`

/** The first rounds of a range that have new facts. */
export async function versionRounds(
  db: Db,
  { after, upTo }: RoundRange,
  limit: number,
): Promise<VersionRound[]> {
  const { rows } = await sql<VersionRound>`
    ${SELECT} and id > ${after} and id <= ${upTo} order by id limit ${limit}`.execute(db)
  return rows
}

/** The last rounds with new facts up to a version, newest first. */
export async function lastVersionRounds(db: Db, version: number, limit: number): Promise<VersionRound[]> {
  const { rows } = await sql<VersionRound>`
    ${SELECT} and id <= ${version} order by id desc limit ${limit}`.execute(db)
  return rows
}

/** The market version at a moment: the last round committed by then; version 0 when there is none. */
export async function versionRoundAt(db: Db, moment: Instant): Promise<VersionRound> {
  const { rows } = await sql<VersionRound>`
    ${SELECT} and committed <= ${moment} order by committed desc, id desc limit 1`.execute(db)
  return rows[0] ?? { version: 0, committed: '1970-01-01T00:00:00.000Z', facts: 0 }
}

/**
 * The version with which an answer as of a moment is made: the newest, except within the time that a round took from the
 * time of its facts to its commit. Then nobody was served its facts yet, and the answer has the version before it.
 */
export async function versionAsOf(db: Db, moment: Instant, newest: number): Promise<number> {
  const { rows } = await sql<{ id: number; recorded: Instant }>`
    select id, recorded from rounds where committed > ${moment} and version = id
    order by committed, id limit 1`.execute(db)
  const [next] = rows
  return next && next.recorded <= moment ? Math.min(newest, next.id - 1) : newest
}

/** The ids of the facts of these rounds, which ascend over all tables: after the one, up to the other. */
export async function factIdsOf(db: Db, { after, upTo }: RoundRange): Promise<RoundRange> {
  const lastFactOf = async (round: number) => {
    const { rows } = await sql<{ last: number }>`
      select last_fact as last from rounds where id <= ${round} order by id desc limit 1`.execute(db)
    return rows[0]?.last ?? 0
  }
  return { after: await lastFactOf(after), upTo: await lastFactOf(upTo) }
}
