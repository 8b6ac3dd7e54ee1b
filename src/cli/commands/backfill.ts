import {
  listsToRead,
  NOTHING_READ,
  type PastReport,
  type PastRequests,
  pastRequests,
  type ReadPastOptions,
  readLeftovers,
  readListsOnly,
  readPast,
  sumOfReports,
  turnTaker,
  type UnstoredLists,
} from '../../collect/backfill.ts'
import { politeGet } from '../../collect/download/polite-get.ts'
import { timingFor } from '../../collect/download/request-host.ts'
import { loadConfig } from '../../config.ts'
import { writtenDay } from '../../market/calendar.ts'
import type { DayRange, DownloadRequest, Source } from '../../sources/source.ts'
import type { Db } from '../../store/engines/db.ts'
import { openProcessLocks } from '../../store/engines/process-locks.ts'
import { count, counted } from '../../texts/format.ts'
import { sourcesFor, upstreamSettings } from '../chosen-sources.ts'
import { defineCommand, EXIT, type Terminal, UsageError } from '../command.ts'
import { waitUntilRecorded, withStore } from '../open-store.ts'
import { progress, progressLine } from '../progress.ts'
import { textTable } from '../text-table.ts'
import { day, daysBetween, text } from '../values.ts'

/** Its requests are not those of the schedule. It takes longer than cookies last, which may need five minutes to renew. */
const APART = { isCounted: false, patienceMs: 5 * 60_000 } as const

export const command = defineCommand({
  about: `Reads what the sources still offer about the issues of past days. Of the exchanges: past issues,
    their terms and final subscription, the prices of their listing days, ISINs. Of InvestorGain, only if
    you have turned it on: the GMP of each day.

    The lists are read first; then it prints how many requests follow and how long they take at least.
    Stop it at any time: the same command goes on where it was. It is recorded now, so that the accuracy
    of predictions does not count what was not known in time.

    A host that refuses is left alone, and what is missing is printed; the others are read to the end.
    While a service collects from the same source, each waits for the other.`,
  arguments: {
    ids: {
      kind: text('SOURCE'),
      help: 'the sources to read; those of the setting SOURCES that have a past if none is given',
      isRepeated: true,
    },
  },
  options: {
    from: { kind: day, help: 'the first day, such as 2024-01-01', isRequired: true },
    to: { kind: day, help: 'the last day; today if not given' },
    dryRun: { help: 'read the lists, print how long the rest would take, and record nothing' },
  },
  examples: ['--from 2024-01-01 --dry-run', 'nse-issues --from 2024-01-01 --to 2024-06-30'],
  exits: ['all was read that the sources have', 'something is missing'],
  run: async ({ ids, from, to, dryRun }, terminal) => {
    const config = loadConfig(terminal.env)
    const { now, stderr } = terminal
    const range = { from, to: daysBetween(from, to, now()).at(-1) ?? from }
    const { chosen, known } = sourcesFor(config, ids)
    const sources = withPast(chosen, known, ids)
    const { pauseMs } = timingFor(config.UPSTREAM_BASE)
    const work = async (db: Db) => {
      const job = { db, terminal, range, sources }
      const get = politeGet({ ...upstreamSettings(config), ...APART, db, now })
      const reading = { now, get, sources: known, closed: new Map<string, string>() }
      if (dryRun) return estimateOnly(job, reading, pauseMs)
      const locks = await openProcessLocks(config.DATABASE_URL)
      try {
        const onWait = ({ id }: Source) =>
          void stderr.write(`${id}: waiting for another process that collects it\n`)
        return await readAll(job, { ...reading, inTurn: turnTaker({ db, locks, now, onWait }) }, pauseMs)
      } finally {
        await locks.close()
      }
    }
    const isComplete = await withStore(terminal, dryRun ? 'try-change' : 'create', work)
    return isComplete ? EXIT.done : EXIT.failed
  },
})

function withPast(
  chosen: readonly Source[],
  known: readonly Source[],
  named: readonly string[],
): readonly Source[] {
  const those = known.flatMap(({ id, past }) => (past ? [id] : [])).join(', ')
  const without = chosen.filter(({ id, past }) => named.includes(id) && !past).map(({ id }) => id)
  if (without.length > 0)
    throw new UsageError(`${without.join(', ')} offers nothing about the past; these do: ${those}`)
  const sources = chosen.filter(({ past }) => past)
  if (sources.length === 0) throw new UsageError(`none of the sources has a past; these do: ${those}`)
  return sources
}

interface Job {
  readonly db: Db
  readonly terminal: Terminal
  readonly range: DayRange
  readonly sources: readonly Source[]
}

type Plan = PastRequests & { readonly source: Source }

