import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { isPostgres } from '../store/engines/db.ts'
import { sqlitePath } from '../store/engines/sqlite.ts'

/** The folder for files that are built for downloads. */
export interface DownloadsFolder {
  readonly path: () => Promise<string>
  /** Removes the folder if it is temporary. */
  close(): Promise<void>
}

/** Returns the folder of the setting, else one beside the SQLite store, or a temporary one with PostgreSQL. */
export function downloadsFolder({
  DOWNLOADS_DIR,
  DATABASE_URL,
}: Pick<Config, 'DOWNLOADS_DIR' | 'DATABASE_URL'>): DownloadsFolder {
  if (DOWNLOADS_DIR !== '' || !isPostgres(DATABASE_URL)) {
    const path = DOWNLOADS_DIR || join(dirname(sqlitePath(DATABASE_URL)), 'downloads')
    return { path: async () => path, close: async () => undefined }
  }
  let temporary: Promise<string> | undefined
  return {
    path: () => {
      temporary ??= mkdtemp(join(tmpdir(), 'greymark-downloads-'))
      return temporary
    },
    close: async () => {
      if (temporary) await rm(await temporary, { recursive: true, force: true })
    },
  }
}
