import { parseArgs } from 'node:util'
import { collectDays, type RoundReport } from '../../collect/collect-round.ts'
import { politeGet } from '../../collect/download/polite-get.ts'
import type { DocumentFault } from '../../collect/observation.ts'
import { loadConfig } from '../../config.ts'
import { EXCHANGES } from '../../market/facts/fact.ts'
import type { DownloadRequest, Source } from '../../sources/source.ts'
import type { Db } from '../../store/engines/db.ts'
import { openProcessLocks } from '../../store/engines/process-locks.ts'
import { sourcesFor, upstreamSettings } from '../chosen-sources.ts'
import { type Command, EXIT, type Terminal, UsageError } from '../command.ts'
import { dayRange, pastMoment } from '../moments.ts'
import { withStore } from '../open-store.ts'
import { progress } from '../progress.ts'
import { rowText, subjectText } from '../row-text.ts'
import { textTable } from '../text-table.ts'
import { waitUntilRecorded } from '../wait-until-recorded.ts'

const OPTIONS = {
  at: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

export const help = `Usage: greymark collect [SOURCE...] [--from DAY] [--to DAY] [--at TIME] [--dry-run] [--json]

Reads each source once and records what is new: those named, or those of the setting SOURCES.
"exchanges" means all sources of ${EXCHANGES.join(' and ')}. Check a tracker's terms before you add it.

  --from, --to DAY   the days to collect, for sources that have a file per day;
                     --from alone means until today, --to alone that day
  --at TIME          record as of a past moment, such as 2026-01-14T14:00:00Z;
                     a day means its last moment in India
  --dry-run          print row by row what would happen, and change nothing
  --json             print the outcome as JSON

What fails is printed to standard error as it happens; a terminal also shows what is being requested.

A source that another process is collecting is skipped, with a message.

Exit codes: 0 every source was read, at least in part, 1 one could not be read or was skipped,
2 wrong arguments or settings.`

export const run: Command['run'] = async (args, terminal) => {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  const config = loadConfig(terminal.env)
  const now = terminal.now()
  const at = pastMoment('--at', values.at, now)
  const days = dayRange(values, at ?? now)
  const { chosen, known } = sourcesFor(config, positionals)
  refuseUndated(chosen, positionals, days)

  const dryRun = values['dry-run']
  const collected = days ? chosen.filter(({ isDated }) => isDated) : chosen
  const work = (db: Db) => {
    const get = politeGet({ ...upstreamSettings(config), db, now: terminal.now })
    return collectEach(config.DATABASE_URL, collected, async (source, signal) => {
      const onRequest = ({ document, url }: DownloadRequest) =>
        progress(terminal, `${source.id}: asking ${new URL(url).host} for ${document}`)
      let printed = ''
      const onFault = ({ kind, message }: DocumentFault) => {
        // A host that answers nothing has one message for all of its documents.
        if (message === printed) return
        printed = message
        progress(terminal, '')
        terminal.stderr.write(`${source.id}: ${kind}: ${message}\n`)
      }
      return collectDays(db, source, {
        ...{ now: terminal.now, get, dryRun, sources: known, signal, onRequest, onFault },
        ...(at !== undefined && { at }),
        ...(days && { days }),
      })
    })
  }
  const { reports, busy } = await withStore(terminal, work, {
    use: dryRun ? 'change' : 'create',
    isTrial: dryRun,
  })
  progress(terminal, '')
  for (const id of busy) terminal.stderr.write(`${id} is being collected by another process: skipped\n`)
  const last = reports.flatMap(({ committed }) => committed ?? []).at(-1)
  if (last !== undefined && !dryRun) await waitUntilRecorded(last, terminal)
  if (values.json) terminal.stdout.write(`${JSON.stringify(reports.map(jsonOf))}\n`)
  else if (reports.length > 0) describe(terminal, reports, dryRun)
  const isComplete = busy.length === 0 && reports.every(({ outcome }) => outcome !== 'failed')
  return isComplete ? EXIT.done : EXIT.failed
}

/** Collects one source after the other, and skips those that another process is collecting. */
async function collectEach(
  url: string,
  sources: readonly Source[],
  read: (source: Source, signal: AbortSignal) => Promise<RoundReport>,
): Promise<{ reports: RoundReport[]; busy: string[] }> {
  const locks = await openProcessLocks(url)
  const reports: RoundReport[] = []
  const busy: string[] = []
  try {
    for (const source of sources) {
      const [lock] = await locks.take('work', [source.id])
      if (lock === undefined) {
        busy.push(source.id)
        continue
      }
      reports.push(await read(source, locks.lost))
      await locks.release('work', source.id)
    }
    return { reports, busy }
  } finally {
    await locks.close()
  }
}

/** Refuses days for a source that only publishes its latest data. */
function refuseUndated(
  chosen: readonly Source[],
  named: readonly string[],
  days: readonly string[] | undefined,
): void {
  if (!days) return
  const undated = chosen.filter(({ id, isDated }) => named.includes(id) && !isDated)
  if (undated.length > 0)
    throw new UsageError(
      `${undated.map(({ id }) => id).join(', ')} only publishes its latest data: --from and --to are for sources with a file per day`,
    )
  if (!chosen.some(({ isDated }) => isDated))
    throw new UsageError('none of the sources has a file per day: name one that has, such as nse-bhavcopy')
}

/** The most rows printed by a dry run. */
const MAX_ROWS_SHOWN = 100

function describeRows(stdout: Terminal['stdout'], { source, rows }: RoundReport): void {
  for (const { raw, said, slug, refused } of rows.slice(0, MAX_ROWS_SHOWN)) {
    const about = said ? subjectText(said) : ''
    const read = said ? `${rowText(said)}${about && ` (${about})`}` : raw
    const result = refused ? `refused, ${refused.reason}` : (slug ?? 'taken')
    stdout.write(`${source}: ${read} -> ${result}\n`)
  }
  if (rows.length > MAX_ROWS_SHOWN) stdout.write(`${source}: and ${rows.length - MAX_ROWS_SHOWN} more\n`)
}

const jsonOf = ({ refusedBy, committed: _, rows: __, isBrokenOff: ___, ...report }: RoundReport) => ({
  ...report,
  refusedBy: Object.fromEntries(refusedBy),
})

function describe({ stdout }: Terminal, reports: readonly RoundReport[], dryRun: boolean): void {
  if (dryRun) for (const report of reports) describeRows(stdout, report)
  const rows = reports.map(({ source, outcome, asked, read, taken, known, refused }) => [
    source,
    asked === 0 ? 'nothing due' : outcome,
    ...[read, taken, known, refused].map(String),
  ])
  const headings = ['SOURCE', 'OUTCOME', 'ROWS', dryRun ? 'WOULD TAKE' : 'TAKEN', 'KNOWN', 'REFUSED']
  stdout.write(textTable(headings, rows))
  for (const { source, fault, words } of reports)
    if (fault !== null) stdout.write(`${source}: ${fault}: ${words}\n`)
  for (const { source, refusedBy } of reports) {
    const counts = [...refusedBy].map(([rule, count]) => `${count} ${rule}`)
    if (counts.length > 0) stdout.write(`${source} refused: ${counts.join(', ')}\n`)
  }
  if (!dryRun && reports.some(({ refused }) => refused > 0))
    stdout.write('"greymark refusals" lists the refused rows\n')
}
