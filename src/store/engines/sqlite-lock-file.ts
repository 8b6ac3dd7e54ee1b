import { realpathSync, statSync } from 'node:fs'
import { isSqliteBusy, openOrCreateSqliteFile, type SqliteFile } from './sqlite.ts'

/** A lock on this machine, in a file of its own. The system releases it when its process ends, however that ends. */
export interface LockFile {
  /** False when another process, or another handle of this one, holds it. */
  take(): boolean
  /** False when it was not taken, or when its file was removed or replaced, which another process may have locked. */
  isHeld(): boolean
  release(): void
}

/**
 * The lock is SQLite's own, held by an open transaction: it excludes other processes and other handles of this process
 * alike. No other code may open the file, since closing it would release the lock of the whole process.
 */
export function lockFileBeside(store: string, ending: string): LockFile {
  const path = `${realpathSync(store)}${ending}`
  let held: { readonly file: SqliteFile; readonly inode: bigint | undefined } | null = null
  const release = () => {
    held?.file.close()
    held = null
  }
  const isHeld = () => held !== null && held.inode !== undefined && held.inode === inodeOf(path)
  return {
    take() {
      if (isHeld()) return true
      release()
      const file = openOrCreateSqliteFile(path, 0)
      try {
        // Nothing is ever written, so that no file for undoing it is needed.
        file.pragma('journal_mode = memory')
        file.exec('begin exclusive')
      } catch (error) {
        file.close()
        if (isSqliteBusy(error)) return false
        throw error
      }
      held = { file, inode: inodeOf(path) }
      return true
    },
    isHeld,
    release,
  }
}

const inodeOf = (path: string): bigint | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false })?.ino
