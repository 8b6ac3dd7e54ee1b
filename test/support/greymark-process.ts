import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Of the environment, beside its settings. A run of the tests keeps compiled code, see vitest.config.ts. */
const KEPT_ENV = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }

export type Env = Readonly<Record<string, string>>

export interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A process whose output is collected. */
export interface WatchedProcess {
  readonly child: ChildProcess
  /** Its output so far, from standard output and standard error. */
  printed(): string
  /** Waits until its output has something, and returns what was found. Throws if it ends before. */
  hasPrinted(pattern: RegExp): Promise<RegExpExecArray>
  /** Resolves when it has ended. */
  readonly ended: Promise<ProcessEnd>
}

export interface ProcessOptions {
  /** The program that runs it. */
  readonly node?: string
  /** The largest file that it may write, in blocks of 512 bytes. */
  readonly fileBlocks?: number
  readonly asNobody?: boolean
}

const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
/** Writing beyond the limit gives an error instead of a signal, as on a full disk. */
const LIMITED = 'trap "" XFSZ; ulimit -f "$0"; exec "$@"'

/** Starts a command of the built program as a shell does, with exactly these settings. */
export function spawnGreymark(
  args: readonly string[],
  env: Env,
  { node = process.execPath, fileBlocks, asNobody = false }: ProcessOptions = {},
): ChildProcess {
  const command = [node, 'bin/greymark.js', ...args]
  const [program = '', ...rest] =
    fileBlocks === undefined ? command : ['sh', '-c', LIMITED, String(fileBlocks), ...command]
  const child = spawn(program, rest, { cwd: ROOT, env: { ...KEPT_ENV, ...env }, ...(asNobody && NOBODY) })
  // A command that ends before it has read its input closes the pipe, which is not a fault.
  child.stdin.on('error', () => undefined)
  return child
}

/** Collects the output of a process that was just started. */
export function watched(child: ChildProcess): WatchedProcess {
  const outputs = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text) => (outputs[name] += text))
  const printed = () => outputs.stdout + outputs.stderr
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...outputs }))
  return {
    child,
    printed,
    ended,
    hasPrinted: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(printed())
          if (found) resolve(found)
        }
        for (const output of [child.stdout, child.stderr]) output?.on('data', look)
        look()
        ended.then(() => reject(new Error(`ended without ${pattern}: ${printed()}`)), reject)
      }),
  }
}

export const startGreymark = (
  args: readonly string[],
  env: Env,
  options: ProcessOptions = {},
): WatchedProcess => watched(spawnGreymark(args, env, options))

/** Runs a command to its end in a separate process. */
export function runGreymark(args: readonly string[], env: Env): Promise<ProcessEnd> {
  const { child, ended } = startGreymark(args, env)
  child.stdin?.end()
  return ended
}
