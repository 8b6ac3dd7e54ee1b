import { parseArgs } from 'node:util'
import { AlertRulesFile, BadAlertRules } from '../../alerts/rules/alert-rules-file.ts'
import { BadSourceFile } from '../../collect/own-sources.ts'
import { loadConfig, readSettings, SETTINGS } from '../../config.ts'
import { untilStopped } from '../../service/signals.ts'
import { ownAssignment, reportStarted, startWorkers, WorkerNotStarted } from '../../service/workers.ts'
import { UnknownSource } from '../../sources/registry.ts'
import { withoutSecrets } from '../../without-secrets.ts'
import { sourcesFor } from '../chosen-sources.ts'
import { type Command, EXIT, type Terminal } from '../command.ts'
import { startLine } from '../start-line.ts'
import { terminalLog } from '../terminal-log.ts'

const settingsHelp = Object.entries(SETTINGS)
  .map(
    ([name, { help, standard }]) =>
      `  ${name.padEnd(20)} ${help} (default: ${standard === '' ? 'none' : standard})`,
  )
  .join('\n')

export const help = `Usage: greymark serve, or only greymark

Serves the API and the pages until it is stopped (Ctrl-C, SIGTERM). While there are no facts, an
invented demo market is served, and no file is created.
At a terminal it prints one line once it serves, and then its log as text; elsewhere its log is JSON.

Settings, from the environment:
${settingsHelp}

Exit codes: 0 stopped, 1 could not start, 2 bad settings or arguments.`

export const run: Command['run'] = async (args, terminal) => {
  const { env, now, stdout } = terminal
  parseArgs({ args: [...args], options: {} })
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
}

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
