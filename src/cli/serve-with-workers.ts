import type { Config } from '../config.ts'
import { ProcessNotStarted } from '../service/workers/serving-processes.ts'
import { startPrimary, untilStopped } from '../service/workers/start-primary.ts'
import { EXIT, type ExitCode, type Terminal } from './command.ts'
import { startLine } from './start-line.ts'
import { terminalLog } from './terminal-log.ts'

/** Serves with several processes on one port until all are stopped. This process only starts and connects them. */
export async function serveWithWorkers(config: Config, { env, now, stdout }: Terminal): Promise<ExitCode> {
  const announced = async () => {
    const service = await startPrimary(config, now, stdout.isTTY ? terminalLog(stdout) : undefined)
    if (stdout.isTTY) stdout.write(`${await startLine(service, config, env)}\n`)
    return service
  }
  // The terminal shows ^C at the beginning of a line, where the log goes on.
  if (stdout.isTTY) process.once('SIGINT', () => stdout.write('\n'))
  try {
    await untilStopped(announced())
    return EXIT.done
  } catch (error) {
    // The process has printed why.
    if (error instanceof ProcessNotStarted && error.exitCode !== null)
      return error.exitCode === EXIT.usage ? EXIT.usage : EXIT.failed
    throw error
  }
}
