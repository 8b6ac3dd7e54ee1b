import type { Config } from '../config.ts'
import { isPostgres, isStoreBusy, openDb } from '../store/engines/db.ts'
import { sqliteFileExists } from '../store/engines/sqlite.ts'
import { isUpToDate } from '../store/schema.ts'

/** A look that finds the file locked is repeated at the next poll instead of blocking the thread. */
const BUSY_TIMEOUT_MS = 50

/**
 * True while there is no SQLite file and nothing here records. Then no file is created: the demo is served, beside an
 * empty store in memory, until another process creates the store.
 */
export const isStoreMissing = ({
  DATABASE_URL,
  COLLECT,
}: Pick<Config, 'DATABASE_URL' | 'COLLECT'>): boolean =>
  !COLLECT && !isPostgres(DATABASE_URL) && !sqliteFileExists(DATABASE_URL)

/** True once another process has created a store in a SQLite file. While it still does, there is none yet. */
export async function isStoreCreated(url: string): Promise<boolean> {
  if (!sqliteFileExists(url)) return false
  try {
    const db = openDb(url, { isForReading: true, busyTimeoutMs: BUSY_TIMEOUT_MS })
    try {
      return await isUpToDate(db)
    } finally {
      await db.destroy()
    }
  } catch (error) {
    if (isStoreBusy(error)) return false
    throw error
  }
}
