import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Start } from './bad-places.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Many times what a command takes on a busy machine. */
const HANGS_AFTER_MS = 180_000
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
/** A file that would grow beyond the limit gets an error, not a signal, as on a full disk. */
const LIMITED = 'trap "" XFSZ; ulimit -f "$0"; exec "$@"'

export interface CommandEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly printed: string
  readonly isHanging: boolean
}

/** Runs a command to its end; a service that has begun to listen is asked to end. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { fileBlocks, asNobody }: Start,
): Promise<CommandEnd> {
  const command = [process.execPath, 'bin/greymark.js', ...args]
  const [program = '', ...rest] =
    fileBlocks === null ? command : ['sh', '-c', LIMITED, String(fileBlocks), ...command]
  const child = spawn(program, rest, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(asNobody && NOBODY),
  })
  const printed = watchOutput(child)
  let isHanging = false
  const timer = setTimeout(() => {
    isHanging = true
    child.kill('SIGKILL')
  }, HANGS_AFTER_MS)
  const [code, signal] = await once(child, 'close')
  clearTimeout(timer)
  return { code, signal, printed: printed(), isHanging }
}

function watchOutput(child: ChildProcess): () => string {
  let printed = ''
  let isAsked = false
  for (const output of [child.stdout, child.stderr])
    output?.on('data', (chunk) => {
      printed += chunk
      if (isAsked || !printed.includes('Greymark answers at')) return
      isAsked = true
      child.kill('SIGTERM')
    })
  return () => printed
}
