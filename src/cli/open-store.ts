import { loadConfig } from '../config.ts'
import { type Db, IN_MEMORY, NoStoreThere, openDb } from '../store/engines/db.ts'
import { hasSchema, isUpToDate, migrate, storeExists } from '../store/schema.ts'
import { displayAddress } from '../without-secrets.ts'
import type { Terminal } from './command.ts'

/**
 * How a command uses the store. `read` and `change` create none: where none exists, they print so and use an empty one in
 * memory, and they refuse a database that is no store. `read` also works on a read-only store.
 */
export type StoreUse = 'read' | 'change' | 'create'

/** Runs work on the configured store and closes it afterwards. A trial prints nothing about a missing store. */
export async function withStore<T>(
  terminal: Terminal,
  work: (db: Db) => Promise<T>,
  { use, isTrial = false }: { use: StoreUse; isTrial?: boolean },
): Promise<T> {
  const { env, stderr } = terminal
  const url = loadConfig(env).DATABASE_URL
  const isMissing = use !== 'create' && !(await storeExists(url))
  if (isMissing && !isTrial) stderr.write(`there is no store at ${displayAddress(url)} yet\n`)
  const db = await openMigrated(isMissing ? IN_MEMORY : url, isMissing ? 'create' : use)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Opens the store with the schema of this release. An existing database is migrated only if it is a store. */
async function openMigrated(url: string, use: StoreUse): Promise<Db> {
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
    await migrate(db)
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
