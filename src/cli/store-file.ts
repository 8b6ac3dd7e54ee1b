import { randomBytes } from 'node:crypto'
import { access, constants, open, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { loadConfig } from '../config.ts'
import { isPostgres } from '../store/engines/db.ts'
import { sqlitePath } from '../store/engines/sqlite.ts'
import { storeFiles } from '../store/upkeep/restore.ts'
import { type Terminal, UsageError } from './command.ts'

/** The path of the SQLite store. PostgreSQL has its own tools, which `advice` names. */
export function sqliteStorePath({ env }: Terminal, advice: string): string {
  const url = loadConfig(env).DATABASE_URL
  if (isPostgres(url)) throw new UsageError(`DATABASE_URL is a PostgreSQL database: ${advice}`)
  return sqlitePath(url)
}

/** The file status of a path; `undefined` if nothing is there. */
export const statIfExists = (path: string) =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new Error(`cannot read ${path}: ${error.message}`)
  })

export async function isSameFile(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([statIfExists(a), statIfExists(b)])
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino
}

/**
 * Makes a file under a unique name beside its path, flushes it to disk, and puts it in place: the file at the path is
 * complete or absent. What is left of an unfinished one is removed.
 */
export async function placeWhole<M, P>(
  path: string,
  purpose: string,
  make: (temporary: string) => Promise<M>,
  place: (temporary: string) => Promise<P>,
): Promise<readonly [M, P]> {
  const temporary = `${path}.${purpose}-${randomBytes(4).toString('hex')}`
  try {
    const made = await make(temporary)
    await flushToDisk(temporary)
    const placed = await place(temporary)
    await flushToDisk(dirname(path))
    return [made, placed]
  } finally {
    for (const each of storeFiles(temporary)) await rm(each, { force: true })
  }
}

export async function requireWritableFolder(path: string): Promise<void> {
  const folder = dirname(path)
  await access(folder, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT'
        ? `there is no folder ${folder}`
        : `cannot write in ${folder}: ${error.message}`,
    )
  })
}

/** The folder of a file, or its nearest existing parent. */
export function nearestFolder(path: string): Promise<string> {
  const folder = dirname(resolve(path))
  return stat(folder).then(
    () => folder,
    () => (dirname(folder) === folder ? folder : nearestFolder(folder)),
  )
}

/** Flushes a file or folder to disk, so that it survives a power cut. */
async function flushToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
