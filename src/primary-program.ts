import { EXIT, type ExitCode, type Terminal } from './cli/command.ts'
import { serveWithWorkers } from './cli/serve-with-workers.ts'
import { type Config, readSettings } from './config.ts'
import { withoutSecrets } from './without-secrets.ts'

export { machineClock } from './machine-clock.ts'

/**
 * The entry point of `bin/greymark.js` where WORKERS is set. A process that only starts others loads neither the web
 * framework nor the store. All else is run by the program, also what is wrong with the command line or the settings.
 */
export async function runWithWorkers(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const config = groupConfig(args, terminal.env)
  if (!config) return (await import('./program.ts')).runProgram(args, terminal)
  try {
    return await serveWithWorkers(config, terminal)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    terminal.stderr.write(`greymark serve: ${withoutSecrets(message)}\n`)
    return EXIT.failed
  }
}

/** The settings, if they are valid and the command line serves with several processes. */
function groupConfig([command = 'serve', ...rest]: readonly string[], env: Terminal['env']): Config | null {
  const { settings, faults } = readSettings(env)
  const isServing = command === 'serve' && rest.length === 0
  return isServing && faults.length === 0 && Number(settings.WORKERS) > 1 ? (settings as Config) : null
}
