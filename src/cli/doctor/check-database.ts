import { type Db, isPostgres, openDb } from '../../store/engines/db.ts'
import { sqlitePath } from '../../store/engines/sqlite.ts'
import { isUpToDate } from '../../store/schema.ts'
import { marketVersion } from '../../store/version/market-version.ts'
import { checkPrimary, checkReplica } from './check-postgres.ts'
import { checkSqlite } from './check-sqlite.ts'
import { type Examined, type Findings, fail, ok, safeErrorText, warn } from './finding.ts'

const WITHIN_MS = 5000
const BUSY_TIMEOUT_MS = 1000

function opened(url: string, { opened }: Examined): Db {
  const db = openDb(url, {
    isForReading: true,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    statementTimeoutMs: WITHIN_MS,
  })
  opened.push(db)
  return db
}

/** Checks the store without creating one. `db` is set only if this release knows its schema. */
export async function* checkDatabase(examined: Examined): Findings {
  const { DATABASE_URL: url, WORKERS = 1 } = examined.settings
  if (url === undefined) return
  const connection = isPostgres(url) ? opened(url, examined) : null
  const isUsable = yield* connection ? checkPrimary(connection, url, WORKERS) : checkSqlite(sqlitePath(url))
  if (!isUsable) return
  const db = connection ?? opened(url, examined)
  try {
    if (!(await isUpToDate(db)))
      return yield warn('no tables yet', 'the next start of "greymark serve" creates them')
    const { version } = await marketVersion(db)
    examined.db = db
    const facts = version === 0 ? 'no facts yet, so the demo is served' : `market version ${version}`
    yield ok(`schema of this release, ${facts}`)
  } catch (error) {
    yield fail(safeErrorText(error), 'fix this before you start Greymark')
  }
}

export async function* checkRead(examined: Examined): Findings {
  const { DATABASE_READ_URL: url } = examined.settings
  if (url) yield* checkReplica(opened(url, examined), url, examined.db)
}
