import { type Env, type ProcessEnd, type Restriction, startGreymark } from '../greymark-process.ts'

/** Many times the duration of a command on a busy machine. */
const HANGS_AFTER_MS = 180_000

export interface CommandEnd extends ProcessEnd {
  readonly isHanging: boolean
}

/** Runs a command to its end; a service is stopped once it listens. */
export async function runCommand(
  args: readonly string[],
  env: Env,
  restriction: Restriction,
): Promise<CommandEnd> {
  const { child, printed, ended } = startGreymark(args, env, restriction)
  let isStopping = false
  for (const output of [child.stdout, child.stderr])
    output?.on('data', () => {
      if (isStopping || !printed().includes('Greymark answers at')) return
      isStopping = true
      child.kill('SIGTERM')
    })
  let isHanging = false
  const timer = setTimeout(() => {
    isHanging = true
    child.kill('SIGKILL')
  }, HANGS_AFTER_MS)
  const end = await ended
  clearTimeout(timer)
  return { ...end, isHanging }
}
