import { BadAlertRules } from '../alerts/rules/alert-rules-file.ts'
import { BadSourceFile } from '../collect/own-sources.ts'
import { BadSettings } from '../config.ts'
import { VERSION } from '../project-file.ts'
import { UnknownSource } from '../sources/registry.ts'
import { isStoreForbidden, isStoreUnavailable } from '../store/engines/db.ts'
import { withoutSecrets } from '../without-secrets.ts'
import { type Command, EXIT, type ExitCode, type Terminal, UsageError } from './command.ts'
import { alerts } from './commands/alerts.ts'
import { backfill } from './commands/backfill.ts'
import { backup } from './commands/backup.ts'
import { checkSources } from './commands/check-sources.ts'
import { collect } from './commands/collect.ts'
import { doctor } from './commands/doctor.ts'
import { exportFacts } from './commands/export.ts'
import { importFacts } from './commands/import.ts'
import { importDeals } from './commands/import-deals.ts'
import { mcp } from './commands/mcp.ts'
import { prune } from './commands/prune.ts'
import { refusals } from './commands/refusals.ts'
import { replay } from './commands/replay.ts'
import { restore } from './commands/restore.ts'
import { serve } from './commands/serve.ts'
import { show } from './commands/show.ts'
import { sources } from './commands/sources.ts'
import { LISTEN_ADVICE } from './doctor/check-port.ts'
import { storeErrorText } from './store-error-text.ts'

export const COMMANDS: readonly Command[] = [
  serve,
  collect,
  backfill,
  sources,
  checkSources,
  refusals,
  replay,
  importFacts,
  importDeals,
  exportFacts,
  show,
  mcp,
  alerts,
  backup,
  restore,
  prune,
  doctor,
]

const nameWidth = Math.max(...COMMANDS.map(({ name }) => name.length))

export const HELP = `Usage: greymark [COMMAND]

Without a command it serves, as "greymark serve" does.

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(nameWidth)} ${summary}`).join('\n')}

"greymark COMMAND --help" describes each command, and "greymark --version" prints the version. Settings
come from the environment; "greymark serve --help" lists them.`

const VERSION_OPTIONS = ['--version', '-v', '-V']
const HELP_OPTIONS = ['--help', '-h', 'help']

/** Runs one command. The only place that turns an error into a message and an exit code. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name = serve.name, ...rest] =
    args[0] === 'help' && args.length > 1 ? [...args.slice(1), '--help'] : args
  if (HELP_OPTIONS.includes(name) || VERSION_OPTIONS.includes(name)) {
    terminal.stdout.write(`${HELP_OPTIONS.includes(name) ? HELP : VERSION}\n`)
    return EXIT.done
  }
  const command = COMMANDS.find((candidate) => candidate.name === name)
  if (!command) {
    terminal.stderr.write(`greymark: ${unknownText(name)}\n`)
    return EXIT.usage
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.stdout.write(`${command.help}\n`)
    return EXIT.done
  }
  try {
    return await command.run(rest, terminal)
  } catch (error) {
    terminal.stderr.write(`greymark ${name}: ${printedMessage(error)}\n`)
    if (isUsage(error)) {
      terminal.stderr.write(`"greymark ${name} --help" shows its usage\n`)
      return EXIT.usage
    }
    return EXIT.failed
  }
}

const unknownText = (name: string): string =>
  name.startsWith('-')
    ? `there is no option "${name}": settings come from the environment, such as PORT=8080; "greymark --help" lists the commands`
    : `there is no command "${name}"\n\n${HELP}`

const isParseError = (error: unknown): boolean =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

const isUsage = (error: unknown): boolean =>
  [UsageError, BadSettings, BadSourceFile, BadAlertRules, UnknownSource].some(
    (kind) => error instanceof kind,
  ) || isParseError(error)

/** The message to print. That of bad settings and rules holds no secret, and its examples of addresses must stay whole. */
export const printedMessage = (error: unknown): string =>
  error instanceof BadSettings || error instanceof BadAlertRules
    ? error.message
    : withoutSecrets(messageOf(error))

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isStoreUnavailable(error) || isStoreForbidden(error))
    return `the store cannot be used: ${storeErrorText(error)}`
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `another program already listens there (${error.message}): stop it, or set PORT`
  if (['listen', 'bind'].includes(syscall) && code in LISTEN_ADVICE)
    return `${error.message}; ${LISTEN_ADVICE[code]}`
  // Node appends advice about arguments that begin with a hyphen, which ours never do.
  return isParseError(error) ? (error.message.split('. ')[0] ?? '') : error.message
}
