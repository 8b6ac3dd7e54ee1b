import { PostgresDialect } from 'kysely'
import pg from 'pg'
import { tlsFaultOf, withExplicitSslMode } from './postgres-tls.ts'

/** Enough for one process: answers are mostly sent from memory. */
const CONNECTIONS = 10
/** A server that cannot be reached within this counts as gone. */
const CONNECT_WITHIN_MS = 5000
/** Whole numbers: paise, quantities, ids and counts all stay below 2^53. */
const TYPES = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

export const isPostgres = (url: string): boolean => /^postgres(ql)?:\/\//.test(url)

export interface PostgresOptions {
  /** How long a writer waits for another that holds the market. */
  readonly lockTimeoutMs: number
  /** Ends a statement that takes longer; left out, it may take as long as it needs. */
  readonly statementTimeoutMs?: number
  /** A replica that has not come as far as this market version is not read from. */
  readonly notBefore?: () => number
}

/** A replica lacks what was read before: to read from it would be to go back in time. */
export class ReplicaBehind extends Error {
  override readonly name = 'ReplicaBehind'
  constructor(version: number, needed: number) {
    super(`the replica has come to market version ${version}, and ${needed} was read before`)
  }
}

export const postgresClient = (url: string): pg.Client => new pg.Client(connectionOf(url))

export interface PostgresConnections {
  readonly dialect: PostgresDialect
  /** Cuts every connection: for a server that has stopped answering, whose questions would wait for ever. */
  breakOff(): void
}

export function postgresConnections(
  url: string,
  { lockTimeoutMs, statementTimeoutMs, notBefore }: PostgresOptions,
): PostgresConnections {
  const clients = new Set<pg.Client>()
  const pool = new pg.Pool({
    ...connectionOf(url),
    max: CONNECTIONS,
    lock_timeout: lockTimeoutMs,
    ...(statementTimeoutMs !== undefined && { statement_timeout: statementTimeoutMs }),
    onConnect: async (client) => {
      clients.add(client as pg.Client)
      // A connection may break between two statements, when nobody waits for it: the next statement fails and tells.
      client.on('error', () => undefined)
      client.once('end', () => clients.delete(client as pg.Client))
      // A cluster may have another default, under which what a round reads would be older than its lock.
      await client.query(`set default_transaction_isolation to 'read committed'`)
      if (notBefore) await refuseIfBehind(client, notBefore())
    },
  })
  // An idle connection that breaks is replaced when one is next needed; whoever then asks learns of a lasting fault.
  pool.on('error', () => undefined)
  return {
    dialect: new PostgresDialect({ pool }),
    breakOff: () => {
      for (const client of clients) client.connection.stream.destroy()
    },
  }
}

async function refuseIfBehind(client: pg.ClientBase, needed: number): Promise<void> {
  if (needed === 0) return
  const { rows } = await client.query(
    `select version from market_version where pg_is_in_recovery() and version < $1`,
    [needed],
  )
  if (rows[0]) throw new ReplicaBehind(rows[0].version, needed)
}

const connectionOf = (url: string): pg.ClientConfig => ({
  connectionString: withExplicitSslMode(url),
  types: TYPES,
  application_name: 'greymark',
  connectionTimeoutMillis: CONNECT_WITHIN_MS,
  keepAlive: true,
})

/** Classes of SQLSTATE: no connection, no authorization, no such database, no resources, shut down, broken system. */
const UNAVAILABLE_STATE = /^(08|28|3D|53|57P|58|XX|25006)/
const NO_CONNECTION = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH)/
/** What the driver itself says, without a code. */
const DRIVER_WORDS =
  /connection terminated|timeout exceeded when trying to connect|not queryable|connection ended|query read timeout/i

/** True when the server is gone, shut or in recovery, rather than the question wrong. */
export function isPostgresUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof ReplicaBehind) return true
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_STATE.test(error.code ?? '')
  const tlsFault = tlsFaultOf(error)
  if (tlsFault !== undefined) return tlsFault !== 'own-file'
  const { code, syscall } = error as NodeJS.ErrnoException
  // A socket file that is not there is as good as no server; any other file is none of ours.
  if (code !== undefined && syscall !== undefined) return syscall === 'connect' || NO_CONNECTION.test(code)
  return (
    DRIVER_WORDS.test(error.message) ||
    (error instanceof AggregateError && error.errors.some(isPostgresUnavailable))
  )
}

/** Two transactions that cannot both go through, a lock that took too long, or a statement that did: worth trying again. */
export const isPostgresBusy = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(40001|40P01|55P03|57014)$/.test(error.code ?? '')

export const isPostgresForbidden = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '42501'
