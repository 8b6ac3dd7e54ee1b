import { loadConfig } from '../../config.ts'
import { type Instant, istClock, istDay } from '../../market/calendar.ts'
import type { SourceStatus } from '../../reports/schemas/sources.ts'
import { type SourceChoice, sourceReports } from '../../reports/sources.ts'
import { requestsOn } from '../../store/collection/host-access.ts'
import { sourcesFor } from '../chosen-sources.ts'
import { defineCommand, EXIT } from '../command.ts'
import { withStore } from '../open-store.ts'
import { textTable } from '../text-table.ts'

export const command = defineCommand({
  about: `Prints for each source when it was last read and last reported something new, how many rounds it
    has missed, how many rows it usually has and had last, and what is wrong with it: unreachable, refused
    (by the host), changed (not the known layout). Times are those of India.

    The state is that of the store, whichever process or machine collects. Without COLLECT=on in this
    terminal, a source is collected if it was tried within a day, or if SOURCES in this terminal names it;
    one that was never read is "waiting" while others are collected, and "off" otherwise.`,
  options: { json: { help: 'print it in the form that the API publishes as "sources"' } },
  exits: ['no source is failing', 'a source is failing'],
  run: async ({ json }, terminal) => {
    const config = loadConfig(terminal.env)
    const choice = { ...sourcesFor(config, []), isCollecting: config.COLLECT }
    const { stdout } = terminal
    const clock = terminal.now()
    return withStore(terminal, 'read', async (db) => {
      const reports = await sourceReports(db, choice, { asOf: null, clock })
      if (json) stdout.write(`${JSON.stringify(reports)}\n`)
      else {
        stdout.write(textOf(reports, choice))
        const requests = (await requestsOn(db, istDay(clock))).map((each) => `${each.host} ${each.requests}`)
        if (requests.length > 0) stdout.write(`requests today: ${requests.join(', ')}\n`)
      }
      return reports.some(({ state }) => state === 'failing') ? EXIT.failed : EXIT.done
    })
  },
})

const HEADINGS = 'SOURCE,OWNER,STATE,LAST SUCCESS,LAST CHANGE,MISSED,USUAL,LAST,READ'.split(',')
const shown = (moment: Instant | null) => (moment === null ? 'never' : istClock(moment))

function textOf(reports: readonly SourceStatus[], { known, chosen }: SourceChoice): string {
  const rows = reports.map((report) => [
    report.id,
    report.owner,
    report.state,
    shown(report.lastSuccess),
    shown(report.lastChange),
    ...[report.roundsMissed, report.rowsUsual, report.rowsLast].map((value) => String(value ?? '')),
    report.cadence,
  ])
  const faults = reports
    .filter(({ fault, state }) => fault !== null && state !== 'off')
    .map((each) => `${each.id}: ${each.fault} since ${shown(each.faultSince)}: ${each.faultDetail}\n`)
  const unnamed = known.filter((source) => !chosen.includes(source)).map(({ id }) => id)
  const note = unnamed.length > 0 ? `SOURCES in this terminal does not name ${unnamed.join(', ')}\n` : ''
  return [textTable(HEADINGS, rows), ...faults, note].join('')
}
