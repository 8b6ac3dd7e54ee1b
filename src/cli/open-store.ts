import { loadConfig } from '../config.ts'
import { type Db, IN_MEMORY, openDb } from '../store/db.ts'
import { migrate, storeExists } from '../store/migrate.ts'
import { shownAddress } from '../without-secrets.ts'
import type { Terminal } from './command.ts'

/**
 * Runs a command's work on the store that the settings name, and closes it whatever happens. A command that only looks
 * creates no store: where there is none, it says so and looks at an empty one. A trial of a command that writes is silent.
 */
export async function withStore<T>(
  { env, stderr }: Terminal,
  work: (db: Db) => Promise<T>,
  { onlyLooks, isTrial = false }: { onlyLooks: boolean; isTrial?: boolean },
): Promise<T> {
  const url = loadConfig(env).DATABASE_URL
  const isMissing = onlyLooks && !(await storeExists(url))
  if (isMissing && !isTrial) stderr.write(`there is no store at ${shownAddress(url)} yet\n`)
  const db = openDb(isMissing ? IN_MEMORY : url)
  try {
    await migrate(db)
    return await work(db)
  } finally {
    await db.destroy()
  }
}
