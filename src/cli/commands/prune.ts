import { loadConfig } from '../../config.ts'
import { DAY_MS, type Instant, instantFromMs, istClock, msOf } from '../../market/calendar.ts'
import type { Db } from '../../store/engines/db.ts'
import { type Pruned, prunePayloads } from '../../store/upkeep/prune.ts'
import { counted, sizeText } from '../../texts/format.ts'
import { defineCommand, EXIT, type Terminal, UsageError } from '../command.ts'
import { withStore } from '../open-store.ts'
import { JSON_OUTPUT, wholeNumber } from '../values.ts'

/** A century: a larger number is a typing error. */
const MAX_DAYS = 36_500

export const command = defineCommand({
  about: `Removes raw answers that were last received more than DAYS days ago. A process with COLLECT=on does
    so by itself once a day, after RAW_ANSWERS_DAYS. Facts and refused rows stay, and answers that are
    still needed: the last readable one of each document, and those that wait for a fixed parser.

    Removed answers cannot be replayed: "greymark replay" reports them as a gap. Servers and collectors may
    run meanwhile. A SQLite file does not shrink: its space is reused.`,
  options: {
    olderThan: {
      kind: wholeNumber('DAYS', 1, MAX_DAYS),
      help: 'the age in days; RAW_ANSWERS_DAYS if not given, where 0 keeps all',
    },
    alsoUnread: { help: 'also remove answers that wait for a fixed parser' },
    dryRun: { help: 'print what would be removed, and change nothing' },
    json: JSON_OUTPUT,
  },
  examples: ['--older-than 90 --dry-run'],
  exits: ['done, also when nothing was that old', 'failed'],
  run: async ({ olderThan, alsoUnread, dryRun, json }, terminal) => {
    const { now, stdout } = terminal
    const days = olderThan ?? loadConfig(terminal.env).RAW_ANSWERS_DAYS
    if (days === 0) throw new UsageError('RAW_ANSWERS_DAYS=0 keeps all: give --older-than DAYS, such as 90')
    const before = instantFromMs(msOf(now()) - days * DAY_MS)
    const work = (db: Db) => prunePayloads(db, { before, alsoUnread, dryRun, now })
    const pruned = await withStore(terminal, dryRun ? 'read' : 'change', work)
    if (json) stdout.write(`${JSON.stringify({ before, dryRun, ...pruned })}\n`)
    else describe(terminal, pruned, { before, dryRun })
    return EXIT.done
  },
})

function describe(
  { stdout }: Terminal,
  { removed, bytes, needed }: Pruned,
  { before, dryRun }: { before: Instant; dryRun: boolean },
): void {
  const verb = dryRun ? 'would be removed' : 'removed'
  stdout.write(`${counted(removed, 'answer')} from before ${istClock(before)} ${verb}, ${sizeText(bytes)}\n`)
  if (needed > 0)
    stdout.write(
      `${counted(needed, 'answer')} of that age ${needed === 1 ? 'stays' : 'stay'}: still needed\n`,
    )
  if (removed > 0 && !dryRun) stdout.write('"greymark replay" reports them as a gap\n')
}
