import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Place, placed } from './programs.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The most characters of a failed process's output that are shown. */
const MAX_OUTPUT_SHOWN = 4000
const POLL_EVERY_MS = 5

export interface Started {
  readonly program: string
  readonly args: readonly string[]
  /** Environment variables; of our own environment only PATH is passed on. */
  readonly env?: Readonly<Record<string, string>>
  readonly place: Place
}

/** A running server. */
export interface Server {
  /** Such as `http://127.0.0.1:3000`. */
  readonly address: string
  readonly pid: number
  stop(): Promise<void>
}

/** Of the environment, beside its settings. A run of the tests keeps compiled code, see vitest.config.ts. */
const KEPT_ENV = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }

const running = new Set<ChildProcess>()
// Child processes are also stopped after a failure or Ctrl-C.
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

function spawnChild({ program, args, env = {}, place }: Started): ChildProcess {
  const child = spawn(...placed(place, program, args), {
    cwd: ROOT,
    env: { ...KEPT_ENV, ...env },
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

/** Runs a command to its end and returns its output. */
export async function runCommand(command: Started, stdin = ''): Promise<string> {
  const child = spawnChild(command)
  const { stdin: input, stdout, stderr } = child
  if (!input || !stdout || !stderr) throw new Error('the process has no output')
  input.on('error', () => undefined)
  input.end(stdin)
  const [output, errorOutput, [code]] = await Promise.all([text(stdout), text(stderr), once(child, 'close')])
  if (code === 0) return output
  throw new Error(
    `${command.program} ${command.args.join(' ')} ended with ${code}: ${(errorOutput + output).slice(-MAX_OUTPUT_SHOWN)}`,
  )
}

/** A process that answers each line of input with a line of output. */
export interface Worker {
  request(line: string): Promise<string>
  stop(): Promise<void>
}

export function startWorker(command: Started): Worker {
  const child = spawnChild(command)
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) throw new Error('the process has no output')
  const closed = once(child, 'close')
  const answers = createInterface({ input: stdout })[Symbol.asyncIterator]()
  const errorOutput = text(stderr)
  return {
    async request(line) {
      stdin.write(`${line}\n`)
      const { value, done } = await answers.next()
      if (done) throw new Error(`${command.args.join(' ')} ended: ${await errorOutput}`)
      return value
    },
    stop: () => stopped(child, closed),
  }
}

/** A process that reports in lines of output, by itself or when asked. */
export interface Reporter {
  readonly pid: number
  ask(line: string): void
}

/** Starts a process that reports until it is stopped; calls `onEnd` if it ends before. */
export function startReporter(
  command: Started,
  onLine: (line: string) => void,
  onEnd: (error: Error) => void,
): Reporter {
  const child = spawnChild(command)
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) throw new Error('the process has no output')
  stdin.on('error', () => undefined)
  const errorOutput = text(stderr)
  createInterface({ input: stdout }).on('line', onLine)
  child.once('close', async (code) =>
    onEnd(new Error(`${command.args.join(' ')} ended with ${code}: ${await errorOutput}`)),
  )
  return { pid: child.pid ?? 0, ask: (line) => void stdin.write(`${line}\n`) }
}

/** Starts a server and waits until it prints its address, the first group of `pattern`. */
export async function startServer(command: Started, pattern: RegExp): Promise<Server> {
  const child = spawnChild(command)
  return started(command, child, (printed) => pattern.exec(printed())?.[1])
}

/** Starts a server that prints no address, and waits until something listens at the given one. */
export async function startServerAt(command: Started, address: string): Promise<Server> {
  const child = spawnChild(command)
  const isListening = () =>
    fetch(address, { method: 'HEAD' }).then(
      () => true,
      () => false,
    )
  return started(command, child, async () => ((await isListening()) ? address : undefined))
}

type FindAddress = (printed: () => string) => string | undefined | Promise<string | undefined>

async function started(command: Started, child: ChildProcess, find: FindAddress): Promise<Server> {
  const closed = once(child, 'close')
  let printed = ''
  for (const output of [child.stdout, child.stderr])
    output?.on('data', (chunk) => {
      printed = (printed + chunk).slice(-MAX_OUTPUT_SHOWN)
    })
  for (;;) {
    const address = await find(() => printed)
    if (address) return { address, pid: child.pid ?? 0, stop: () => stopped(child, closed) }
    if (child.exitCode !== null)
      throw new Error(`${command.args.join(' ')} ended before it answered: ${printed}`)
    await setTimeout(POLL_EVERY_MS)
  }
}

async function stopped(child: ChildProcess, closed: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM')
  await closed
}

/** Stops all processes that still run, so that parts need not stop theirs. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((child) => stopped(child, once(child, 'close'))))
}
