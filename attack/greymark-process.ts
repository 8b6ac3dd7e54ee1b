import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Of the environment, beside its settings. A run of the tests keeps compiled code, see vitest.config.ts. */
const KEPT_ENV = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }

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

/** What a process may do less than this one. */
export interface Restriction {
  /** The longest file that it may write, in blocks of 512 bytes; `null` for any. */
  readonly fileBlocks: number | null
  readonly asNobody: boolean
}

export const UNRESTRICTED: Restriction = { fileBlocks: null, asNobody: false }
const UNNAMED_SUBJECT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
/** A file that would grow beyond the limit gets an error, not a signal, as on a full disk. */
const LIMITED = 'trap "" XFSZ; ulimit -f "$0"; exec "$@"'

/** Starts a command of the built program with these settings and no others. */
export function startGreymark(
  args: readonly string[],
  env: Env,
  { fileBlocks, asNobody } = UNRESTRICTED,
): GreymarkProcess {
  const command = [process.execPath, 'bin/greymark.js', ...args]
  const [program = '', ...rest] =
    fileBlocks === null ? command : ['sh', '-c', LIMITED, String(fileBlocks), ...command]
  const child = spawn(program, rest, {
    cwd: ROOT,
    env: { ...KEPT_ENV, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(asNobody && UNNAMED_SUBJECT),
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
