import { dirname } from 'node:path'
import type { StoreFigures } from '../operate/service-state.ts'
import { unsentTotals } from '../store/alerts/alert-log.ts'
import { requestTotals } from '../store/collection/host-access.ts'
import { type Db, isPostgres } from '../store/engines/db.ts'
import { sqlitePath } from '../store/engines/sqlite.ts'
import { lastBackup } from '../store/upkeep/backup.ts'
import {
  databaseBytes,
  freeBytes,
  MIN_FREE_BYTES,
  openRefusalCount,
  storeBytes,
} from '../store/upkeep/condition.ts'

/** Reads the figures of the store for metrics. A figure that cannot be read is `null`, whatever the reason. */
export async function storeFigures(url: string, db: Db): Promise<StoreFigures> {
  const path = isPostgres(url) ? null : sqlitePath(url)
  const [refusalsWaiting, alertsWaiting, upstreamRequests, bytes, diskFreeBytes, backup] = await Promise.all([
    orNull(openRefusalCount(db)),
    orNull(unsentTotals(db)),
    orNull(requestTotals(db)),
    orNull(path === null ? databaseBytes(db) : storeBytes(path)),
    path === null ? null : orNull(freeBytes(dirname(path))),
    path === null ? null : orNull(lastBackup(path)),
  ])
  const isDiskFull = diskFreeBytes === null ? null : diskFreeBytes < MIN_FREE_BYTES
  const waiting = { refusalsWaiting, alertsWaiting }
  return { ...waiting, upstreamRequests, bytes, diskFreeBytes, isDiskFull, lastBackup: backup }
}

const orNull = <T>(figure: Promise<T>): Promise<T | null> => figure.catch(() => null)
