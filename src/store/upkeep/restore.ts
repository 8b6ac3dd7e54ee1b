import { constants, existsSync } from 'node:fs'
import { chmod, chown, copyFile, link, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isSqliteBusy, isSqliteDamaged, openSqliteFile, type SqliteFile } from '../engines/sqlite.ts'

/** Another process has the store open. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse'
}

const BUSY_TIMEOUT_MS = 1000
/** Files beside a store with changes that belong to it, and would damage another one. */
const CHANGES = ['-wal', '-journal'] as const

export const storeFiles = (path: string): string[] => [
  path,
  ...CHANGES.map((ending) => path + ending),
  `${path}-shm`,
]

/**
 * Puts a verified copy in the place of a store. The old or the new one is there whole at every moment. The old one
 * stays under another name, which is returned. Fails while any process has the store open.
 */
export async function putInPlace(copy: string, path: string, aside: string): Promise<string | null> {
  const isThere = existsSync(path)
  const seized = isThere ? seize(path) : null
  try {
    const left = CHANGES.filter((ending) => existsSync(path + ending))
    if (isThere) {
      await takeOver(copy, path)
      await setAside(path, aside)
    } else await takeOver(copy, dirname(path))
    for (const ending of left) await rename(path + ending, aside + ending)
    await rm(`${path}-shm`, { force: true })
    await rename(copy, path)
    return isThere || left.length > 0 ? aside : null
  } finally {
    seized?.close()
  }
}

/**
 * Locks the store for this process alone. Leaving the write-ahead log needs the only connection, and so fails even if
 * another process is merely connected. SQLite rejects a process that connects before the new file is in place: it would
 * have to write into a file that has been moved. `null` for a file that is too damaged to be locked.
 */
function seize(path: string): SqliteFile | null {
  let file: SqliteFile | undefined
  try {
    file = openSqliteFile(path, BUSY_TIMEOUT_MS)
    file.pragma('journal_mode = delete')
    file.pragma('locking_mode = exclusive')
    file.exec('begin exclusive')
    return file
  } catch (error) {
    file?.close()
    if (isSqliteDamaged(error)) return null
    if (isSqliteBusy(error)) throw new StoreInUse('the store is in use')
    throw error
  }
}

/** A hard link to the same file, so that there is one at every moment; a copy where hard links are not supported. */
async function setAside(path: string, aside: string): Promise<void> {
  await link(path, aside).catch(() => copyFile(path, aside, constants.COPYFILE_EXCL))
}

/** A restore by root leaves a store that the service can still write. */
async function takeOver(copy: string, model: string): Promise<void> {
  const [mine, theirs] = await Promise.all([stat(copy), stat(model)])
  if (mine.uid === 0) await chown(copy, theirs.uid, theirs.gid)
  if (theirs.isFile()) await chmod(copy, theirs.mode & 0o777)
}
