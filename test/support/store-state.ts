import { sql } from 'kysely'
import type { Instant } from '../../src/market/calendar.ts'
import { writeLine } from '../../src/sources/facts-file/write-line.ts'
import { type Db, isOnPostgres, openDb } from '../../src/store/engines/db.ts'
import { allFacts } from '../../src/store/facts/all-facts.ts'
import { FACT_TABLES } from '../../src/store/facts/fact-rows.ts'
import { migrate } from '../../src/store/schema.ts'

/** The contents of a store, without the commit times of a run. */
export interface StoreState {
  /** A sorted line per fact. */
  readonly facts: readonly string[]
  /** Hashes of the raw answers, sorted. */
  readonly payloads: readonly string[]
  readonly rounds: number
  /** For each download, the round that made facts of it; `null` while none has. */
  readonly fetches: readonly (number | null)[]
  readonly refusals: number
}

/**
 * Reads a whole store, and throws if it is inconsistent: an incomplete round or a damaged page. Facts that were stamped
 * since a moment are compared without their time, which differs between runs.
 */
export async function stateOf(url: string, since: Instant = STAMPED): Promise<StoreState> {
  const db = openDb(url)
  try {
    if (!isOnPostgres(db)) await requireSoundPages(db)
    await migrate(db)
    await requireWholeRounds(db)
    const facts: string[] = []
    for await (const fact of allFacts(db))
      facts.push(writeLine(fact, fact.recorded < since ? fact.recorded : STAMPED))
    const payloads = await db.selectFrom('payloads').select('hash').orderBy('hash').execute()
    const fetches = await db.selectFrom('fetches').select('round').orderBy('id').execute()
    return {
      facts: facts.sort(),
      payloads: payloads.map(({ hash }) => hash),
      rounds: await countOf(db, 'rounds'),
      fetches: fetches.map(({ round }) => round),
      refusals: await countOf(db, 'refusals'),
    }
  } finally {
    await db.destroy()
  }
}

/** Replaces the time of a commit. */
const STAMPED: Instant = '9999-12-31T00:00:00.000Z'

async function requireSoundPages(db: Db): Promise<void> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db)
  if (rows[0]?.integrity_check !== 'ok') throw new Error(`damaged: ${rows[0]?.integrity_check}`)
}

/** Requires that every round has as many facts as recorded, and that the market version is that of the last one with facts. */
async function requireWholeRounds(db: Db): Promise<void> {
  const recordedFacts = new Map<number, number>()
  for (const table of FACT_TABLES) {
    const { rows } = await sql<{ round: number; facts: number }>`
      select round, count(*) as facts from ${sql.table(table)} group by round`.execute(db)
    for (const { round, facts } of rows) recordedFacts.set(round, (recordedFacts.get(round) ?? 0) + facts)
  }
  const rounds = await db.selectFrom('rounds').select(['id', 'rows_kept']).execute()
  const recorded = new Map(rounds.map(({ id, rows_kept }) => [id, rows_kept]))
  for (const round of new Set([...recordedFacts.keys(), ...recorded.keys()]))
    if ((recordedFacts.get(round) ?? 0) !== recorded.get(round))
      throw new Error(
        `round ${round} has ${recordedFacts.get(round) ?? 0} facts; its record says ${recorded.get(round)}`,
      )
  const newest = Math.max(0, ...recordedFacts.keys())
  const { version } = await db.selectFrom('market_version').select('version').executeTakeFirstOrThrow()
  if (version !== newest)
    throw new Error(`the market version is ${version}; the newest facts are of round ${newest}`)
}

const countOf = async (db: Db, table: 'rounds' | 'refusals'): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n ??
  Number.NaN

/** True when two stores have the same facts, raw answers and refusals. */
export const isSameState = (a: StoreState, b: StoreState): boolean =>
  JSON.stringify([a.facts, a.payloads, a.refusals]) === JSON.stringify([b.facts, b.payloads, b.refusals])
