import { AlertRulesFile, BadAlertRules } from '../../alerts/rules/alert-rules-file.ts'
import { BadSourceFile } from '../../collect/own-sources.ts'
import { type Config, loadConfig, readSettings, SETTINGS } from '../../config.ts'
import { VERSION } from '../../project-file.ts'
import { untilStopped } from '../../service/signals.ts'
import type { Service } from '../../service/start.ts'
import { ownAssignment, reportStarted, startWorkers, WorkerNotStarted } from '../../service/workers.ts'
import { UnknownSource } from '../../sources/registry.ts'
import { counted } from '../../texts/format.ts'
import { displayAddress, withoutSecrets } from '../../without-secrets.ts'
import { sourcesFor } from '../chosen-sources.ts'
import { defineCommand, EXIT, type Terminal } from '../command.ts'
import { withStandard } from '../help.ts'
import { terminalLog } from '../terminal-log.ts'

export const command = defineCommand({
  about: `Serves the API and the pages until it is stopped (Ctrl-C, SIGTERM). While there are no facts, an
    invented demo market is served, and no file is created. "greymark" alone does the same.

    At a terminal it prints one line once it serves, and then its log as text; elsewhere its log is JSON.`,
  list: {
    title: 'Settings, from the environment',
    rows: Object.entries(SETTINGS).map(([name, { help, standard }]) => [name, withStandard(help, standard)]),
  },
  exits: ['stopped', 'could not start'],
  run: async (_values, { env, now, stdout }) => {
    const worker = ownAssignment(env)
    // The parent of a worker has checked the files that the settings name.
    const config = loadConfig(env, worker ? [] : await faultsOfNamed(env))
    const isParent = !worker && config.WORKERS > 1
    const logTo = stdout.isTTY ? terminalLog(stdout) : undefined
    const start = async () => {
      if (isParent) return startWorkers(config, now, logTo)
      const { startService } = await import('../../service/start.ts')
      return startService(config, now, logTo, env, { worker })
    }
    const announced = async () => {
      const service = await start()
      if (worker) reportStarted({ address: service.address, contents: await service.contents() })
      else if (stdout.isTTY) stdout.write(`${await startLine(service, config, env)}\n`)
      return service
    }
    // The terminal shows ^C at the beginning of a line, where the log goes on.
    if (stdout.isTTY && !worker) process.once('SIGINT', () => stdout.write('\n'))
    try {
      await untilStopped(announced(), worker !== null)
      return EXIT.done
    } catch (error) {
      // The worker has printed why.
      if (error instanceof WorkerNotStarted && error.exitCode !== null)
        return error.exitCode === EXIT.usage ? EXIT.usage : EXIT.failed
      throw error
    } finally {
      // A worker ends although its parent runs on.
      if (worker) process.channel?.unref()
    }
  },
})

/** The faults of the sources and of the rules of alerts that the settings name. */
async function faultsOfNamed(env: Terminal['env']): Promise<string[]> {
  const { SOURCES = [], SOURCE_FILES = [], ALERTS = '' } = readSettings(env).settings
  const faults: string[] = []
  try {
    sourcesFor({ SOURCES, SOURCE_FILES }, [])
  } catch (error) {
    if (!(error instanceof UnknownSource || error instanceof BadSourceFile)) throw error
    faults.push(withoutSecrets(error instanceof UnknownSource ? `SOURCES: ${error.message}` : error.message))
  }
  try {
    if (ALERTS !== '') await new AlertRulesFile(ALERTS, env).load()
  } catch (error) {
    if (!(error instanceof BadAlertRules)) throw error
    faults.push(...error.problems.map((problem) => `ALERTS, ${ALERTS}: ${problem}`))
  }
  return faults
}

/** What the user typed to start the service, and types for other commands, by npm's name of what it runs. */
const TYPED: Readonly<Record<string, { readonly start: string; readonly command: string }>> = {
  start: { start: 'npm start', command: 'npx greymark' },
  npx: { start: 'npx greymark serve', command: 'npx greymark' },
}
const INSTALLED = { start: 'greymark serve', command: 'greymark' }

/** The line that a terminal shows once the service has started: what is served where, and what to do next. */
async function startLine(
  service: Pick<Service, 'address' | 'contents'>,
  config: Config,
  env: Terminal['env'],
): Promise<string> {
  const { demo, ipos } = await service.contents()
  const typed = TYPED[env.npm_lifecycle_event ?? ''] ?? INSTALLED
  const sources = config.SOURCES.join(', ')
  const sentences = [
    `Greymark ${VERSION} serves ${demo ? 'a demo market' : contentsText(ipos, config)} at ${service.address}.`,
    ...(config.COLLECT
      ? [`${demo ? 'Real data follows as it is collected' : 'It collects'} from ${sources}.`]
      : [`${demo ? 'For real data' : 'To collect'}: COLLECT=on CONTACT=you@example.org ${typed.start}.`]),
    `Help: ${typed.command} --help.`,
    'Ctrl-C stops it.',
  ]
  return sentences.join(' ')
}

const contentsText = (ipos: number | null, { DATABASE_URL: url }: Config): string =>
  `${ipos === null ? 'the market' : counted(ipos, 'IPO')} from ${displayAddress(url)}`
