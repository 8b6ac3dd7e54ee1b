import { VERSION } from '../project-file.ts'
import { didYouMean } from '../texts/nearest-name.ts'
import { type Command, type CommandGroup, EXIT, type ExitCode, type Terminal } from './command.ts'
import { helpOf, labelled } from './help.ts'

/** A command is loaded when it runs, with what it uses, so that no other waits for that. */
type ListedCommand = readonly [
  name: string,
  summary: string,
  load: () => Promise<{ readonly command: Command | CommandGroup }>,
]

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
  [
    'publish',
    'Write the pages and the JSON as files for any static host',
    () => import('./commands/publish.ts'),
  ],
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

export const HELP = `Usage: greymark [COMMAND]

Without a command it serves, as "greymark serve" does.

${labelled(COMMANDS.map(([name, summary]) => [name, summary] as const))}
"greymark COMMAND --help" describes each command, and "greymark --version" prints
the version. Settings come from the environment; "greymark serve --help" lists
them.
`

const VERSION_OPTIONS = ['--version', '-v', '-V']
const HELP_OPTIONS = ['--help', '-h']

/** Runs one command. The only place that turns an error into a message and an exit code. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { stdout, stderr } = terminal
  const isHelp = args[0] === 'help' || args.some((arg) => HELP_OPTIONS.includes(arg))
  const [name = isHelp ? undefined : 'serve', ...rest] = args.filter(
    (arg, i) => !HELP_OPTIONS.includes(arg) && !(i === 0 && arg === 'help'),
  )
  if (name === undefined || VERSION_OPTIONS.includes(name)) {
    stdout.write(name === undefined ? HELP : `${VERSION}\n`)
    return EXIT.done
  }
  const [, , load] = COMMANDS.find(([known]) => known === name) ?? []
  if (!load) {
    stderr.write(`greymark: ${unknownText(name)}\n"greymark --help" lists the commands\n`)
    return EXIT.usage
  }
  try {
    const { command } = await load()
    if (!isHelp) return await command.run(rest, terminal)
    stdout.write(helpOf(name, command, rest[0]))
    return EXIT.done
  } catch (error) {
    const { isUsage, printedMessage } = await import('./error-text.ts')
    stderr.write(`greymark ${name}: ${printedMessage(error)}\n`)
    if (!isUsage(error)) return EXIT.failed
    stderr.write(`"greymark ${name} --help" shows its usage\n`)
    return EXIT.usage
  }
}

const unknownText = (name: string): string =>
  name.startsWith('-')
    ? `there is no option "${name}": settings come from the environment, such as PORT=8080`
    : `there is no command "${name}"${didYouMean(
        name,
        COMMANDS.map(([known]) => known),
      )}`
