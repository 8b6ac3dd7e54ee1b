import type { PostgresPool, PostgresPoolClient } from 'kysely'

/** The most statements that a connection keeps prepared. Further ones are parsed and planned each time. */
const MAX_PREPARED = 300
/** A statement with more parameters has a list of some length in its text, and seldom comes again. */
const MAX_PARAMETERS = 60
const IS_READING = /^\s*(select|with)\b/i
/** Such a statement would fail on a connection that prepared it before a migration added a column. */
const HAS_ALL_COLUMNS = /\bselect \*|\.\*/i
/** How to read best depends on the pattern, and a prepared statement soon gets one plan for all values. */
const HAS_PATTERN = /\blike\b/i

/** The part of the driver's connections that is used here. */
interface DriverClient {
  query(statement: { name?: string; text: string; values: unknown[] }): Promise<unknown>
  release(isBroken?: boolean): void
}

interface DriverPool {
  readonly options: object
  connect(): Promise<DriverClient>
  end(): Promise<void>
}

/**
 * Gives reading statements a name, under which each connection prepares them once: to parse and to plan one often takes
 * longer than to run it.
 */
export function preparingPool(pool: DriverPool): PostgresPool {
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
  // One for each client, since the dialect recognizes a connection by it.
  const wrapped = new WeakMap<DriverClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? preparingClient(client, nameOf)
      wrapped.set(client, known)
      return known
    },
  }
}

function preparingClient(
  client: DriverClient,
  nameOf: (text: string, parameters: readonly unknown[]) => string | undefined,
): PostgresPoolClient {
  const query = (text: string, parameters: readonly unknown[]) => {
    const name = nameOf(text, parameters)
    const values = [...parameters]
    return client.query(name === undefined ? { text, values } : { name, text, values })
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (isBroken) => client.release(isBroken),
  }
}
