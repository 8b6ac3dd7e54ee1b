import { parseArgs } from 'node:util'
import { loadConfig, SETTINGS } from '../../config.ts'
import { startService, untilStopped } from '../../service/start-service.ts'
import { type Command, EXIT } from '../command.ts'

const settingsHelp = Object.entries(SETTINGS)
  .map(
    ([name, { help, standard }]) =>
      `  ${name.padEnd(20)} ${help} (default: ${standard === '' ? 'none' : standard})`,
  )
  .join('\n')

export const serve: Command = {
  name: 'serve',
  summary: 'Serve the API and the pages',
  help: `Usage: greymark serve

Serves the API and the pages until it is stopped (Ctrl-C, SIGTERM). While the store holds no
facts, an invented demo market is served.

Settings, from the environment:
${settingsHelp}

Exit codes: 0 stopped, 1 could not start, 2 bad settings or arguments.`,

  async run(args, { env, now }) {
    parseArgs({ args: [...args], options: {} })
    await untilStopped(startService(loadConfig(env), now))
    return EXIT.done
  },
}
