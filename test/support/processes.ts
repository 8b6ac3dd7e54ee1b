import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { onTestFailed, onTestFinished } from 'vitest'
import type { Env } from './command-line.ts'

/** The number of characters of a service's output that a failed test shows. */
const LAST_CHARACTERS = 4000
/** Of the environment, beside its settings. A run of the tests keeps compiled code, see vitest.config.ts. */
const KEPT_ENV = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Starts the command as a shell does, with exactly these settings, and ends it after the test. */
export function start(args: readonly string[], env: Env, node = process.execPath): ChildProcess {
  const child = spawn(node, ['bin/greymark.js', ...args], {
    cwd: ROOT,
    env: { ...KEPT_ENV, ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  // A command that ends before it has read its input closes the pipe, which is not a fault.
  child.stdin.on('error', () => undefined)
  return child
}

export interface ProcessEnded {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export async function ended(child: ChildProcess): Promise<ProcessEnded> {
  const { stdout: out, stderr: err } = child
  if (!out || !err) throw new Error('the process has no output')
  const [stdout, stderr, [code]] = await Promise.all([text(out), text(err), once(child, 'close')])
  return { code, stdout, stderr }
}

/** Runs a command to its end in a separate process. */
export function run(args: readonly string[], env: Env, stdin = ''): Promise<ProcessEnded> {
  const child = start(args, env)
  child.stdin?.end(stdin)
  return ended(child)
}

/** A `greymark serve` in a separate process. */
export interface Serving {
  readonly address: string
  /** Its output so far. */
  printed(): string
  /** Returns its exit code and signal once it has ended. */
  end(signal: NodeJS.Signals): Promise<readonly [number | null, NodeJS.Signals | null]>
}

/** Settings of a service on a free port, without what tests of other things do not need. */
export const FREE_PORT: Env = { PORT: '0', METRICS: 'off', REQUESTS_PER_MINUTE: '0' }

/** Starts a service on a free port, and waits until it listens. */
export const serve = (env: Env): Promise<Serving> => listening(start(['serve'], { ...FREE_PORT, ...env }))

/** Waits until a started service listens. */
export async function listening(child: ChildProcess): Promise<Serving> {
  let printed = ''
  onTestFailed(() => void process.stderr.write(`\na service printed:\n${printed.slice(-LAST_CHARACTERS)}\n`))
  const gone = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  const address = await new Promise<string>((resolve, reject) => {
    for (const output of [child.stdout, child.stderr])
      output?.on('data', (chunk) => {
        printed += chunk
        const [, found] = /answers at (http:\/\/127\.0\.0\.1:\d+)/.exec(printed) ?? []
        if (found) resolve(found)
      })
    gone.then(() => reject(new Error(`ended before it printed its address: ${printed}`)), reject)
  })
  return {
    address,
    printed: () => printed,
    end: (signal) => {
      child.kill(signal)
      return gone
    },
  }
}
