import { loadConfig } from '../../config.ts'
import { type Instant, istClock, istDay } from '../../market/calendar.ts'
import type { SourceStatus } from '../../reports/schemas/sources.ts'
import { type SourceChoice, sourceReports } from '../../reports/sources.ts'
import { requestsOn } from '../../store/collection/host-access.ts'
import type { Db } from '../../store/engines/db.ts'
import { sourcesFor } from '../chosen-sources.ts'
import { defineCommand, EXIT, type Terminal } from '../command.ts'
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
    const clock = terminal.now()
    const read = async (db: Db) => ({
      reports: await sourceReports(db, choice, { asOf: null, clock }),
      requests: await requestsOn(db, istDay(clock)),
    })
    const { reports, requests } = await withStore(terminal, 'read', read)
    if (json) terminal.stdout.write(`${JSON.stringify(reports)}\n`)
    else {
      describe(terminal, reports, choice)
      if (requests.length > 0)
        terminal.stdout.write(
          `requests today: ${requests.map((each) => `${each.host} ${each.requests}`).join(', ')}\n`,
        )
    }
    return reports.some(({ state }) => state === 'failing') ? EXIT.failed : EXIT.done
  },
})

const shown = (moment: Instant | null) => (moment === null ? 'never' : istClock(moment))
const count = (value: number | null) => (value === null ? '' : String(value))

function describe(
  { stdout }: Terminal,
  reports: readonly SourceStatus[],
  { known, chosen }: SourceChoice,
): void {
  const headings = 'SOURCE,OWNER,STATE,LAST SUCCESS,LAST CHANGE,MISSED,USUAL,LAST,READ'.split(',')
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
  const unnamed = known.filter((source) => !chosen.includes(source)).map(({ id }) => id)
  if (unnamed.length > 0) stdout.write(`SOURCES in this terminal does not name ${unnamed.join(', ')}\n`)
}
