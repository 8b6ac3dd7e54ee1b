import { loadConfig } from '../config.ts'
import { type Db, openDb } from '../store/db.ts'
import { migrate } from '../store/migrate.ts'
import type { Terminal } from './command.ts'

/** Runs a command's work on the store that the settings name, and closes it whatever happens. */
export async function withStore<T>({ env }: Terminal, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb(loadConfig(env).DATABASE_URL)
  try {
    await migrate(db)
    return await work(db)
  } finally {
    await db.destroy()
  }
}
