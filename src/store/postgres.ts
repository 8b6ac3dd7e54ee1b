import { PostgresDialect } from 'kysely'
import pg from 'pg'

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
  /** Ends a statement that takes longer; left out, it may take as long as it needs. */
  readonly statementTimeoutMs?: number
  /** Looks at a new connection before it is used, and throws to have it closed again. */
  readonly onConnect?: (client: pg.ClientBase) => Promise<void>
}

export const postgresClient = (url: string): pg.Client => new pg.Client(connectionOf(url))

export function postgresDialect(
  url: string,
  { statementTimeoutMs, onConnect }: PostgresOptions = {},
): PostgresDialect {
  const pool = new pg.Pool({
    ...connectionOf(url),
    max: CONNECTIONS,
    ...(statementTimeoutMs !== undefined && { statement_timeout: statementTimeoutMs }),
    onConnect: async (client) => {
      // A cluster may have another default, under which what a round reads would be older than its lock.
      await client.query(`set default_transaction_isolation to 'read committed'`)
      await onConnect?.(client)
    },
  })
  // An idle connection that breaks is replaced when one is next needed; whoever then asks learns of a lasting fault.
  pool.on('error', () => undefined)
  return new PostgresDialect({ pool })
}

const connectionOf = (url: string): pg.ClientConfig => ({
  connectionString: url,
  types: TYPES,
  application_name: 'greymark',
  connectionTimeoutMillis: CONNECT_WITHIN_MS,
  keepAlive: true,
})

/** Classes of SQLSTATE: no connection, no authorization, no such database, no resources, shut down, broken system. */
const UNAVAILABLE_STATE = /^(08|28|3D|53|57P|58|XX|25006)/
const NO_CONNECTION = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOENT|EACCES)/
/** What the driver itself says, without a code. */
const DRIVER_WORDS =
  /connection terminated|timeout exceeded when trying to connect|not queryable|connection ended|query read timeout/i

/** True when the server is gone, shut or in recovery, rather than the question wrong. */
export function isPostgresUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_STATE.test(error.code ?? '')
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code !== undefined && syscall !== undefined) return NO_CONNECTION.test(code)
  return (
    DRIVER_WORDS.test(error.message) ||
    (error instanceof AggregateError && error.errors.some(isPostgresUnavailable))
  )
}

/** Two transactions that cannot both go through, a lock that took too long, or a statement that did: worth trying again. */
export const isPostgresBusy = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(40001|40P01|55P03|57014)$/.test(error.code ?? '')
