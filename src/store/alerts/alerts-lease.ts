import { openAdvisoryLocks } from '../engines/advisory-locks.ts'
import { isPostgres } from '../engines/database-url.ts'
import { sqlitePath } from '../engines/sqlite.ts'
import { lockFileBeside } from '../engines/sqlite-lock-file.ts'

/** The right to send alerts, which one process has at a time, whether or not it collects. */
export interface AlertsLease {
  /** Aborted, with the reason, as soon as it is lost. */
  readonly lost: AbortSignal
  /** Takes it if it is free; false when another process has it. */
  take(): Promise<boolean>
  close(): Promise<void>
}

/** How often a process checks that the lock of a SQLite store is still its own. */
const CHECK_EVERY_MS = 5000
const LOCK_ENDING = '.alerts-lock'

/** For an existing store. Throws when the store cannot be reached. */
export const openAlertsLease = async (url: string, checkEveryMs = CHECK_EVERY_MS): Promise<AlertsLease> =>
  isPostgres(url) ? inDatabase(url) : inFile(sqlitePath(url), checkEveryMs)

async function inDatabase(url: string): Promise<AlertsLease> {
  const { lost, take, close } = await openAdvisoryLocks(url)
  return { lost, take: async () => (await take('greymark ', ['alerts'])).length > 0, close }
}

function inFile(store: string, checkEveryMs: number): AlertsLease {
  const lock = lockFileBeside(store, LOCK_ENDING)
  const losing = new AbortController()
  let checking: NodeJS.Timeout | undefined
  const lose = (reason: string) => {
    clearInterval(checking)
    lock.release()
    losing.abort(new Error(reason))
  }
  const check = () => {
    if (!lock.isHeld()) lose(`the file ${store}${LOCK_ENDING} was removed or replaced`)
  }
  return {
    lost: losing.signal,
    take: async () => {
      if (losing.signal.aborted) throw losing.signal.reason
      if (!lock.take()) return false
      clearInterval(checking)
      checking = setInterval(check, checkEveryMs).unref()
      return true
    },
    close: async () => lose('this process closed it'),
  }
}
