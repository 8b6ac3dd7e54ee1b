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
    const [fault] = await faultsOfStore(db)
    if (fault !== undefined) throw new Error(fault)
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

/**
 * What is inconsistent in a store: facts, downloads and refusals without a round, rounds with more or fewer facts than
 * recorded, downloads without their content, and a market version that is not that of the last round with facts.
 */
export async function faultsOfStore(db: Db): Promise<string[]> {
  const faults: string[] = []
  for (const table of [...FACT_TABLES, 'fetches', 'refusals']) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where round not in (select id from rounds)`.execute(db)
    if (rows.length > 0) faults.push(`${rows.length} rows of ${table} belong to no round`)
  }
  const { rows } = await sql`select 1 from fetches where payload not in (select hash from payloads)`.execute(
    db,
  )
  if (rows.length > 0) faults.push(`${rows.length} downloads have no content`)

  const factsOf = new Map<number, number>()
  for (const table of FACT_TABLES) {
    const { rows } = await sql<{ round: number; facts: number }>`
      select round, count(*) as facts from ${sql.table(table)} group by round`.execute(db)
    for (const { round, facts } of rows) factsOf.set(round, (factsOf.get(round) ?? 0) + facts)
  }
  const newest = Math.max(0, ...factsOf.keys())
  for (const { id, rows_kept } of await db.selectFrom('rounds').select(['id', 'rows_kept']).execute()) {
    const facts = factsOf.get(id) ?? 0
    if (facts !== rows_kept) faults.push(`round ${id} has ${facts} facts; its record says ${rows_kept}`)
  }
  const { version } = await db.selectFrom('market_version').select('version').executeTakeFirstOrThrow()
  if (version !== newest)
    faults.push(`the market version is ${version}; the newest facts are of round ${newest}`)
  return faults
}

const countOf = async (db: Db, table: 'rounds' | 'refusals'): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n ??
  Number.NaN

/** True when two stores have the same facts, raw answers and refusals. */
export const isSameState = (a: StoreState, b: StoreState): boolean =>
  JSON.stringify([a.facts, a.payloads, a.refusals]) === JSON.stringify([b.facts, b.payloads, b.refusals])
