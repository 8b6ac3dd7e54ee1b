import { loadConfig } from '../../config.ts'
import { DAY_MS, instantFromMs, istClock, msOf } from '../../market/calendar.ts'
import { prunePayloads } from '../../store/upkeep/prune.ts'
import { counted, sizeText } from '../../texts/format.ts'
import { defineCommand, EXIT, UsageError } from '../command.ts'
import { withStore } from '../open-store.ts'
import { JSON_OUTPUT, wholeNumber } from '../values.ts'

export const command = defineCommand({
  about: `Removes raw answers that were last received more than DAYS days ago. A process with COLLECT=on does
    so by itself once a day, after RAW_ANSWERS_DAYS. Facts and refused rows stay, and answers that are
    still needed: the last readable one of each document, and those that wait for a fixed parser.

    Removed answers cannot be replayed: "greymark replay" reports them as a gap. Servers and collectors may
    run meanwhile. A SQLite file does not shrink: its space is reused.`,
  options: {
    olderThan: {
      // At most a century: a larger number is a typing error.
      kind: wholeNumber('DAYS', 1, 36_500),
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
    const pruned = await withStore(terminal, dryRun ? 'read' : 'change', (db) =>
      prunePayloads(db, { before, alsoUnread, dryRun, now }),
    )
    if (json) {
      stdout.write(`${JSON.stringify({ before, dryRun, ...pruned })}\n`)
      return EXIT.done
    }
    const { removed, bytes, needed } = pruned
    const verb = dryRun ? 'would be removed' : 'removed'
    stdout.write(
      `${counted(removed, 'answer')} from before ${istClock(before)} ${verb}, ${sizeText(bytes)}\n`,
    )
    if (needed > 0)
      stdout.write(
        `${counted(needed, 'answer')} of that age ${needed === 1 ? 'stays' : 'stay'}: still needed\n`,
      )
    if (removed > 0 && !dryRun) stdout.write('"greymark replay" reports them as a gap\n')
    return EXIT.done
  },
})
