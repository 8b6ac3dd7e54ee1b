import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { isPostgres } from '../../src/store/engines/db.ts'
import { runCommand, type Server, startServer } from './processes.ts'

export const API = '/api/public/market'

/** The address of a store: a SQLite file, or the address of a PostgreSQL database. */
const databaseUrl = (store: string): string => (isPostgres(store) ? store : `sqlite:${store}`)

/**
 * Starts our server as shipped, with guard, metrics, log and security headers. Only its ports are free ones, it stops
 * without draining, and the guard has a limit that no load reaches; it also counts the requests of this machine.
 */
export const startGreymark = (store: string): Promise<Server> =>
  startServer(
    {
      args: ['bin/greymark.js', 'serve'],
      env: {
        ...{ DATABASE_URL: databaseUrl(store), PORT: '0', METRICS: '127.0.0.1:0', DRAIN_SECONDS: '0' },
        ...{ TRUST_PROXY: '127.0.0.1', REQUESTS_PER_MINUTE: '1000000000' },
      },
    },
    /answers at (http:\/\/127\.0\.0\.1:\d+)/,
  )

/** Runs a Greymark command on a store, on any core. */
export const greymark = (store: string, args: readonly string[]): Promise<string> =>
  runCommand({ args: ['bin/greymark.js', ...args], env: { DATABASE_URL: databaseUrl(store) } })

/** Processor time and memory are read from `/proc`, which only Linux has. */
export const CAN_READ_PROCESSES = existsSync('/proc/self/stat')

const TICKS_A_SECOND = 100
/** A server that takes less processor time than this in a second has nothing left to do. */
const IDLE_SECONDS = 0.05
/** On a large store the answers after the start take a while. */
const IDLE_WITHIN_SECONDS = 300

/** Waits until servers have made the answers that everyone requests, as each does right after its start. */
export async function untilIdle(servers: readonly Server[]): Promise<void> {
  if (!CAN_READ_PROCESSES) return
  const spent = () => servers.reduce((sum, { pid }) => sum + processorSeconds(pid), 0)
  for (let second = 0; second < IDLE_WITHIN_SECONDS; second++) {
    const before = spent()
    await setTimeout(1000)
    if (spent() - before < IDLE_SECONDS) return
  }
  throw new Error(`the servers are still busy after ${IDLE_WITHIN_SECONDS} seconds`)
}

/** Fields 14 and 15 of the line; the second, the name, may contain spaces. */
function processorSeconds(pid: number): number {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) / TICKS_A_SECOND
}

/** The resident memory of a process in MB. */
export function megabytesOf({ pid }: Server): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
