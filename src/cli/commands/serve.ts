import { parseArgs } from 'node:util'
import { loadConfig, SETTINGS } from '../../config.ts'
import { startService, untilStopped } from '../../service/start-service.ts'
import { type Command, EXIT } from '../command.ts'
import { startLine } from '../start-line.ts'
import { terminalLog } from '../terminal-log.ts'

const settingsHelp = Object.entries(SETTINGS)
  .map(
    ([name, { help, standard }]) =>
      `  ${name.padEnd(20)} ${help} (default: ${standard === '' ? 'none' : standard})`,
  )
  .join('\n')

export const serve: Command = {
  name: 'serve',
  summary: 'Serve the API and the pages',
  help: `Usage: greymark serve, or only greymark

Serves the API and the pages until it is stopped (Ctrl-C, SIGTERM). While there are no facts, an
invented demo market is served, and no file is created.
At a terminal it prints one line once it serves, and then its log as text; elsewhere its log is JSON.

Settings, from the environment:
${settingsHelp}

Exit codes: 0 stopped, 1 could not start, 2 bad settings or arguments.`,

  async run(args, { env, now, stdout }) {
    parseArgs({ args: [...args], options: {} })
    const config = loadConfig(env)
    if (!stdout.isTTY) {
      await untilStopped(startService(config, now, undefined, env))
      return EXIT.done
    }
    const announced = async () => {
      const service = await startService(config, now, terminalLog(stdout), env)
      stdout.write(`${await startLine(service, config, env)}\n`)
      return service
    }
    // The terminal shows ^C at the beginning of a line, where the log goes on.
    process.once('SIGINT', () => stdout.write('\n'))
    await untilStopped(announced())
    return EXIT.done
  },
}
