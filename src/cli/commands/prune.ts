import { parseArgs } from 'node:util'
import { loadConfig } from '../../config.ts'
import { DAY_MS, type Instant, instantFromMs, istClock, msOf } from '../../market/calendar.ts'
import { type Pruned, prunePayloads } from '../../store/upkeep/prune.ts'
import { countText, sizeText } from '../amount-text.ts'
import { type Command, EXIT, type Terminal, UsageError } from '../command.ts'
import { withStore } from '../open-store.ts'

const OPTIONS = {
  'older-than': { type: 'string' },
  'also-unread': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

/** A century: a larger number is a typing error. */
const MAX_DAYS = 36_500

export const help = `Usage: greymark prune [--older-than DAYS] [--also-unread] [--dry-run] [--json]

Removes raw answers that were last received more than DAYS days ago. A process with COLLECT=on does so
by itself once a day, after RAW_ANSWERS_DAYS. Facts and refused rows stay. Of the downloads of that age
one a day and those that facts come from stay on record.
Removed answers cannot be replayed: "greymark replay" reports them as a gap. Answers that are still
needed stay, however old: the last readable answer of each document with its round, and answers that
could not be read and wait for a fixed parser. Servers and collectors may run meanwhile. A SQLite
file does not shrink: its space is reused for new answers.

  --older-than DAYS   a whole number from 1 to ${MAX_DAYS}; default: RAW_ANSWERS_DAYS, where 0 keeps all
  --also-unread       also remove answers that wait for a fixed parser
  --dry-run           print what would be removed, and change nothing
  --json              print the outcome as JSON

Exit codes: 0 done, also when nothing was that old, 1 failed, 2 wrong arguments or settings.`

export const run: Command['run'] = async (args, terminal) => {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  const days = daysOf(values['older-than'], loadConfig(terminal.env).RAW_ANSWERS_DAYS)
  const before = instantFromMs(msOf(terminal.now()) - days * DAY_MS)
  const { now } = terminal
  const options = { before, alsoUnread: values['also-unread'], dryRun: values['dry-run'], now }
  const pruned = await withStore(terminal, (db) => prunePayloads(db, options), {
    use: options.dryRun ? 'read' : 'change',
  })
  if (values.json) terminal.stdout.write(`${JSON.stringify({ before, dryRun: options.dryRun, ...pruned })}\n`)
  else describe(terminal, pruned, options)
  return EXIT.done
}

/** The age in days from the option, else from the setting unless that keeps all. */
function daysOf(text: string | undefined, setting: number): number {
  if (text === undefined && setting > 0) return setting
  const days = Number(text)
  if (text !== undefined && /^\d+$/.test(text) && days >= 1 && days <= MAX_DAYS) return days
  const got =
    text === undefined ? '; RAW_ANSWERS_DAYS=0 keeps all unless you set --older-than' : `; got "${text}"`
  throw new UsageError(`--older-than must be a whole number of days from 1 to ${MAX_DAYS}, such as 90${got}`)
}

function describe(
  { stdout }: Terminal,
  { removed, bytes, needed }: Pruned,
  { before, dryRun }: { before: Instant; dryRun: boolean },
): void {
  const verb = dryRun ? 'would be removed' : 'removed'
  stdout.write(
    `${countText(removed, 'answer')} from before ${istClock(before)} ${verb}, ${sizeText(bytes)}\n`,
  )
  if (needed > 0)
    stdout.write(
      `${countText(needed, 'answer')} of that age ${needed === 1 ? 'stays' : 'stay'}: still needed\n`,
    )
  if (removed > 0 && !dryRun) stdout.write('"greymark replay" reports them as a gap\n')
}
