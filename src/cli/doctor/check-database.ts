import { type Db, isPostgres, openDb } from '../../store/engines/db.ts'
import { sqlitePath } from '../../store/engines/sqlite.ts'
import { isUpToDate } from '../../store/schema.ts'
import { marketVersion } from '../../store/version/market-version.ts'
import { checkPrimary, checkReplica } from './check-postgres.ts'
import type { Settings } from './check-settings.ts'
import { checkSqlite } from './check-sqlite.ts'
import { type Findings, findingsOf, safeErrorText } from './finding.ts'

const { fail, ok, warn } = findingsOf('database')

const WITHIN_MS = 5000
const BUSY_TIMEOUT_MS = 1000

/** The connections, which must be closed at the end, and the store once it can be queried. */
export interface OpenedStore {
  readonly handles: Db[]
  db: Db | null
}

const opened = (url: string, { handles }: OpenedStore): Db => {
  const db = openDb(url, {
    isForReading: true,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    statementTimeoutMs: WITHIN_MS,
  })
  handles.push(db)
  return db
}

/** Checks the store without creating one. `store.db` is set only if this release knows its schema. */
export async function* checkDatabase(
  { DATABASE_URL: url, WORKERS = 1 }: Settings,
  store: OpenedStore,
): Findings {
  if (url === undefined) return
  const connection = isPostgres(url) ? opened(url, store) : null
  const isUsable = yield* connection ? checkPrimary(connection, url, WORKERS) : checkSqlite(sqlitePath(url))
  if (!isUsable) return
  const db = connection ?? opened(url, store)
  try {
    if (!(await isUpToDate(db)))
      return yield warn('no tables yet', 'the next start of "greymark serve" creates them')
    const { version } = await marketVersion(db)
    store.db = db
    const facts = version === 0 ? 'no facts yet, so the demo is served' : `market version ${version}`
    yield ok(`schema of this release, ${facts}`)
  } catch (error) {
    yield fail(safeErrorText(error), 'fix this before you start Greymark')
  }
}

export async function* checkRead({ DATABASE_READ_URL: url }: Settings, store: OpenedStore): Findings {
  if (url) yield* checkReplica(opened(url, store), url, store.db)
}
