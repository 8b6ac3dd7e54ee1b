import { loadConfig } from '../config.ts'
import { msOf } from '../market/calendar.ts'
import { type Db, IN_MEMORY, NoStoreThere, openDb } from '../store/engines/db.ts'
import {
  hasSchema,
  isUpToDate,
  type MigrationWatch,
  migrate,
  storeExists,
} from '../store/migrations/migrate.ts'
import { displayAddress } from '../without-secrets.ts'
import type { Terminal } from './command.ts'

/**
 * What a command does with the store. One that reads or changes it creates none: where there is none, it says so and works
 * on an empty one in memory; what is there and is no store, it refuses. Reading works where nothing can be written.
 */
export type StoreUse = 'read' | 'change' | 'create'

/** Runs a command's work on the store that the settings name, and closes it whatever happens. A trial of a command is silent. */
export async function withStore<T>(
  terminal: Terminal,
  work: (db: Db) => Promise<T>,
  { use, isTrial = false }: { use: StoreUse; isTrial?: boolean },
): Promise<T> {
  const { env, stderr } = terminal
  const url = loadConfig(env).DATABASE_URL
  const isMissing = use !== 'create' && !(await storeExists(url))
  if (isMissing && !isTrial) stderr.write(`there is no store at ${displayAddress(url)} yet\n`)
  const db = await opened(terminal, isMissing ? IN_MEMORY : url, isMissing ? 'create' : use)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** The store, with the schema of this release. One that is there is looked at first, and changed only if it is a store. */
async function opened(terminal: Terminal, url: string, use: StoreUse): Promise<Db> {
  if (use !== 'create') {
    const found = openDb(url, { isForReading: true })
    const state = await stateOf(found).catch(async (error: unknown) => {
      await found.destroy()
      throw error
    })
    if (state === 'current' && use === 'read') return found
    await found.destroy()
    if (state === 'none') throw new NoStoreThere('holds no tables of Greymark')
  }
  const db = openDb(url)
  try {
    await migrate(db, migrationOn(terminal))
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

async function stateOf(db: Db): Promise<'none' | 'older' | 'current'> {
  if (!(await hasSchema(db))) return 'none'
  return (await isUpToDate(db)) ? 'current' : 'older'
}

const migrationOn = ({ now, stderr }: Terminal): MigrationWatch => ({
  now: () => msOf(now()),
  onStep: (words) => void stderr.write(`${words}\n`),
})
