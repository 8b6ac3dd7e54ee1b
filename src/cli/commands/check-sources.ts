import { writeFileSync } from 'node:fs'
import { type Get, openUpstreams } from '../../collect/download/polite-get.ts'
import { type Downloads, downloadAll } from '../../collect/download-all.ts'
import { loadConfig } from '../../config.ts'
import { addDays, type Day, istDay } from '../../market/calendar.ts'
import { VERSION } from '../../project-file.ts'
import type { DownloadRequest, ReportedGmp, Source } from '../../sources/source.ts'
import { type Db, IN_MEMORY, openDb } from '../../store/engines/db.ts'
import { migrate } from '../../store/schema.ts'
import { checkAccess, type HostAccess } from '../access.ts'
import { sourcesFor, upstreamSettings } from '../chosen-sources.ts'
import { defineCommand, EXIT, type Terminal } from '../command.ts'
import { withStore } from '../open-store.ts'
import { progress } from '../progress.ts'
import { file, text } from '../values.ts'

/** A source with a file per day has one for at least one of these days, even after a long weekend. */
const DAYS_TRIED = 5

export const command = defineCommand({
  about: `First asks each host for one document under each introduction that is possible, and prints what it
    does: an exchange may cut off programs that it does not know, or addresses of data centres. Which
    introduction is served is remembered in the store, if there is one.

    Then downloads each source once, records no facts, and compares its columns with what its parser
    expects: a missing one that it needs is a fault, an unknown one may be the first sign of a change. Of
    sources with a file per day, the last days are requested.`,
  arguments: {
    ids: {
      kind: text('SOURCE'),
      help: 'the sources to check; those of the setting SOURCES if none is given',
      isRepeated: true,
    },
  },
  options: {
    report: {
      kind: file,
      help: `write the outcome as JSON, without your contact and your address, so that you can send it to
        the project`,
    },
  },
  examples: ['exchanges', 'nse-issues --report report.json'],
  exits: ['all could be read', 'one could not'],
  run: async ({ ids, report: path }, terminal) => {
    const config = loadConfig(terminal.env)
    const { chosen } = sourcesFor(config, ids)
    const check = async (store: Db) => {
      const upstreams = openUpstreams({ ...upstreamSettings(config), db: store, now: terminal.now })
      const access = await checkAccess(terminal, chosen, upstreams, config)
      const checked = await checkDocuments(terminal, chosen, upstreams.get)
      if (path !== undefined) writeFileSync(path, reportText(access, checked))
      return checked.every(({ isOk }) => isOk) ? EXIT.done : EXIT.failed
    }
    return withStore(terminal, 'try-change', check)
  },
})

async function checkDocuments(terminal: Terminal, chosen: readonly Source[], get: Get) {
  // An empty store has no earlier download, so everything is requested.
  const db = openDb(IN_MEMORY)
  try {
    await migrate(db)
    const checked = []
    const printed = new Set<string>()
    for (const source of chosen) {
      const days = source.listingsOn ? lastDays(istDay(terminal.now())) : []
      const onRequest = ({ document }: DownloadRequest) =>
        progress(terminal, `${source.id}: asking for ${document}`)
      const downloads = await downloadAll(db, source, { days, clock: terminal.now, get, onRequest })
      progress(terminal, '')
      const isOk = report(terminal, source.id, downloads, printed)
      checked.push({ id: source.id, isOk, faults: downloads.faults.map(({ kind }) => kind) })
    }
    return checked
  } finally {
    await db.destroy()
  }
}

/**
 * What one may send to the project: neither contact nor address, also not of an own table, and of messages only
 * statuses, which have neither.
 */
function reportText(
  access: readonly HostAccess[],
  sources: Awaited<ReturnType<typeof checkDocuments>>,
): string {
  const hosts = access.flatMap(({ host, isOwn, trials }) =>
    trials.map(({ introduction, reception, detail, seconds }) => ({
      host: isOwn ? 'own table' : host,
      introduction: introduction.name,
      reception: reception ?? 'none',
      status: /\bHTTP \d{3}\b/.exec(detail)?.[0] ?? null,
      seconds,
    })),
  )
  const { version: node, platform, arch } = process
  return `${JSON.stringify({ greymark: VERSION, node, platform, arch, hosts, sources }, null, 2)}\n`
}

const lastDays = (today: Day): Day[] =>
  Array.from({ length: DAYS_TRIED }, (_, back) => addDays(today, -back)).reverse()

/** Prints what came of a source. If none of the last days has a file, its address has probably changed. */
function report(
  { stdout }: Terminal,
  id: string,
  { received, faults }: Downloads,
  printed: Set<string>,
): boolean {
  const readable = received.flatMap(({ answer, parsed }) =>
    parsed ? [{ ...parsed, document: answer.document }] : [],
  )
  const entries = readable.flatMap((reading) => reading.entries)
  const rows = readable.reduce((sum, reading) => sum + reading.rows, 0)
  const bad = entries.filter((entry) => 'rule' in entry).length
  const isOk = faults.length === 0 && received.length > 0
  const verdict = isOk ? 'as expected' : 'NOT as expected'
  stdout.write(`${id}: ${verdict} (documents: ${readable.length}, rows: ${rows}, unreadable rows: ${bad})\n`)
  // A host that answers nothing has one message for all of its documents.
  const unprinted = new Map(
    faults.flatMap(({ kind, message }) => (printed.has(message) ? [] : [[message, kind]])),
  )
  for (const [message, kind] of unprinted) {
    stdout.write(`  ${kind}: ${message}\n`)
    printed.add(message)
  }
  if (faults.length > 0 && unprinted.size === 0) stdout.write('  as above\n')
  if (faults.length === 0 && received.length === 0)
    stdout.write(
      '  there is no file of the last days: after holidays that may be right; else its address has changed\n',
    )
  for (const [column, document] of columnsOf(readable, ({ unknownColumns }) => unknownColumns))
    stdout.write(`  unknown column "${column}" in ${document}\n`)
  for (const [column, document] of columnsOf(readable, ({ missingColumns = [] }) => missingColumns))
    stdout.write(`  no column "${column}" in ${document}, which is optional\n`)
  const quotes = entries.flatMap((entry) =>
    'said' in entry && entry.said.kind === 'gmp' ? [entry.said] : [],
  )
  if (quotes.length > 0) stdout.write(`  of ${quotes.length} quotes, ${readableParts(quotes)}\n`)
  return isOk
}

/** Each column once, with the first document that has it. */
const columnsOf = <T extends { readonly document: string }>(
  readable: readonly T[],
  of: (reading: T) => readonly string[],
) =>
  new Map(
    readable
      .toReversed()
      .flatMap((reading) => of(reading).map((column) => [column, reading.document] as const)),
  )

/** Counts parts that help to match a quote, and whose absence is no fault. */
function readableParts(quotes: readonly ReportedGmp[]): string {
  const count = (has: (quote: ReportedGmp) => boolean) => quotes.filter(has).length
  return [
    `${count(({ subject }) => subject.openDate !== null || subject.closeDate !== null)} have a day of bidding`,
    `${count(({ subject }) => subject.priceMax !== null)} a price`,
    `${count(({ reportedAt }) => reportedAt !== null)} a time`,
  ].join(', ')
}
