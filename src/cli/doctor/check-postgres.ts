import type { Db } from '../../store/engines/db.ts'
import { POOL_CONNECTIONS } from '../../store/engines/postgres.ts'
import {
  mayRecord,
  type PostgresCondition,
  type Privileges,
  postgresCondition,
  privilegesOf,
  serverIdentity,
} from '../../store/upkeep/condition.ts'
import { marketVersion } from '../../store/version/market-version.ts'
import { counted } from '../../texts/format.ts'
import { displayAddress } from '../../without-secrets.ts'
import { storeAdvice, tlsAdvice } from '../store-advice.ts'
import { type Finding, type Findings, fail, ok, safeErrorText, warn } from './finding.ts'

/** Each process has a pool for requests and one for answers made ahead. */
const OF_EACH_PROCESS = 2 * POOL_CONNECTIONS
/** One process also has pools for collecting, alerts and the files of a day, and a connection for each of two holders of locks. */
const MORE_OF_ONE_PROCESS = 3 * POOL_CONNECTIONS + 2

/** A server that cannot be reached, or not with encryption. */
const unreachable = (setting: string, url: string, error: unknown): Finding =>
  fail(
    `${setting} ${displayAddress(url)} ${tlsAdvice(error) ? 'gets no encrypted connection' : 'cannot be reached'}: ${safeErrorText(error)}`,
    storeAdvice(error, setting),
  )

/** Checks the database that is written to. Returns whether it holds a store that can be used. */
export async function* checkPrimary(db: Db, url: string, workers: number): AsyncGenerator<Finding, boolean> {
  let condition: PostgresCondition
  try {
    condition = await postgresCondition(db)
  } catch (error) {
    yield unreachable('DATABASE_URL', url, error)
    return false
  }
  const { engine, encoding, maxConnections, isStore } = condition
  const access = await aboutAccess(db, `${engine}, ${displayAddress(url)}`, condition)
  yield access
  const isUtf8 = encoding === 'UTF8'
  yield isUtf8
    ? ok('encoding UTF8')
    : fail(
        `encoding ${encoding}, which cannot hold every name`,
        `export the facts, create a database with "encoding 'UTF8' template template0", and import them there`,
      )
  const needed = workers * OF_EACH_PROCESS + MORE_OF_ONE_PROCESS
  if (needed > maxConnections)
    yield warn(
      `it allows ${counted(maxConnections, 'connection')}, and ${workers === 1 ? 'one process' : `${workers} processes`} may need up to ${needed}`,
      'raise max_connections, or the limit of the user or the database, or set WORKERS lower',
    )
  return isStore && isUtf8 && access.level !== 'FAIL'
}

async function aboutAccess(
  db: Db,
  found: string,
  { isReplica, isReadOnly, isStore }: PostgresCondition,
): Promise<Finding> {
  if (isReplica)
    return fail(
      `${found}, is a replica, which cannot record facts`,
      'point DATABASE_URL at the primary; DATABASE_READ_URL is for replicas',
    )
  if (isReadOnly)
    return fail(`${found}, is read-only`, 'turn default_transaction_read_only off for this user or database')
  if (isStore && !(await mayRecord(db)))
    return fail(
      `${found}, its user may not record facts`,
      'connect as the user who owns the tables, or grant all on them',
    )
  if (!isStore) return mayCreate(found, await privilegesOf(db))
  return ok(`${found}, is a primary and writable`)
}

/** Whether the tables of a new store can be created. */
function mayCreate(found: string, { role, schema, mayCreateTables }: Privileges): Finding {
  const todo = 'as the owner of the database, run in it:'
  if (schema === null)
    return fail(
      `${found}, its user ${role} may use no schema, so no tables can be created`,
      `${todo} CREATE SCHEMA AUTHORIZATION ${role};`,
    )
  if (!mayCreateTables)
    return fail(
      `${found}, its user ${role} may not create tables in the schema ${schema}`,
      `${todo} GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${role};`,
    )
  return warn(`${found}, holds no store yet`, 'nothing if this is new: the first start creates it')
}

/** Checks the replica that is read from. Its version is read last, so that its lag is never overstated. */
export async function* checkReplica(replica: Db, url: string, primary: Db | null): Findings {
  const name = `DATABASE_READ_URL ${displayAddress(url)}`
  try {
    const { engine, isReplica, isStore } = await postgresCondition(replica)
    if (!isReplica)
      return yield warn(
        `${name} is not a replica: it is not in recovery`,
        'name a streaming replica, or unset it; after a promotion, point DATABASE_URL here',
      )
    if (!primary) return yield ok(`${engine}, in recovery; its lag is unknown`)
    const [ours, theirs] = [await serverIdentity(primary), await serverIdentity(replica)]
    const isOtherServer = ours !== null && theirs !== null && ours !== theirs
    if (isOtherServer || !isStore)
      return yield fail(
        `${name} is a replica of another server`,
        'name a replica of DATABASE_URL, and the same database',
      )
    const { version: newest } = await marketVersion(primary)
    const { version } = await marketVersion(replica)
    const behind = Math.max(0, newest - version)
    yield behind === 0
      ? ok(`${engine}, in recovery, at the market version of the primary`)
      : warn(
          `${name} is behind by ${counted(behind, 'version')}`,
          'nothing if it catches up soon; else check pg_stat_replication on the primary',
        )
  } catch (error) {
    yield unreachable('DATABASE_READ_URL', url, error)
  }
}
