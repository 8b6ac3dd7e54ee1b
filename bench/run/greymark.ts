import { isPostgres } from '../../src/store/engines/db.ts'
import { START_ARGUMENTS } from '../../test/deploy/start-command.ts'
import { runCommand, type Server, type Started, startServer } from './processes.ts'

export const API = '/api/public/market'

/** The address of a store: a SQLite file, or the address of a PostgreSQL database. */
const databaseUrl = (store: string): string => (isPostgres(store) ? store : `sqlite:${store}`)

/** By default the flood guard does not count requests from the same machine, such as those of the load. */
const COUNTED = { TRUST_PROXY: '127.0.0.1', REQUESTS_PER_MINUTE: '1000000000' }

/**
 * Starts our server as shipped, with guard, metrics, log and security headers. Only its ports are free ones, the guard has
 * a limit that no load reaches, and it stops without draining. `env` has further settings.
 */
export function startGreymark(
  store: string,
  { nodeArgs = [], env = {} }: { nodeArgs?: readonly string[]; env?: Started['env'] } = {},
): Promise<Server> {
  return startServer(
    {
      program: process.execPath,
      args: [...nodeArgs, ...START_ARGUMENTS],
      env: {
        DATABASE_URL: databaseUrl(store),
        PORT: '0',
        METRICS: '127.0.0.1:0',
        DRAIN_SECONDS: '0',
        ...COUNTED,
        ...env,
      },
      place: 'servers',
    },
    /answers at (http:\/\/127\.0\.0\.1:\d+)/,
  )
}

/** Runs a Greymark command on a store, on any core. */
export function greymark(store: string, args: readonly string[], stdin?: string): Promise<string> {
  return runCommand(
    {
      program: process.execPath,
      args: ['bin/greymark.js', ...args],
      env: { DATABASE_URL: databaseUrl(store) },
      place: 'all',
    },
    stdin,
  )
}
