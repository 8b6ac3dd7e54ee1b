import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Of the environment, beside its settings. A run of the tests keeps compiled code, see vitest.config.ts. */
const KEPT_ENV = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }

export type Env = Readonly<Record<string, string>>

/** A `greymark` command in its own process. */
export interface GreymarkProcess {
  readonly child: ChildProcess
  /** Its output so far, from standard output and standard error. */
  printed(): string
  /** Resolves when it has ended. */
  readonly ended: Promise<ProcessEnd>
}

export interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly printed: string
}

/** Restrictions of a process. */
export interface Restriction {
  /** The largest file that it may write, in blocks of 512 bytes; `null` for no limit. */
  readonly fileBlocks: number | null
  readonly asNobody: boolean
}

export const UNRESTRICTED: Restriction = { fileBlocks: null, asNobody: false }
const UNNAMED_SUBJECT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
/** Writing beyond the limit gives an error instead of a signal, as on a full disk. */
const LIMITED = 'trap "" XFSZ; ulimit -f "$0"; exec "$@"'

/** Starts a command of the built program with only these settings. */
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
