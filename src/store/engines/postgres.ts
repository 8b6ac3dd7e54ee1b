import { PostgresDialect } from 'kysely'
import type pg from 'pg'
import { tlsFaultOf, withExplicitSslMode } from './postgres-tls.ts'

/** The most connections of one pool: enough for one process, since most answers are sent from memory. */
export const POOL_CONNECTIONS = 10
/** A server that does not accept a connection within this time counts as gone. */
const CONNECT_WITHIN_MS = 5000
/** Idle connections are kept for a while, with the statements that they have prepared. */
const IDLE_MS = 60_000

/** The driver takes a seventh of the start of a small command, so only a store on PostgreSQL loads it. */
const loadDriver = async (): Promise<typeof pg> => (await import('pg')).default

export interface PostgresOptions {
  /** How long a writer waits for another writer. */
  readonly lockTimeoutMs: number
  /** Cancels a statement that takes longer; unlimited when left out. */
  readonly statementTimeoutMs?: number
  /** A replica behind this market version is not read. */
  readonly notBefore?: () => number
}

/** A replica lacks a version that was read before; reading it would go back in time. */
export class ReplicaBehind extends Error {
  override readonly name = 'ReplicaBehind'
  constructor(version: number, needed: number) {
    super(`the replica is at market version ${version}, behind version ${needed}, which was read before`)
  }
}

export async function postgresClient(url: string): Promise<pg.Client> {
  const driver = await loadDriver()
  return new driver.Client(connectionOf(driver, url))
}

export interface PostgresConnections {
  readonly dialect: PostgresDialect
  /** Cuts every connection to a server that has stopped answering, whose queries would wait forever. */
  breakOff(): void
}

export function postgresConnections(
  url: string,
  { lockTimeoutMs, statementTimeoutMs, notBefore }: PostgresOptions,
): PostgresConnections {
  const clients = new Set<pg.Client>()
  const openPool = async () => {
    const driver = await loadDriver()
    const pool = new driver.Pool({
      ...connectionOf(driver, url),
      Client: preparingClient(driver),
      max: POOL_CONNECTIONS,
      idleTimeoutMillis: IDLE_MS,
      lock_timeout: lockTimeoutMs,
      ...(statementTimeoutMs !== undefined && { statement_timeout: statementTimeoutMs }),
      onConnect: async (client) => {
        clients.add(client as pg.Client)
        // A connection may break while no statement is running; the next statement then fails and reports it.
        client.on('error', () => undefined)
        client.once('end', () => clients.delete(client as pg.Client))
        // A cluster may have another default, under which a round would read data older than its lock.
        // Compiling a statement, which some servers do, takes longer than ours run.
        await client.query(`set default_transaction_isolation to 'read committed'; set jit to off`)
        if (notBefore) await refuseIfBehind(client, notBefore())
      },
    })
    // A broken idle connection is replaced when one is next needed; a lasting fault is reported by that query.
    pool.on('error', () => undefined)
    return pool
  }
  return {
    dialect: new PostgresDialect({ pool: openPool }),
    breakOff: () => {
      for (const client of clients) client.connection.stream.destroy()
    },
  }
}

/** The most statements that a connection keeps prepared. Further ones are parsed and planned each time. */
const MAX_PREPARED = 300
/** A statement with more parameters has a list of some length in its text, and seldom comes again. */
const MAX_PARAMETERS = 60
const IS_READING = /^\s*(select|with)\b/i
/** Such a statement would fail on a connection that prepared it before a migration added a column. */
const HAS_ALL_COLUMNS = /\bselect \*|\.\*/i
/** How to read best depends on the pattern, and a prepared statement soon gets one plan for all values. */
const HAS_PATTERN = /\blike\b/i

/**
 * The connections of a pool that give reading statements a name, under which each of them prepares a statement once: to
 * parse and to plan one often takes longer than to run it.
 */
function preparingClient({ Client }: typeof pg): typeof pg.Client {
  const names = new Map<string, string>()
  const nameOf = (text: string, parameters: readonly unknown[]): string | undefined => {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= MAX_PREPARED || parameters.length > MAX_PARAMETERS) return undefined
    if (!IS_READING.test(text) || HAS_ALL_COLUMNS.test(text) || HAS_PATTERN.test(text)) return undefined
    const name = `greymark ${names.size + 1}`
    names.set(text, name)
    return name
  }
  return class PreparingClient extends Client {
    constructor(config?: pg.ClientConfig) {
      super(config)
      const query = this.query.bind(this)
      const named = (text: string, values: unknown[] = []) => {
        const name = nameOf(text, values)
        return query(name === undefined ? { text, values } : { name, text, values })
      }
      this.query = named as typeof query
    }
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

const connectionOf = ({ types }: typeof pg, url: string): pg.ClientConfig => ({
  connectionString: withExplicitSslMode(url),
  // Parses 64-bit integers as numbers: paise, quantities, ids and counts all stay below 2^53.
  types: {
    getTypeParser: ((oid: number, format?: 'text') =>
      oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
  },
  application_name: 'greymark',
  connectionTimeoutMillis: CONNECT_WITHIN_MS,
  keepAlive: true,
})

/** SQLSTATE classes: no connection, no authorization, no such database, no resources, shutdown, system error. */
const UNAVAILABLE_STATE = /^(08|28|3D|53|57P|58|XX|25006)/
const NO_CONNECTION = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH)/
/** Messages of the driver's own errors, which have no code. */
const DRIVER_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|not queryable|connection ended|query read timeout/i

/** The SQLSTATE of an error that the server reported; the driver's own errors have no severity. */
const stateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : undefined

/** True when the server is gone, shut down or in recovery, rather than the query wrong. */
export function isPostgresUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof ReplicaBehind) return true
  const state = stateOf(error)
  if (state !== undefined) return UNAVAILABLE_STATE.test(state)
  const tlsFault = tlsFaultOf(error)
  if (tlsFault !== undefined) return tlsFault !== 'own-file'
  const { code, syscall } = error as NodeJS.ErrnoException
  // A missing socket file means that there is no server; errors of any other file are not about the server.
  if (code !== undefined && syscall !== undefined) return syscall === 'connect' || NO_CONNECTION.test(code)
  return (
    DRIVER_MESSAGES.test(error.message) ||
    (error instanceof AggregateError && error.errors.some(isPostgresUnavailable))
  )
}

/** Serialization failure, deadlock, lock timeout or statement timeout: worth a retry. */
export const isPostgresBusy = (error: unknown): boolean =>
  /^(40001|40P01|55P03|57014)$/.test(stateOf(error) ?? '')

export const isPostgresForbidden = (error: unknown): boolean => stateOf(error) === '42501'
