import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { StoreFigures } from '../operate/store-figures.ts'
import { waitingTotals } from '../store/alerts/alert-log.ts'
import { type Db, isPostgres } from '../store/engines/db.ts'
import { sqlitePath } from '../store/engines/sqlite.ts'
import { lastBackup } from '../store/upkeep/backup-record.ts'
import { databaseBytes, openRefusalCount } from '../store/upkeep/condition.ts'
import { storeFiles } from '../store/upkeep/restore.ts'

/** Reads the figures of the store for metrics. A figure that cannot be read is `null`, whatever the reason. */
export async function storeFigures(url: string, db: Db): Promise<StoreFigures> {
  const path = isPostgres(url) ? null : sqlitePath(url)
  const [refusalsWaiting, alertsWaiting, bytes, diskFreeBytes, backup] = await Promise.all([
    orNull(openRefusalCount(db)),
    orNull(waitingTotals(db)),
    orNull(path === null ? databaseBytes(db) : bytesOfFiles(storeFiles(path))),
    path === null ? null : orNull(freeBytes(dirname(path))),
    path === null ? null : orNull(lastBackup(path)),
  ])
  return { refusalsWaiting, alertsWaiting, bytes, diskFreeBytes, lastBackup: backup }
}

const orNull = <T>(figure: Promise<T>): Promise<T | null> => figure.catch(() => null)

async function bytesOfFiles([store = '', ...others]: readonly string[]): Promise<number> {
  const { size } = await stat(store)
  const sizes = await Promise.all(
    others.map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, bytes) => sum + bytes, size)
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
