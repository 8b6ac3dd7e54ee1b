import { runCommand } from './processes.ts'
import { WRK } from './programs.ts'

const CONNECTIONS = 50

/** One request that is sent again and again, the same to ours and theirs. */
export interface Request {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

export const LOAD_TOOL = `${WRK ? 'wrk, 1 thread' : 'autocannon, since wrk is not installed'}, ${CONNECTIONS} connections that are kept`

/** Requests a second that a server answers when it gets as many as it can take. */
export async function requestsPerSecond(
  address: string,
  { path, headers }: Request,
  seconds: number,
): Promise<number> {
  const url = `${address}${path}`
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const common = ['-c', String(CONNECTIONS), '-d', String(seconds), ...fields]
  return WRK ? byWrk(WRK, [...common, '-t', '1', url]) : byAutocannon([...common, '--json', url])
}

async function byWrk(wrk: string, args: readonly string[]): Promise<number> {
  const said = await runCommand({ program: wrk, args, place: 'load' })
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(said) ?? []
  if (!rate || /Non-2xx|Socket errors/.test(said)) throw new Error(`not all requests went well: ${said}`)
  return Number(rate)
}

async function byAutocannon(args: readonly string[]): Promise<number> {
  const program = process.execPath
  const said = await runCommand({
    program,
    args: ['node_modules/autocannon/autocannon.js', ...args],
    place: 'load',
  })
  const { errors, timeouts, requests, statusCodeStats, duration } = JSON.parse(said)
  const wrong = Object.keys(statusCodeStats).filter((status) => status !== '200' && status !== '304')
  if (errors + timeouts > 0 || wrong.length > 0) throw new Error(`not all requests went well: ${said}`)
  return requests.total / duration
}
