import { parseArgs } from 'node:util'
import { loadConfig } from '../../config.ts'
import { type Instant, istClock } from '../../market/calendar.ts'
import type { SourceStatus } from '../../reports/schemas/sources.ts'
import { sourceReports } from '../../reports/sources.ts'
import { sourcesFor } from '../chosen-sources.ts'
import { type Command, EXIT, type Terminal } from '../command.ts'
import { withStore } from '../open-store.ts'
import { textTable } from '../text-table.ts'

export const sources: Command = {
  name: 'sources',
  summary: 'Print the state of each upstream',
  help: `Usage: greymark sources [--json]

Prints for each source its owner, its schedule, when it was last read and last reported something
new, how many rounds it has missed, how many rows it usually has and had last, and what is wrong
with it: unreachable, refused (the host refuses to be read), changed (not the known layout).
Times are those of India.

  --json   print what the API publishes as "sources"

Exit codes: 0 no source is failing, 1 a source is failing, 2 wrong arguments or settings.`,

  async run(args, terminal) {
    const options = { json: { type: 'boolean', default: false } } as const
    const { values } = parseArgs({ args: [...args], options })
    const config = loadConfig(terminal.env)
    const choice = { ...sourcesFor(config, []), isCollecting: config.COLLECT }
    const moment = { asOf: null, clock: terminal.now() }
    const reports = await withStore(terminal, (db) => sourceReports(db, choice, moment), { use: 'read' })
    if (values.json) terminal.stdout.write(`${JSON.stringify(reports)}\n`)
    else describe(terminal, reports)
    return reports.some(({ state }) => state === 'failing') ? EXIT.failed : EXIT.done
  },
}

const shown = (moment: Instant | null) => (moment === null ? 'never' : istClock(moment))
const count = (value: number | null) => (value === null ? '' : String(value))

function describe({ stdout }: Terminal, reports: readonly SourceStatus[]): void {
  const headings = [
    'SOURCE',
    'OWNER',
    'STATE',
    'LAST SUCCESS',
    'LAST CHANGE',
    'MISSED',
    'USUAL',
    'LAST',
    'READ',
  ]
  const rows = reports.map((report) => [
    report.id,
    report.owner,
    report.state,
    shown(report.lastSuccess),
    shown(report.lastChange),
    count(report.roundsMissed),
    count(report.rowsUsual),
    count(report.rowsLast),
    report.cadence,
  ])
  stdout.write(textTable(headings, rows))
  for (const { id, state, fault, faultSince, faultDetail } of reports)
    if (fault !== null && state !== 'off')
      stdout.write(`${id}: ${fault} since ${shown(faultSince)}: ${faultDetail}\n`)
}
