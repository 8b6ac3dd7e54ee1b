import { parseArgs } from 'node:util'
import { AlertRulesFile, BadAlertRules } from '../../alerts/rules/alert-rules-file.ts'
import { BadSourceFile } from '../../collect/own-sources.ts'
import { type Config, loadConfig, readSettings, SETTINGS } from '../../config.ts'
import { startService, untilStopped } from '../../service/start-service.ts'
import { type GroupMember, joinGroup } from '../../service/workers/group-member.ts'
import { PROCESS_VARIABLE } from '../../service/workers/process-variables.ts'
import { UnknownSource } from '../../sources/registry.ts'
import { withoutSecrets } from '../../without-secrets.ts'
import { sourcesFor } from '../chosen-sources.ts'
import { type Command, EXIT, type ExitCode, type Terminal } from '../command.ts'
import { serveWithWorkers } from '../serve-with-workers.ts'
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
  // One of several processes can end with an error only once it has joined them.
  const config = loadConfig(env, env[PROCESS_VARIABLE] ? [] : await faultsOfNamed(env))
  const member = joinGroup(env, config)
  if (member) return serveAsMember(member, config, terminal)
  if (config.WORKERS > 1) return serveWithWorkers(config, terminal)
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
}

/** The faults of the sources, whose texts the parent process has read if there is one, and the rules of alerts in the settings. */
async function faultsOfNamed(
  env: Terminal['env'],
  texts: readonly string[] | null = null,
): Promise<string[]> {
  const { SOURCES = [], SOURCE_FILES = [], ALERTS = '' } = readSettings(env).settings
  const faults: string[] = []
  try {
    sourcesFor({ SOURCES, SOURCE_FILES, ...(texts && { sourceTexts: texts }) }, [])
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

/** Serves as one of several processes; the primary announces the start, and requests the end. */
async function serveAsMember(
  member: GroupMember,
  config: Config,
  { env, now, stdout }: Terminal,
): Promise<ExitCode> {
  const log = stdout.isTTY ? terminalLog(stdout) : undefined
  const started = async () => {
    const { sendsAlerts, sourceTexts } = member.group
    if (sendsAlerts) loadConfig(env, await faultsOfNamed(env, await sourceTexts()))
    const service = await startService(config, now, log, env, { group: member.group })
    const { address, version } = service
    member.started({ address, version: version(), contents: await service.contents() })
    return service
  }
  try {
    await untilStopped(started(), member.onStopRequest)
    return EXIT.done
  } finally {
    member.leave()
  }
}
