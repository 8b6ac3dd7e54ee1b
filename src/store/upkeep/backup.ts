import { readFile, writeFile } from 'node:fs/promises'
import { type Instant, instantFromMs } from '../../market/calendar.ts'
import {
  isSqliteDamaged,
  isSqliteUnwritable,
  openSqliteFile,
  openSqliteForReading,
  type SqliteFile,
} from '../engines/sqlite.ts'
import { FACT_TABLES, TABLE_OF } from '../facts/fact-rows.ts'
import { schemaFault } from '../schema.ts'

export interface StoreContents {
  readonly version: number
  readonly facts: number
}

/** A file that is no store, or an incomplete one; the message completes "FILE ...". */
export class IncompleteStore extends Error {
  override readonly name = 'IncompleteStore'
}

/** The copy could not be written to its target. */
export class CannotWriteCopy extends Error {
  override readonly name = 'CannotWriteCopy'
}

const BUSY_TIMEOUT_MS = 60_000
/** Some megabytes at a time, so that progress can be reported. */
const PAGES_PER_STEP = 1000

/**
 * Copies a store that may be in use into a new file. One read transaction covers the first page to the last, so that
 * the copy has one market version, whatever is committed meanwhile, and never has to start again.
 */
export async function copyStore(
  path: string,
  to: string,
  onPages: (done: number, total: number) => void,
): Promise<StoreContents> {
  const file = openSqliteForReading(path, BUSY_TIMEOUT_MS)
  try {
    file.exec('begin')
    const contents = contentsOf(file)
    await copyPages(file, to, onPages)
    return contents
  } catch (error) {
    throw isSqliteDamaged(error) ? damaged(error) : error
  } finally {
    file.close()
  }
}

async function copyPages(
  file: SqliteFile,
  to: string,
  onPages: (done: number, total: number) => void,
): Promise<void> {
  const progress = ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }) => {
    onPages(totalPages - remainingPages, totalPages)
    return PAGES_PER_STEP
  }
  try {
    const { totalPages } = await file.backup(to, { progress })
    onPages(totalPages, totalPages)
  } catch (error) {
    throw isSqliteUnwritable(error) ? new CannotWriteCopy((error as Error).message) : error
  }
}

/**
 * Checks every page and the contents of a copy that no other process has open. Leaves it as one file without a journal.
 */
export function verifyCopy(path: string): StoreContents {
  try {
    const file = openSqliteFile(path, BUSY_TIMEOUT_MS)
    try {
      const [first] = file.pragma('integrity_check(1)') as { integrity_check: string }[]
      if (first?.integrity_check !== 'ok')
        throw new IncompleteStore(`is damaged: ${first?.integrity_check ?? 'it cannot be checked'}`)
      const contents = contentsOf(file)
      file.pragma('journal_mode = delete')
      return contents
    } finally {
      file.close()
    }
  } catch (error) {
    if (isSqliteDamaged(error)) throw damaged(error)
    throw isSqliteUnwritable(error) ? new CannotWriteCopy((error as Error).message) : error
  }
}

const damaged = (error: unknown) =>
  new IncompleteStore(`is no store of Greymark, or is damaged: ${(error as Error).message}`)

/**
 * The contents of a store, after checking that this release knows its schema and that its version and its facts agree.
 */
function contentsOf(file: SqliteFile): StoreContents {
  requireKnownSchema(file)
  const newest = file.prepare(`select version from market_version where id = 1`).get() as
    | { version: number }
    | undefined
  if (!newest) throw new IncompleteStore('is damaged: it has no market version')
  const { version } = newest
  let facts = 0
  let newestRound = 0
  for (const table of FACT_TABLES) {
    const counting = file.prepare(`select count(*) as n, coalesce(max(round), 0) as round from ${table}`)
    const { n, round } = counting.get() as { n: number; round: number }
    facts += n
    newestRound = Math.max(newestRound, round)
  }
  if (newestRound !== version)
    throw new IncompleteStore(
      `is damaged: its market version is ${version}, but its newest facts came in round ${newestRound}`,
    )
  return { version, facts }
}

function requireKnownSchema(file: SqliteFile): void {
  const tables = tablesIn(file)
  const needed = ['schema_migrations', 'market_version', TABLE_OF.ipo]
  if (needed.some((table) => !tables.includes(table))) throw new IncompleteStore('is no store of Greymark')
  const fault = schemaFault(namesFrom(file, `select name from schema_migrations order by name`))
  if (fault !== undefined) throw new IncompleteStore(fault)
}

const tablesIn = (file: SqliteFile): string[] =>
  namesFrom(file, `select name from sqlite_master where type = 'table'`)

const namesFrom = (file: SqliteFile, query: string): string[] =>
  (file.prepare(query).all() as { name: string }[]).map(({ name }) => name)

/** A file beside the store, so that the serving process can see when the store was last backed up. */
const recordPath = (store: string): string => `${store}.last-backup`

/** Records when the last backup of a SQLite store began. */
export const recordBackup = (store: string, began: Instant): Promise<void> =>
  writeFile(recordPath(store), `${began}\n`)

/** When the last backup of a SQLite store began; `null` when none is recorded. */
export async function lastBackup(store: string): Promise<Instant | null> {
  const text = await readFile(recordPath(store), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const ms = Date.parse(text.trim())
  return Number.isNaN(ms) ? null : instantFromMs(ms)
}
