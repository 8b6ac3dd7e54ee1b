import { runCommand, type Server, startServer } from './processes.ts'

export const API = '/api/public/market'

/** By itself the flood guard lets requests from the same machine pass uncounted, as those of the load are. */
const COUNTED = { TRUST_PROXY: '127.0.0.1', REQUESTS_PER_MINUTE: '1000000000' }

/**
 * Our server as it is shipped: guard, metrics, log and security headers are on. Only its ports are free ones, the guard
 * counts to a limit that no load reaches, and it ends without the seconds that a balancer would need.
 */
export function startGreymark(
  store: string,
  { nodeArgs = [] }: { nodeArgs?: readonly string[] } = {},
): Promise<Server> {
  return startServer(
    {
      program: process.execPath,
      args: [...nodeArgs, 'bin/greymark.js', 'serve'],
      env: {
        DATABASE_URL: `sqlite:${store}`,
        PORT: '0',
        METRICS: '127.0.0.1:0',
        DRAIN_SECONDS: '0',
        ...COUNTED,
      },
      place: 'servers',
    },
    /answers at (http:\/\/127\.0\.0\.1:\d+)/,
  )
}

/** Runs a command of ours on a store, on any core, to its end. */
export function greymark(store: string, args: readonly string[], stdin?: string): Promise<string> {
  return runCommand(
    {
      program: process.execPath,
      args: ['bin/greymark.js', ...args],
      env: { DATABASE_URL: `sqlite:${store}` },
      place: 'all',
    },
    stdin,
  )
}
