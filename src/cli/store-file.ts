import { randomBytes } from 'node:crypto'
import { access, constants, open, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { loadConfig } from '../config.ts'
import { isPostgres } from '../store/engines/db.ts'
import { sqlitePath } from '../store/engines/sqlite.ts'
import { storeFiles } from '../store/upkeep/restore.ts'
import { type Terminal, UsageError } from './command.ts'

/** The file of a SQLite store; PostgreSQL has tools of its own. */
export function sqliteStorePath({ env }: Terminal, nativeWay: string): string {
  const url = loadConfig(env).DATABASE_URL
  if (isPostgres(url)) throw new UsageError(`DATABASE_URL is a PostgreSQL database: ${nativeWay}`)
  return sqlitePath(url)
}

export function onlyBackupFile([file, ...more]: readonly string[]): string {
  if (file === undefined || file === '' || more.length > 0) throw new UsageError('give one file')
  return file
}

/** What is at a path, or `undefined`. */
export const found = (path: string) =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new Error(`cannot look at ${path}: ${error.message}`)
  })

export async function isSameFile(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([found(a), found(b)])
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino
}

/** A name beside a file that no other process uses, for what is not whole yet. */
export const besideName = (path: string, purpose: string): string =>
  `${path}.${purpose}-${randomBytes(4).toString('hex')}`

/** Does the work on a file beside another, and leaves nothing of it behind if it fails. */
export async function withUnfinished<T>(unfinished: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    for (const path of storeFiles(unfinished)) await rm(path, { force: true })
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

/** The folder that a file is or would be in, or the nearest above it that is there. */
export function nearestFolder(path: string): Promise<string> {
  const folder = dirname(resolve(path))
  return stat(folder).then(
    () => folder,
    () => (dirname(folder) === folder ? folder : nearestFolder(folder)),
  )
}

/** Waits until the disk has it, so that a power cut does not take it away again. */
export async function onDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
