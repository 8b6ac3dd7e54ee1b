import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { isPostgres } from '../store/engines/db.ts'
import { sqlitePath } from '../store/engines/sqlite.ts'
import { isStoreMissing } from './missing-store.ts'

/** The folder for files that are built for downloads. */
export interface DownloadsFolder {
  readonly path: () => Promise<string>
  /** Removes the folder if it is temporary. */
  close(): Promise<void>
}

/**
 * Returns the folder of the setting, else one beside the SQLite store. With PostgreSQL, and as long as there is no store,
 * it is a temporary one: `shared` if there is such a folder, which is not removed here.
 */
export function downloadsFolder(
  settings: Pick<Config, 'DOWNLOADS_DIR' | 'DATABASE_URL' | 'COLLECT'>,
  shared: string | null = null,
): DownloadsFolder {
  const { DOWNLOADS_DIR, DATABASE_URL } = settings
  let temporary: Promise<string> | undefined
  return {
    path: async () => {
      if (DOWNLOADS_DIR !== '') return DOWNLOADS_DIR
      if (!isPostgres(DATABASE_URL) && !isStoreMissing(settings))
        return join(dirname(sqlitePath(DATABASE_URL)), 'downloads')
      if (shared !== null) return shared
      temporary ??= mkdtemp(join(tmpdir(), 'greymark-downloads-')).catch((error) => {
        // The next request tries again.
        temporary = undefined
        throw error
      })
      return temporary
    },
    close: async () => {
      const made = await temporary?.catch(() => undefined)
      // A build that is being ended may still write a file.
      if (made !== undefined) await rm(made, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
