import { collectDays, type RoundReport } from '../../collect/collect-round.ts'
import { politeGet } from '../../collect/download/polite-get.ts'
import type { DocumentFault } from '../../collect/observation.ts'
import { loadConfig } from '../../config.ts'
import { EXCHANGES } from '../../market/facts/fact.ts'
import type { DownloadRequest, Source } from '../../sources/source.ts'
import { openProcessLocks } from '../../store/engines/process-locks.ts'
import { sourcesFor, upstreamSettings } from '../chosen-sources.ts'
import { defineCommand, EXIT, type Terminal, UsageError } from '../command.ts'
import { recordIn } from '../open-store.ts'
import { progress } from '../progress.ts'
import { rowText, subjectText } from '../row-text.ts'
import { textTable } from '../text-table.ts'
import { day, daysBetween, JSON_OUTPUT, pastMoment, text } from '../values.ts'

export const command = defineCommand({
  about: `Reads each source once and records what is new. What fails is printed to standard error as it
    happens; a terminal also shows what is being requested. A source that another process is collecting
    is skipped, with a message.`,
  arguments: {
    ids: {
      kind: text('SOURCE'),
      help: `the sources to read, those of the setting SOURCES if none is given; "exchanges" means all of
        ${EXCHANGES.join(' and ')}. Check a tracker's terms before you add it`,
      isRepeated: true,
    },
  },
  options: {
    from: { kind: day, help: 'the first day to collect, for sources that have a file per day' },
    to: { kind: day, help: 'the last day; today if not given, and the only one without --from' },
    at: {
      kind: pastMoment,
      help: `record as of a past moment, such as 2026-01-14T14:00:00Z; a day means its last moment in
        India`,
    },
    dryRun: { help: 'print row by row what would happen, and change nothing' },
    json: JSON_OUTPUT,
  },
  examples: ['', 'exchanges ipowatch --dry-run', 'nse-bhavcopy --from 2026-01-12 --to 2026-01-16'],
  exits: ['every source was read, at least in part', 'one could not be read or was skipped'],
  run: async ({ ids, from, to, at, dryRun, json }, terminal) => {
    const config = loadConfig(terminal.env)
    const first = from ?? to
    const days = first === undefined ? undefined : daysBetween(first, to, at ?? terminal.now())
    const { chosen, known } = sourcesFor(config, ids)
    const collected = days ? datedAmong(chosen, ids) : chosen
    const { reports, busy } = await recordIn(terminal, dryRun, async (db) => {
      const get = politeGet({ ...upstreamSettings(config), db, now: terminal.now })
      const reports: RoundReport[] = []
      const busy: string[] = []
      const locks = await openProcessLocks(config.DATABASE_URL)
      try {
        for (const source of collected) {
          const [lock] = await locks.take('work', [source.id])
          if (lock === undefined) {
            busy.push(source.id)
            continue
          }
          const report = await collectDays(db, source, {
            ...{ now: terminal.now, get, dryRun, sources: known, signal: locks.lost },
            ...watching(terminal, source),
            ...(at !== undefined && { at }),
            ...(days && { days }),
          })
          reports.push(report)
          await locks.release('work', source.id)
        }
      } finally {
        await locks.close()
      }
      const committed = reports.flatMap(({ committed }) => committed ?? []).at(-1) ?? null
      return { reports, busy, committed }
    })
    progress(terminal, '')
    for (const id of busy) terminal.stderr.write(`${id} is being collected by another process: skipped\n`)
    if (json) terminal.stdout.write(`${JSON.stringify(reports.map(jsonOf))}\n`)
    else if (reports.length > 0) describe(terminal, reports, dryRun)
    const isComplete = busy.length === 0 && reports.every(({ outcome }) => outcome !== 'failed')
    return isComplete ? EXIT.done : EXIT.failed
  },
})

/** Shows what is being requested, and prints what fails. */
function watching(terminal: Terminal, { id }: Source) {
  let printed = ''
  return {
    onRequest: ({ document, url }: DownloadRequest) =>
      progress(terminal, `${id}: asking ${new URL(url).host} for ${document}`),
    onFault: ({ kind, message }: DocumentFault) => {
      // A host that answers nothing has one message for all of its documents.
      if (message === printed) return
      printed = message
      progress(terminal, '')
      terminal.stderr.write(`${id}: ${kind}: ${message}\n`)
    },
  }
}

/** The sources with a file per day; days of a named source that only publishes its latest data are refused. */
function datedAmong(chosen: readonly Source[], named: readonly string[]): readonly Source[] {
  const undated = chosen.filter(({ id, isDated }) => named.includes(id) && !isDated)
  if (undated.length > 0)
    throw new UsageError(
      `${undated.map(({ id }) => id).join(', ')} only publishes its latest data: --from and --to are for sources with a file per day`,
    )
  const dated = chosen.filter(({ isDated }) => isDated)
  if (dated.length > 0) return dated
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
