import type { Bench } from '../figure.ts'
import { ask } from './answers.ts'
import { cpuSeconds } from './cpu-time.ts'
import { runCommand, type Server } from './processes.ts'
import { WRK } from './programs.ts'

const CONNECTIONS = 50
/** A slow server is no failure; only one that never answers is. */
const TIMEOUT_SECONDS = 60
/** On a busy machine a process may get no processor time for a second. */
const ATTEMPTS = 3
/** The number of requests of a smallest run, sent one after the other without a load generator. */
const REQUESTS_OF_SMALLEST = 5

/** A request that is sent repeatedly, the same to ours and theirs. */
export interface Request {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** The server under load. */
export type Target = Pick<Server, 'address' | 'pid'>

export const LOAD_TOOL = `${WRK ? 'wrk' : 'autocannon, since wrk is not installed'}, one thread, ${CONNECTIONS} persistent connections`

/**
 * The requests a second that a server answers under full load. By processor time, it is the number per second of its own
 * processor time, which other work on the machine affects less.
 */
export async function requestsPerSecond(
  { seconds, isByCpu, isSmallest }: Pick<Bench, 'seconds' | 'isByCpu' | 'isSmallest'>,
  { address, pid }: Target,
  request: Request,
): Promise<number> {
  if (isSmallest) return fewRequestsPerSecond(address, request)
  for (let left = ATTEMPTS; left > 0; left--) {
    const before = isByCpu ? cpuSeconds(pid) : 0
    const { count, duration } = await loaded(`${address}${request.path}`, request.headers, seconds)
    if (count > 0) return count / (isByCpu ? cpuSeconds(pid) - before : duration)
  }
  throw new Error(`${address}${request.path} did not answer within ${seconds} s in ${ATTEMPTS} attempts`)
}

async function fewRequestsPerSecond(address: string, request: Request): Promise<number> {
  const startedAt = performance.now()
  for (let n = 0; n < REQUESTS_OF_SMALLEST; n++) await ask(address, request)
  return (REQUESTS_OF_SMALLEST * 1000) / (performance.now() - startedAt)
}

interface Loaded {
  readonly count: number
  readonly duration: number
}

function loaded(url: string, headers: Request['headers'], seconds: number): Promise<Loaded> {
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = ['-c', String(CONNECTIONS), '-d', String(seconds), ...fields]
  return WRK
    ? byWrk(WRK, [...args, '-t', '1', '--timeout', `${TIMEOUT_SECONDS}s`, url])
    : byAutocannon([...args, '-t', String(TIMEOUT_SECONDS), '--json', url])
}

async function byWrk(wrk: string, args: readonly string[]): Promise<Loaded> {
  const output = await runCommand({ program: wrk, args, place: 'load' })
  const [, count] = /(\d+) requests in/.exec(output) ?? []
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(output) ?? []
  if (!count || !rate || /Non-2xx|Socket errors/.test(output))
    throw new Error(`not all requests succeeded: ${output}`)
  return { count: Number(count), duration: Number(count) / Number(rate) }
}

async function byAutocannon(args: readonly string[]): Promise<Loaded> {
  const command = ['node_modules/autocannon/autocannon.js', ...args]
  const output = await runCommand({ program: process.execPath, args: command, place: 'load' })
  const { errors, timeouts, requests, statusCodeStats, duration } = JSON.parse(output)
  const wrong = Object.keys(statusCodeStats).filter((status) => status !== '200' && status !== '304')
  if (errors + timeouts > 0 || wrong.length > 0) throw new Error(`not all requests succeeded: ${output}`)
  return { count: requests.total, duration }
}