/** Reads the lists, estimates, and reads what they lead to. Returns whether nothing is missing. */
async function readAll(job: Job, options: ReadPastOptions, pauseMs: number): Promise<boolean> {
  const { db, terminal, range, sources } = job
  const reports = new Map<Source, PastReport>()
  const read = async (
    source: Source,
    requests: readonly DownloadRequest[],
    more: Partial<ReadPastOptions> = {},
  ) => {
    const report = await readPast(db, source, requests, { ...options, ...more })
    reports.set(source, sumOfReports(reports.get(source) ?? NOTHING_READ, report))
    return report
  }
  for (const source of sources) {
    progress(terminal, `${source.id}: reading its lists`)
    reports.set(source, await readLeftovers(db, source, options))
    await read(source, await listsToRead(db, source, { range, now: terminal.now() }))
  }
  progress(terminal, '')
  const isListMissing = [...reports.values()].some(({ unread, notRequested }) => unread + notRequested > 0)
  await untilRecorded(reports, terminal)
  const planOf = async (source: Source): Promise<Plan> => ({
    source,
    ...(await pastRequests(db, source, { range, now: terminal.now() })),
  })
  const plans = await Promise.all(sources.map(planOf))
  printEstimate(terminal, plans, pauseMs)

  const bar = progressLine(terminal, countOf(plans), 'requests')
  let done = 0
  const onRequest = () => bar.show(++done)
  for (const source of sources) {
    const requested = new Set<string>()
    for (;;) {
      // What was read meanwhile may lead to more.
      const requests = (await planOf(source)).requests.filter(({ document }) => !requested.has(document))
      if (requests.length === 0) break
      for (const { document } of requests) requested.add(document)
      await read(source, requests, { onRequest })
    }
  }
  if (done > 0) bar.done()
  await untilRecorded(reports, terminal)
  printOutcome(terminal, reports)
  return !isListMissing && [...reports.values()].every(({ stopped }) => stopped === null)
}

/** Reads the lists and prints the estimate. */
async function estimateOnly(
  { db, terminal, range, sources }: Job,
  options: Omit<ReadPastOptions, 'inTurn'>,
  pauseMs: number,
): Promise<boolean> {
  const plans: Plan[] = []
  /** By publisher: the listing days in the lists of an exchange are those of its day files. */
  const listsOf = new Map<string, UnstoredLists>()
  let isComplete = true
  for (const source of sources) {
    progress(terminal, `${source.id}: reading its lists`)
    const now = terminal.now()
    const due = await listsToRead(db, source, { range, now })
    const { lists, faults } = await readListsOnly(db, source, due, { ...options, range })
    progress(terminal, '')
    for (const { kind, message } of faults) terminal.stderr.write(`${source.id}: ${kind}: ${message}\n`)
    isComplete &&= faults.length === 0
    const unstored = new Map([...(listsOf.get(source.publisher) ?? []), ...lists])
    listsOf.set(source.publisher, unstored)
    plans.push({ source, ...(await pastRequests(db, source, { range, now, unstored })) })
  }
  printEstimate(terminal, plans, pauseMs)
  return isComplete
}

const countOf = (plans: readonly Plan[]): number =>
  plans.reduce((sum, { requests }) => sum + requests.length, 0)

function untilRecorded(reports: ReadonlyMap<Source, PastReport>, terminal: Terminal): Promise<void> {
  const moments = [...reports.values()].flatMap(({ committed }) => committed ?? [])
  return waitUntilRecorded(moments.sort().at(-1) ?? null, terminal)
}

const MINUTE_MS = 60_000
/** How long a host usually takes to answer. */
const ANSWER_MS = 500

function printEstimate({ stdout }: Terminal, plans: readonly Plan[], pauseMs: number): void {
  const rows = plans.map(({ source, requests }) => [source.id, count(requests.length)])
  stdout.write(textTable(['SOURCE', 'TO REQUEST'], rows))
  for (const { source, daysLeftOut } of plans) {
    const { filesFrom = '' } = source.past ?? {}
    if (daysLeftOut.length > 0)
      stdout.write(
        `${source.id}: nothing is requested for ${counted(daysLeftOut.length, 'listing day')} before ${writtenDay(filesFrom)}: their files have another format\n`,
      )
  }
  const requests = countOf(plans)
  if (requests === 0) return void stdout.write('Nothing is left to request.\n')
  const minutes = Math.ceil((requests * (pauseMs + ANSWER_MS)) / MINUTE_MS)
  stdout.write(
    `${counted(requests, 'request')} with a pause of ${pauseMs / 1000} s between them: about ${minutes} min, more where a host is slow.\n`,
  )
}

function printOutcome({ stdout }: Terminal, reports: ReadonlyMap<Source, PastReport>): void {
  const rows = [...reports].map(([{ id }, { requested, taken, known, refused }]) => [
    id,
    ...[requested, taken, known, refused].map(count),
  ])
  stdout.write(textTable(['SOURCE', 'REQUESTED', 'TAKEN', 'KNOWN', 'REFUSED'], rows))
  for (const [{ id }, { unread, fault, notRequested, stopped }] of reports) {
    if (stopped !== null)
      stdout.write(
        `${id}: missing: ${counted(unread + notRequested, 'document')}, ${stopped}. Run the same command later.\n`,
      )
    else if (unread > 0) stdout.write(`${id}: ${counted(unread, 'document')} could not be read: ${fault}\n`)
  }
  if ([...reports.values()].some(({ refused }) => refused > 0))
    stdout.write('"greymark refusals" lists the refused rows\n')
}
