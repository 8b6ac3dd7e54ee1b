import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { programPath } from '../../test/deploy/installed.ts'

/** Programs that improve the measuring; `undefined` where they are not installed. */
export const WRK = programPath('wrk')
export const NGINX = programPath('nginx')
const TASKSET = programPath('taskset')

interface Cores {
  readonly servers: number
  readonly load: number
  readonly all: string
}

/** One core for servers and another for the load, if this process may use two. */
export const CORES: Cores | undefined = twoCores()

function twoCores(): Cores | undefined {
  if (!TASKSET) return undefined
  const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  const allowed = list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
  const [servers, load] = allowed
  return servers === undefined || load === undefined ? undefined : { servers, load, all: list }
}

/** Moves this process, and the requests it sends itself, to the core of the load. */
export function moveToLoadCore(): void {
  if (CORES && TASKSET) execFileSync(TASKSET, ['-a', '-p', '-c', String(CORES.load), String(process.pid)])
}

/** Moves a running process to the core of the servers; the processes that it starts later are there too. */
export function moveToServerCore(pid: number): void {
  if (CORES && TASKSET) execFileSync(TASKSET, ['-a', '-p', '-c', String(CORES.servers), String(pid)])
}

export type Place = keyof Cores

/** The command line that runs a program on its core. */
export function placed(place: Place, program: string, args: readonly string[]): [string, string[]] {
  return CORES && TASKSET ? [TASKSET, ['-c', String(CORES[place]), program, ...args]] : [program, [...args]]
}
