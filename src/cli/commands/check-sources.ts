import { parseArgs } from 'node:util'
import { politeGet } from '../../collect/download/polite-get.ts'
import { type Downloads, downloadAll } from '../../collect/download-all.ts'
import { loadConfig } from '../../config.ts'
import { addDays, type Day, istDay } from '../../market/calendar.ts'
import type { Entry, ParsedDocument, ReportedGmp } from '../../sources/source.ts'
import { IN_MEMORY, openDb } from '../../store/engines/db.ts'
import { migrate } from '../../store/migrations/migrate.ts'
import { sourcesFor, upstreamSettings } from '../chosen-sources.ts'
import { type Command, EXIT, type Terminal } from '../command.ts'

/** A source with a file per day has one for at least one of these days, even after a long weekend. */
const DAYS_TRIED = 5

export const checkSources: Command = {
  name: 'check-sources',
  summary: 'Check whether upstreams are as the parsers expect',
  help: `Usage: greymark check-sources [SOURCE...]

Downloads each source once, changes nothing, and compares its columns with what its parser expects:
a missing one that it needs is a fault, an unknown one may be the first sign of a change. Of sources
with a file per day, the last days are requested. Without names, the sources of the setting SOURCES
are checked.

Exit codes: 0 all could be read, 1 one could not, 2 wrong arguments or settings.`,

  async run(args, terminal) {
    const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true })
    const config = loadConfig(terminal.env)
    const { chosen } = sourcesFor(config, positionals)
    // An empty store has no earlier download, so everything is requested.
    const db = openDb(IN_MEMORY)
    try {
      await migrate(db)
      const get = politeGet({ ...upstreamSettings(config), db, now: terminal.now })
      let isOk = true
      for (const source of chosen) {
        const days = source.listingsOn ? lastDays(istDay(terminal.now())) : []
        const downloads = await downloadAll(db, source, { days, clock: terminal.now, get })
        report(terminal, source.id, downloads)
        isOk &&= isAsExpected(downloads)
      }
      return isOk ? EXIT.done : EXIT.failed
    } finally {
      await db.destroy()
    }
  },
}

const lastDays = (today: Day): Day[] =>
  Array.from({ length: DAYS_TRIED }, (_, back) => addDays(today, -back)).reverse()

/** If none of the last days has a file, its address has probably changed. */
const isAsExpected = ({ received, faults }: Pick<Downloads, 'received' | 'faults'>): boolean =>
  faults.length === 0 && received.length > 0

function report({ stdout }: Terminal, id: string, { received, faults }: Downloads): void {
  const readable = received.flatMap(({ answer, reading }) => (reading ? [{ answer, reading }] : []))
  const rows = readable.reduce((sum, { reading }) => sum + reading.rows, 0)
  const bad = readable.reduce(
    (sum, { reading }) => sum + reading.entries.filter((entry) => 'rule' in entry).length,
    0,
  )
  const verdict = isAsExpected({ received, faults }) ? 'as expected' : 'NOT as expected'
  stdout.write(`${id}: ${verdict} (documents: ${readable.length}, rows: ${rows}, unreadable rows: ${bad})\n`)
  for (const { kind, message } of faults) stdout.write(`  ${kind}: ${message}\n`)
  for (const [column, document] of columnsOf(readable, ({ unknownColumns }) => unknownColumns))
    stdout.write(`  unknown column "${column}" in ${document}\n`)
  for (const [column, document] of columnsOf(readable, ({ missingColumns = [] }) => missingColumns))
    stdout.write(`  no column "${column}" in ${document}, which is optional\n`)
  const quotes = readable.flatMap(({ reading }) => reading.entries).flatMap(quoteOf)
  if (quotes.length > 0) stdout.write(`  of ${quotes.length} quotes, ${readableParts(quotes)}\n`)
}

interface Readable {
  readonly answer: { readonly document: string }
  readonly reading: ParsedDocument
}

/** Each column once, with the first document that has it. */
const columnsOf = (readable: readonly Readable[], of: (reading: ParsedDocument) => readonly string[]) =>
  new Map(
    readable
      .toReversed()
      .flatMap(({ answer, reading }) => of(reading).map((column) => [column, answer.document] as const)),
  )

const quoteOf = (entry: Entry): ReportedGmp[] =>
  'said' in entry && entry.said.kind === 'gmp' ? [entry.said] : []

/** Counts parts that help to match a quote, and whose absence is no fault. */
function readableParts(quotes: readonly ReportedGmp[]): string {
  const count = (has: (quote: ReportedGmp) => boolean) => quotes.filter(has).length
  return [
    `${count(({ subject }) => subject.openDate !== null || subject.closeDate !== null)} have a day of bidding`,
    `${count(({ subject }) => subject.priceMax !== null)} a price`,
    `${count(({ reportedAt }) => reportedAt !== null)} a time`,
  ].join(', ')
}
