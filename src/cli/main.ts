import { VERSION } from '../project-file.ts'
import { type Command, EXIT, type ExitCode, type Terminal } from './command.ts'

/** A command is loaded when it runs, with what it uses, so that no other waits for that. */
type ListedCommand = readonly [name: string, summary: string, load: () => Promise<Command>]

export const COMMANDS: readonly ListedCommand[] = [
  ['serve', 'Serve the API and the pages', () => import('./commands/serve.ts')],
  ['collect', 'Collect from the upstreams once', () => import('./commands/collect.ts')],
  ['backfill', 'Read what the sources still have of the past', () => import('./commands/backfill.ts')],
  ['sources', 'Print the state of each upstream', () => import('./commands/sources.ts')],
  [
    'check-sources',
    'Check whether upstreams serve this machine, as the parsers expect',
    () => import('./commands/check-sources.ts'),
  ],
  ['refusals', 'List refused rows, and settle them', () => import('./commands/refusals.ts')],
  ['replay', 'Read stored answers of an upstream again', () => import('./commands/replay.ts')],
  ['import', 'Import facts from a file', () => import('./commands/import.ts')],
  ['import-deals', "Import deals from an exchange's own file", () => import('./commands/import-deals.ts')],
  ['export', 'Write all facts as a facts file', () => import('./commands/export.ts')],
  ['show', 'Print one IPO', () => import('./commands/show.ts')],
  ['mcp', 'Serve an assistant over the Model Context Protocol', () => import('./commands/mcp.ts')],
  [
    'alerts',
    'Check the rules of alerts, try them out, and list messages',
    () => import('./commands/alerts.ts'),
  ],
  ['backup', 'Copy a SQLite store into a file, while it is in use', () => import('./commands/backup.ts')],
  ['restore', 'Restore a SQLite store from a backup', () => import('./commands/restore.ts')],
  ['prune', 'Remove old raw answers of upstreams', () => import('./commands/prune.ts')],
  [
    'doctor',
    'Check settings, database, clock, disk, sources, issues, alerts and port',
    () => import('./commands/doctor.ts'),
  ],
]

const nameWidth = Math.max(...COMMANDS.map(([name]) => name.length))

export const HELP = `Usage: greymark [COMMAND]

Without a command it serves, as "greymark serve" does.

${COMMANDS.map(([name, summary]) => `  ${name.padEnd(nameWidth)} ${summary}`).join('\n')}

"greymark COMMAND --help" describes each command, and "greymark --version" prints the version. Settings
come from the environment; "greymark serve --help" lists them.`

const VERSION_OPTIONS = ['--version', '-v', '-V']
const HELP_OPTIONS = ['--help', '-h', 'help']

/** Runs one command. The only place that turns an error into a message and an exit code. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name = 'serve', ...rest] =
    args[0] === 'help' && args.length > 1 ? [...args.slice(1), '--help'] : args
  if (HELP_OPTIONS.includes(name) || VERSION_OPTIONS.includes(name)) {
    terminal.stdout.write(`${HELP_OPTIONS.includes(name) ? HELP : VERSION}\n`)
    return EXIT.done
  }
  const [, , load] = COMMANDS.find(([known]) => known === name) ?? []
  if (!load) {
    terminal.stderr.write(`greymark: ${unknownText(name)}\n`)
    return EXIT.usage
  }
  try {
    const { help, run } = await load()
    if (!rest.includes('--help') && !rest.includes('-h')) return await run(rest, terminal)
    terminal.stdout.write(`${help}\n`)
    return EXIT.done
  } catch (error) {
    const { isUsage, printedMessage } = await import('./error-text.ts')
    terminal.stderr.write(`greymark ${name}: ${printedMessage(error)}\n`)
    if (!isUsage(error)) return EXIT.failed
    terminal.stderr.write(`"greymark ${name} --help" shows its usage\n`)
    return EXIT.usage
  }
}

const unknownText = (name: string): string =>
  name.startsWith('-')
    ? `there is no option "${name}": settings come from the environment, such as PORT=8080; "greymark --help" lists the commands`
    : `there is no command "${name}"\n\n${HELP}`
