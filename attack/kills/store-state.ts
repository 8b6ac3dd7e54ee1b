import { sql } from 'kysely'
import type { Instant } from '../../src/market/calendar.ts'
import { writeLine } from '../../src/sources/facts-file/write-line.ts'
import { type Db, isOnPostgres, openDb } from '../../src/store/engines/db.ts'
import { allFacts } from '../../src/store/facts/all-facts.ts'
import { migrate } from '../../src/store/migrations/migrate.ts'
import { FACT_TABLES } from '../../src/store/tables.ts'

/** What a store holds, without the moments at which a run happened to commit. */
export interface StoreState {
  /** One line per fact, sorted. */
  readonly facts: readonly string[]
  /** Hashes of the raw answers, sorted. */
  readonly payloads: readonly string[]
  readonly rounds: number
  readonly fetches: number
  readonly refusals: number
}

/**
 * Reads a whole store, and throws where it contradicts itself: a round that is not whole, a damaged page. Facts that were
 * stamped since the attack began are compared without their time, which differs from run to run.
 */
export async function stateOf(url: string, begun: Instant): Promise<StoreState> {
  const db = openDb(url)
  try {
    if (!isOnPostgres(db)) await requireSoundPages(db)
    await migrate(db)
    await requireWholeRounds(db)
    const facts: string[] = []
    for await (const fact of allFacts(db))
      facts.push(writeLine(fact, fact.recorded < begun ? fact.recorded : STAMPED))
    return {
      facts: facts.sort(),
      payloads: (await db.selectFrom('payloads').select('hash').orderBy('hash').execute()).map(
        ({ hash }) => hash,
      ),
      rounds: await countOf(db, 'rounds'),
      fetches: await countOf(db, 'fetches'),
      refusals: await countOf(db, 'refusals'),
    }
  } finally {
    await db.destroy()
  }
}

/** Stands for the moment of a commit. */
const STAMPED: Instant = '9999-12-31T00:00:00.000Z'

async function requireSoundPages(db: Db): Promise<void> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db)
  if (rows[0]?.integrity_check !== 'ok') throw new Error(`damaged: ${rows[0]?.integrity_check}`)
}

/** Every round has as many facts as its record says, and the market version is that of the last one with facts. */
async function requireWholeRounds(db: Db): Promise<void> {
  const brought = new Map<number, number>()
  for (const table of FACT_TABLES) {
    const { rows } = await sql<{ round: number; facts: number }>`
      select round, count(*) as facts from ${sql.table(table)} group by round`.execute(db)
    for (const { round, facts } of rows) brought.set(round, (brought.get(round) ?? 0) + facts)
  }
  const rounds = await db.selectFrom('rounds').select(['id', 'rows_kept']).execute()
  const recorded = new Map(rounds.map(({ id, rows_kept }) => [id, rows_kept]))
  for (const round of new Set([...brought.keys(), ...recorded.keys()]))
    if ((brought.get(round) ?? 0) !== recorded.get(round))
      throw new Error(
        `round ${round} has ${brought.get(round) ?? 0} facts; its record says ${recorded.get(round)}`,
      )
  const newest = Math.max(0, ...brought.keys())
  const { version } = await db.selectFrom('market_version').select('version').executeTakeFirstOrThrow()
  if (version !== newest)
    throw new Error(`the market version is ${version}; the newest facts are of round ${newest}`)
}

const countOf = async (db: Db, table: 'rounds' | 'fetches' | 'refusals'): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n ??
  Number.NaN

/** True when the second has everything that the first has, as often. Both are sorted. */
export function holdsAll(few: readonly string[], many: readonly string[]): boolean {
  let i = 0
  for (const line of many) if (i < few.length && few[i] === line) i++
  return i === few.length
}
