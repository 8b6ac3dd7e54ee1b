import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isSqliteBusy, openSqliteFile, sqliteErrorOfFile } from '../engines/sqlite.ts'

/** A file beside the store with the number of the round whose commit was announced last. */
const markOf = (file: string): string => `${file}.committing`

/** A store in memory has one user, who cannot read during a commit. */
export function writeCommitMark(file: string, round: number): void {
  if (file !== '') orSqliteError(() => writeFileSync(markOf(file), String(round)))
}

/** Also removes a mark that another user of the machine has left, which may be removed, but not written. */
export function removeCommitMark(file: string): void {
  if (file !== '') orSqliteError(() => rmSync(markOf(file), { force: true }))
}

function orSqliteError(work: () => void): void {
  try {
    work()
  } catch (error) {
    throw sqliteErrorOfFile(error)
  }
}

/** For a mark that is being written or may not be read: it may be of any round. */
const SOME_ROUND = Number.MAX_SAFE_INTEGER

/** The round of the last announcement; `null` when there is none. */
export function readCommitMark(file: string): number | null {
  if (file === '') return null
  try {
    return Number(readFileSync(markOf(file), 'utf8') || SOME_ROUND)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : SOME_ROUND
  }
}

/** True while a writing transaction is open. A killed process may have left a mark, but holds no lock. */
export function isWriterAtWork(file: string): boolean {
  const database = openSqliteFile(file, 0)
  try {
    database.exec('begin immediate; rollback')
    return false
  } catch (error) {
    // A file that cannot be written has no writer.
    return isSqliteBusy(error)
  } finally {
    database.close()
  }
}
