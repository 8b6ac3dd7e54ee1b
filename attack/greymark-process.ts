import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

export type Env = Readonly<Record<string, string>>

/** A `greymark` command in a process of its own. */
export interface GreymarkProcess {
  readonly child: ChildProcess
  /** What it has printed so far, on both outputs. */
  printed(): string
  /** Resolves when it has ended. */
  readonly ended: Promise<ProcessEnd>
}

export interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly printed: string
}

/** Starts a command of the built program with these settings and no others. */
export function startGreymark(args: readonly string[], env: Env): GreymarkProcess {
  const child = spawn(process.execPath, ['bin/greymark.js', ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, printed }))
  return { child, printed: () => printed, ended }
}

/** Runs a command to its end. */
export const runGreymark = (args: readonly string[], env: Env): Promise<ProcessEnd> =>
  startGreymark(args, env).ended
