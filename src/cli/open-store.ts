import { setTimeout } from 'node:timers/promises'
import { loadConfig } from '../config.ts'
import { type Instant, msOf, timeAheadText } from '../market/calendar.ts'
import { type Db, IN_MEMORY, NoStoreThere, openDb } from '../store/engines/db.ts'
import { hasSchema, isUpToDate, migrate, storeExists } from '../store/schema.ts'
import { displayAddress } from '../without-secrets.ts'
import type { Terminal } from './command.ts'

/**
 * How a command uses the store. Only `create` creates one: where none exists, the others use an empty one in memory, and
 * all but those that try print so; they refuse a database that is no store. Reading also works on a read-only store.
 */
type StoreUse = 'read' | 'try-read' | 'change' | 'try-change' | 'create'

/** Runs work on the configured store and closes it afterwards. */
export async function withStore<T>(
  { env, stderr }: Terminal,
  use: StoreUse,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const url = loadConfig(env).DATABASE_URL
  const isMissing = use !== 'create' && !(await storeExists(url))
  if (isMissing && !use.startsWith('try')) stderr.write(`there is no store at ${displayAddress(url)} yet\n`)
  const db = await openMigrated(isMissing ? IN_MEMORY : url, isMissing ? 'create' : use)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Runs work that records facts, and waits until the time of what it `committed` has passed. A dry run neither creates a
 * store nor records.
 */
export async function recordIn<T extends { readonly committed: Instant | null }>(
  terminal: Terminal,
  dryRun: boolean,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const outcome = await withStore(terminal, dryRun ? 'try-change' : 'create', work)
  if (!dryRun) await waitUntilRecorded(outcome.committed, terminal)
  return outcome
}

/** Longer than the time of any import is ahead of a correct clock. */
const MAX_WAIT_MS = 10_000

/**
 * Waits until the time of the recorded facts has passed: facts are stamped slightly after their commit. If earlier facts
 * were stamped by a clock that was ahead, that would take too long, and a notice is printed instead.
 */
export async function waitUntilRecorded(moment: Instant | null, { now, stderr }: Terminal): Promise<void> {
  if (moment === null) return
  const remaining = () => msOf(moment) - msOf(now())
  let waited = 0
  for (let ms = remaining(); ms >= 0; ms = remaining()) {
    if (waited + ms > MAX_WAIT_MS)
      return void stderr.write(
        `the facts are recorded and served, but ${timeAheadText(moment, now())}; answers as of a moment before ${moment} will not have them. Set the clock if it is wrong; "greymark doctor" checks it\n`,
      )
    await setTimeout(ms + 1)
    waited += ms + 1
  }
}

/** Opens the store with the schema of this release. An existing database is migrated only if it is a store. */
async function openMigrated(url: string, use: StoreUse): Promise<Db> {
  if (use !== 'create') {
    const found = openDb(url, { isForReading: true })
    let isUsable = false
    try {
      if (!(await hasSchema(found))) throw new NoStoreThere('holds no tables of Greymark')
      isUsable = use.endsWith('read') && (await isUpToDate(found))
    } finally {
      if (!isUsable) await found.destroy()
    }
    if (isUsable) return found
  }
  const db = openDb(url)
  try {
    await migrate(db)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}
