import type { Bench } from '../figure.ts'
import { ask } from './answers.ts'
import { cpuSeconds } from './cpu-time.ts'
import { runCommand, type Server } from './processes.ts'
import { WRK } from './programs.ts'

const CONNECTIONS = 50
/** A slow server is slow, and nothing else; only one that never answers is a fault. */
const TIMEOUT_SECONDS = 60
/** On a machine that is busy with other work, a second may pass in which a process gets nothing of it. */
const ATTEMPTS = 3
/** Of a smallest run, one after the other and without a process for the load. */
const REQUESTS_OF_SMALLEST = 5

/** One request that is sent again and again, the same to ours and theirs. */
export interface Request {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** Who is asked. */
export type Target = Pick<Server, 'address' | 'pid'>

export const LOAD_TOOL = `${WRK ? 'wrk' : 'autocannon, since wrk is not installed'}, one thread, ${CONNECTIONS} persistent connections`

/**
 * Requests a second that a server answers when it gets as many as it can take. By processor time it is how many it answers
 * in a second of its own, which others that keep the machine busy change less.
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
  throw new Error(`${address}${request.path} answered nothing in ${seconds} s, ${ATTEMPTS} times over`)
}

async function fewRequestsPerSecond(address: string, request: Request): Promise<number> {
  const begun = performance.now()
  for (let n = 0; n < REQUESTS_OF_SMALLEST; n++) await ask(address, request)
  return (REQUESTS_OF_SMALLEST * 1000) / (performance.now() - begun)
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
  const said = await runCommand({ program: wrk, args, place: 'load' })
  const [, count] = /(\d+) requests in/.exec(said) ?? []
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(said) ?? []
  if (!count || !rate || /Non-2xx|Socket errors/.test(said))
    throw new Error(`not all requests went well: ${said}`)
  return { count: Number(count), duration: Number(count) / Number(rate) }
}

async function byAutocannon(args: readonly string[]): Promise<Loaded> {
  const command = ['node_modules/autocannon/autocannon.js', ...args]
  const said = await runCommand({ program: process.execPath, args: command, place: 'load' })
  const { errors, timeouts, requests, statusCodeStats, duration } = JSON.parse(said)
  const wrong = Object.keys(statusCodeStats).filter((status) => status !== '200' && status !== '304')
  if (errors + timeouts > 0 || wrong.length > 0) throw new Error(`not all requests went well: ${said}`)
  return { count: requests.total, duration }
}
