import type { ChildProcess } from 'node:child_process'
import { onTestFailed, onTestFinished } from 'vitest'
import { type Env, type ProcessEnd, spawnGreymark, watched } from './greymark-process.ts'

/** The number of characters of a service's output that a failed test shows. */
const LAST_CHARACTERS = 4000

/** Starts the command as a shell does, with exactly these settings, and ends it after the test. */
export function start(args: readonly string[], env: Env, node = process.execPath): ChildProcess {
  const child = spawnGreymark(args, env, { node })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

export type ProcessEnded = Omit<ProcessEnd, 'signal'>

export async function ended(child: ChildProcess): Promise<ProcessEnded> {
  const { code, stdout, stderr } = await watched(child).ended
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
  const { printed, hasPrinted, ended } = watched(child)
  onTestFailed(
    () => void process.stderr.write(`\na service printed:\n${printed().slice(-LAST_CHARACTERS)}\n`),
  )
  const [, address = ''] = await hasPrinted(/answers at (http:\/\/127\.0\.0\.1:\d+)/)
  return {
    address,
    printed,
    async end(signal) {
      child.kill(signal)
      const end = await ended
      return [end.code, end.signal]
    },
  }
}
