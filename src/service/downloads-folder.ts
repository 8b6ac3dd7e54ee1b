import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { isPostgres } from '../store/engines/db.ts'
import { sqlitePath } from '../store/engines/sqlite.ts'

/** Where files that are made for downloads are kept. */
export interface DownloadsFolder {
  readonly path: () => Promise<string>
  /** Removes it where it was only for this process. */
  close(): Promise<void>
}

/** The folder of the setting, else one beside a SQLite store; a PostgreSQL store has none on this machine, so that a temporary one must do. */
export function downloadsFolder({
  DOWNLOADS_DIR,
  DATABASE_URL,
}: Pick<Config, 'DOWNLOADS_DIR' | 'DATABASE_URL'>): DownloadsFolder {
  if (DOWNLOADS_DIR !== '' || !isPostgres(DATABASE_URL)) {
    const path = DOWNLOADS_DIR || join(dirname(sqlitePath(DATABASE_URL)), 'downloads')
    return { path: async () => path, close: async () => undefined }
  }
  let made: Promise<string> | undefined
  return {
    path: () => {
      made ??= mkdtemp(join(tmpdir(), 'greymark-downloads-'))
      return made
    },
    close: async () => {
      if (made) await rm(await made, { recursive: true, force: true })
    },
  }
}
