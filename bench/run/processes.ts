import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Place, placed } from './programs.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** How much of what a process printed is shown when it fails. */
const LAST_WORDS = 4000
const LOOK_EVERY_MS = 5

export interface Started {
  readonly program: string
  readonly args: readonly string[]
  /** Settings; of our own environment only PATH is handed on. */
  readonly env?: Readonly<Record<string, string>>
  readonly place: Place
}

/** A server that answers. */
export interface Server {
  /** Such as `http://127.0.0.1:3000`. */
  readonly address: string
  readonly pid: number
  stop(): Promise<void>
}

/** Of the environment, beside its settings. A run of the tests keeps compiled code, see vitest.config.ts. */
const KEPT_ENV = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }

const running = new Set<ChildProcess>()
// Also after a failure, or Ctrl-C, nothing is left behind.
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

function begin({ program, args, env = {}, place }: Started): ChildProcess {
  const child = spawn(...placed(place, program, args), {
    cwd: ROOT,
    env: { ...KEPT_ENV, ...env },
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

/** Runs a command to its end, and gives what it printed. */
export async function runCommand(command: Started, stdin = ''): Promise<string> {
  const child = begin(command)
  const { stdin: input, stdout, stderr } = child
  if (!input || !stdout || !stderr) throw new Error('the process has no output')
  input.on('error', () => undefined)
  input.end(stdin)
  const [said, complaint, [code]] = await Promise.all([text(stdout), text(stderr), once(child, 'close')])
  if (code === 0) return said
  throw new Error(
    `${command.program} ${command.args.join(' ')} ended with ${code}: ${(complaint + said).slice(-LAST_WORDS)}`,
  )
}

/** A process that is handed lines, and answers each with one. */
export interface Worker {
  hand(line: string): Promise<string>
}

export function startWorker(command: Started): Worker {
  const child = begin(command)
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) throw new Error('the process has no output')
  const answers = createInterface({ input: stdout })[Symbol.asyncIterator]()
  const complaint = text(stderr)
  return {
    async hand(line) {
      stdin.write(`${line}\n`)
      const { value, done } = await answers.next()
      if (done) throw new Error(`${command.args.join(' ')} ended: ${await complaint}`)
      return value
    },
  }
}

/** Starts a server, and waits for the words with its address, the first group of `says`. */
export async function startServer(command: Started, says: RegExp): Promise<Server> {
  const child = begin(command)
  return started(command, child, (printed) => says.exec(printed())?.[1])
}

/** Starts a server that says nothing, and waits until something listens at the address. */
export async function startServerAt(command: Started, address: string): Promise<Server> {
  const child = begin(command)
  const isListening = () =>
    fetch(address, { method: 'HEAD' }).then(
      () => true,
      () => false,
    )
  return started(command, child, async () => ((await isListening()) ? address : undefined))
}

type FindAddress = (printed: () => string) => string | undefined | Promise<string | undefined>

async function started(command: Started, child: ChildProcess, find: FindAddress): Promise<Server> {
  const gone = once(child, 'close')
  let printed = ''
  for (const output of [child.stdout, child.stderr])
    output?.on('data', (chunk) => {
      printed = (printed + chunk).slice(-LAST_WORDS)
    })
  for (;;) {
    const address = await find(() => printed)
    if (address) return { address, pid: child.pid ?? 0, stop: () => stopped(child, gone) }
    if (child.exitCode !== null)
      throw new Error(`${command.args.join(' ')} ended before it answered: ${printed}`)
    await setTimeout(LOOK_EVERY_MS)
  }
}

async function stopped(child: ChildProcess, gone: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM')
  await gone
}

/** Ends whatever is still running; a part need not end what it started. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((child) => stopped(child, once(child, 'close'))))
}
