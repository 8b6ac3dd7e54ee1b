import { loadConfig } from '../config.ts'
import { type Db, IN_MEMORY, openDb, storeExists } from '../store/db.ts'
import { migrate } from '../store/migrate.ts'
import type { Terminal } from './command.ts'

/**
 * Runs a command's work on the store that the settings name, and closes it whatever happens. A command that only looks
 * creates no store: where there is none, it looks at an empty one.
 */
export async function withStore<T>(
  { env }: Terminal,
  work: (db: Db) => Promise<T>,
  { onlyLooks }: { onlyLooks: boolean },
): Promise<T> {
  const url = loadConfig(env).DATABASE_URL
  const db = openDb(onlyLooks && !storeExists(url) ? IN_MEMORY : url)
  try {
    await migrate(db)
    return await work(db)
  } finally {
    await db.destroy()
  }
}
