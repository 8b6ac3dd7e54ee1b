import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { programPath } from '../../test/deploy/installed.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TASKSET = programPath('taskset')
/** Of the environment, beside its settings. A run of the tests keeps compiled code, see vitest.config.ts. */
const KEPT_ENV = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
/** The most characters of a failed process's output that are shown. */
const MAX_OUTPUT_SHOWN = 4000

/** Servers have one core and what loads them another, if this process may use two. */
export const CORES = twoCores()

function twoCores(): { readonly servers: string; readonly load: string } | undefined {
  if (!TASKSET) return undefined
  const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  const [servers, load] = list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index))
  })
  return servers && load ? { servers, load } : undefined
}

type Core = 'servers' | 'load'

/** Moves a running process to a core; the processes that it starts later are there too. */
export function moveTo(core: Core, pid: number): void {
  if (CORES && TASKSET) execFileSync(TASKSET, ['-a', '-p', '-c', CORES[core], String(pid)])
}

export interface Command {
  readonly program?: string
  readonly args: readonly string[]
  /** Environment variables; of our own environment only PATH is passed on. */
  readonly env?: Readonly<Record<string, string>>
  /** Without it, on any core. */
  readonly core?: Core
}

/** A running server. */
export interface Server {
  /** Such as `http://127.0.0.1:3000`. */
  readonly address: string
  readonly pid: number
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
// Processes are also stopped after a failure or Ctrl-C.
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})

function started({ program = process.execPath, args, env, core }: Command, stdio: StdioOptions) {
  const placed = core && CORES && TASKSET ? [TASKSET, '-c', CORES[core], program] : [program]
  const [first = program, ...rest] = [...placed, ...args]
  const child = spawn(first, rest, { cwd: ROOT, env: { ...KEPT_ENV, ...env }, stdio })
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

async function stopped(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  await closed
}

/** Stops all processes that still run, so that parts need not stop theirs. */
export const stopAll = async (): Promise<void> => void (await Promise.all([...running].map(stopped)))

/** Runs a command to its end and returns its output. */
export async function runCommand(command: Command): Promise<string> {
  const child = started(command, ['ignore', 'pipe', 'pipe'])
  if (!child.stdout || !child.stderr) throw new Error('the process has no output')
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (code === 0) return output
  throw new Error(
    `${command.args.join(' ')} ended with ${code}: ${(errors + output).slice(-MAX_OUTPUT_SHOWN)}`,
  )
}

/** Starts a server and waits until it prints a text, whose first group is its address unless that is known. */
export async function startServer(command: Command, ready: RegExp, address?: string): Promise<Server> {
  const child = started({ core: 'servers', ...command }, ['ignore', 'pipe', 'pipe'])
  let printed = ''
  const found = await new Promise<string>((resolve, reject) => {
    for (const output of [child.stdout, child.stderr])
      output?.on('data', (chunk) => {
        printed = (printed + chunk).slice(-MAX_OUTPUT_SHOWN)
        const match = ready.exec(printed)
        if (match) resolve(address ?? match[1] ?? '')
      })
    child.once('close', () => reject(new Error(`${command.args.join(' ')} ended at its start: ${printed}`)))
  })
  return { address: found, pid: child.pid ?? 0, stop: () => stopped(child) }
}

/** A program of this folder in a process of its own, which answers each message with one. */
export class Worker<Message, Reply> {
  readonly #child: ChildProcess

  constructor(core: Core, file: string, args: readonly string[] = []) {
    const command = { core, args: [`bench/${file}`, ...args] }
    this.#child = started(command, ['ignore', 'inherit', 'inherit', 'ipc'])
  }

  async ask(message: Message): Promise<Reply> {
    const ended = new AbortController()
    const onClose = () => ended.abort(new Error('a process of the benchmark has ended'))
    this.#child.once('close', onClose)
    this.#child.send(message as object)
    const [reply] = await once(this.#child, 'message', { signal: ended.signal })
    this.#child.off('close', onClose)
    return reply
  }
}
