import { setTimeout as sleep } from 'node:timers/promises'
import { type Day, END_OF_TIME, type Instant, msOf } from '../market/calendar.ts'
import { isDueAgain } from '../sources/due.ts'
import { isPastList } from '../sources/past.ts'
import { ownClock, timesDue } from '../sources/schedule.ts'
import type { DayRange, DownloadedDocument, DownloadRequest, PastContext, Source } from '../sources/source.ts'
import { NO_ROWS, type RoundTotals, sumOfTotals } from '../store/append/record-round.ts'
import { type Fetch, lastFetches, newestFetches } from '../store/collection/fetches.ts'
import { installationNumber } from '../store/collection/host-access.ts'
import { roundsOfSources } from '../store/collection/rounds.ts'
import type { Db } from '../store/engines/db.ts'
import type { ProcessLocks } from '../store/engines/process-locks.ts'
import { chunksOf } from '../store/engines/statements.ts'
import { issueKeys } from '../store/issues/issue-keys.ts'
import { type CollectOptions, collectRound } from './collect-round.ts'
import { pastListings } from './days-to-download.ts'
import { downloadAll } from './download-all.ts'
import { idKey } from './match/match.ts'
import { type DocumentFault, storedAnswer } from './observation.ts'
import { deriveLeftovers } from './replay.ts'

/** Until then a run that was stopped goes on with what the lists led to. */
const LISTS_AGAIN_HOURS = 20

/** Lists that were read and not stored, by document. */
export type UnstoredLists = ReadonlyMap<string, { answer: DownloadedDocument; listingDays: readonly Day[] }>

interface PastOptions {
  readonly range: DayRange
  readonly now: Instant
  /** In a dry run, which estimates from them alone. */
  readonly unstored?: UnstoredLists
}

/** The lists of a range that have not been read lately. */
export async function listsToRead(
  db: Db,
  source: Source,
  { range, now }: PastOptions,
): Promise<DownloadRequest[]> {
  const read = await lastFetches(db, source.id, now)
  const context = { now, days: [], lastRead: (document: string) => read.get(document)?.fetched ?? null }
  const due: DownloadRequest[] = []
  for (const list of source.past?.lists(range, context) ?? []) {
    const isStored = (await storedAnswer(db, read.get(list.document))) !== null
    if (!isStored || isDueAgain(context, list.document, LISTS_AGAIN_HOURS)) due.push(list)
  }
  return due
}

export interface PastRequests {
  readonly requests: readonly DownloadRequest[]
  /** Listing days whose files have an older format. */
  readonly daysLeftOut: readonly Day[]
}

/** What the lists of a range lead to and has not been read, and the files of the days on which issues listed. */
export async function pastRequests(db: Db, source: Source, options: PastOptions): Promise<PastRequests> {
  const { range, now, unstored } = options
  const tried = await newestFetches(db, source.id)
  const read = await lastFetches(db, source.id, now)
  const keys = (await issueKeys(db, END_OF_TIME)).filter((key) => key.source === source.id)
  const known = new Set(keys.map(({ key }) => key))
  const context: PastContext = {
    now,
    days: [],
    // An answer that could not be read is stored, so that it need not be requested again: a replay reads it.
    lastRead: (document) => tried.get(document)?.fetched ?? null,
    isKnown: (id) => unstored !== undefined || known.has(idKey(id)),
  }
  const found = new Map<string, DownloadRequest>()
  const lists = [...(source.past?.lists(range, context) ?? [])]
  // A list that leads to further pages of it grows meanwhile.
  for (const { document } of lists) {
    const answer = unstored?.get(document)?.answer ?? (await storedAnswer(db, read.get(document)))
    for (const request of (answer && source.past?.follow?.(answer, context)) ?? []) {
      if (isPastList(request.document) && read.has(request.document)) lists.push(request)
      else found.set(request.document, request)
    }
  }
  const { days, daysLeftOut } = await daysToRead(db, source, options, tried)
  const files = source.plan({ ...context, days }).filter(({ day }) => day !== undefined)
  return { requests: [...found.values(), ...files], daysLeftOut }
}

async function daysToRead(
  db: Db,
  { listingsOn, past }: Source,
  { range, now, unstored }: PastOptions,
  tried: ReadonlyMap<string, Fetch>,
): Promise<{ readonly days: readonly Day[]; readonly daysLeftOut: readonly Day[] }> {
  if (!listingsOn) return { days: [], daysLeftOut: [] }
  const listings = await pastListings(db, listingsOn, range, now)
  const unread = listings.filter(
    ({ day, since }) => (tried.get(day)?.fetched ?? '') < since || !tried.has(day),
  )
  const inLists = [...(unstored?.values() ?? [])].flatMap(({ listingDays }) => listingDays)
  const all = new Set([...unread.map(({ day }) => day), ...inLists.filter((day) => !tried.has(day))])
  const { filesFrom = '' } = past ?? {}
  const days = [...all].sort().toReversed()
  return { days: days.filter((day) => day >= filesFrom), daysLeftOut: days.filter((day) => day < filesFrom) }
}

/** A round has the documents of so many issues, or so many days, so that little is lost when it is stopped. */
const ISSUES_PER_ROUND = 4
/** Where so many rounds in a row brought nothing that could be read, older documents would not either. */
const ROUNDS_IN_VAIN = 2

export interface ReadPastOptions extends Pick<CollectOptions, 'now' | 'get' | 'sources' | 'onRequest'> {
  /** Runs a round when no other process collects the source; the signal aborts it. */
  readonly inTurn: <T>(source: Source, round: (signal: AbortSignal) => Promise<T>) => Promise<T>
  /** The hosts that refused or could not be reached, with the reason: nothing more is requested from them. */
  readonly closed: Map<string, string>
}

/** What came of the requests to one source. */
export interface PastReport extends RoundTotals {
  readonly requested: number
  /** Documents that could not be read, and the first reason. */
  readonly unread: number
  readonly fault: string | null
  /** Documents that were not requested any more, and why. */
  readonly notRequested: number
  readonly stopped: string | null
}

export const NOTHING_READ: PastReport = {
  ...NO_ROWS,
  ...{ requested: 0, unread: 0, fault: null, notRequested: 0, stopped: null },
}

/** Makes facts of what an earlier run stored before it was stopped: it will not be requested again. */
export const readLeftovers = (
  db: Db,
  source: Source,
  { inTurn, now, sources }: ReadPastOptions,
): Promise<PastReport> =>
  inTurn(source, async () => ({ ...NOTHING_READ, ...(await deriveLeftovers(db, source, { now, sources })) }))

/** Reads documents in small rounds. Ends early when their host refuses, or nothing of them can be read. */
export async function readPast(
  db: Db,
  source: Source,
  requests: readonly DownloadRequest[],
  options: ReadPastOptions,
): Promise<PastReport> {
  let report = NOTHING_READ
  let inVain = 0
  for (const round of roundsOf(requests)) {
    const why = round.map(({ url }) => options.closed.get(hostOf(url))).find((reason) => reason !== undefined)
    const isVain = inVain >= ROUNDS_IN_VAIN
    if (why !== undefined || isVain) {
      const stopped = report.stopped ?? why ?? `nothing of the last documents could be read: ${report.fault}`
      report = { ...report, notRequested: report.notRequested + round.length, stopped }
      continue
    }
    const next = await readRound(db, source, round, options)
    inVain = next.unread === round.length ? inVain + 1 : 0
    report = sumOfReports(report, next)
  }
  return report
}

/** The documents of one issue stay together: what they state becomes one fact. */
function roundsOf(requests: readonly DownloadRequest[]): DownloadRequest[][] {
  const ofIssues = Map.groupBy(requests, ({ document }) => document.split('/').at(-1))
  return [...chunksOf([...ofIssues.values()], ISSUES_PER_ROUND)].map((some) => some.flat())
}

async function readRound(
  db: Db,
  source: Source,
  requests: readonly DownloadRequest[],
  { inTurn, closed, ...options }: ReadPastOptions,
): Promise<PastReport> {
  const faults: DocumentFault[] = []
  let requested = 0
  const onRequest = (request: DownloadRequest) => {
    requested++
    options.onRequest?.(request)
  }
  const onFault = (fault: DocumentFault) => void faults.push(fault)
  const round = await inTurn(source, (signal) =>
    collectRound(db, only(source, requests), {
      ...{ ...options, signal, onRequest, onFault },
      ...{ days: [], work: 'backfill' },
    }),
  )
  const refusals = faults.filter(({ kind }) => kind !== 'changed')
  for (const fault of refusals) {
    const url = requests.find(({ document }) => document === fault.document)?.url
    if (url !== undefined) closed.set(hostOf(url), textOf(fault))
  }
  const { read, taken, known, refused, committed } = round
  const [[first], [refusal]] = [faults, refusals]
  return {
    ...{ requested, read, taken, known, refused, committed },
    unread: faults.length,
    fault: first ? textOf(first) : null,
    notRequested: requests.length - requested,
    stopped: refusal ? textOf(refusal) : null,
  }
}

const textOf = ({ kind, message }: DocumentFault): string => `${kind}: ${message}`

/** The source with these requests only. */
const only = (source: Source, requests: readonly DownloadRequest[]): Source => ({
  ...source,
  plan: () => requests,
  follow: () => [],
})

const hostOf = (url: string): string => new URL(url).host

export const sumOfReports = (before: PastReport, next: PastReport): PastReport => ({
  ...sumOfTotals(before, next),
  requested: before.requested + next.requested,
  unread: before.unread + next.unread,
  fault: before.fault ?? next.fault,
  notRequested: before.notRequested + next.notRequested,
  stopped: before.stopped ?? next.stopped,
})

/** Reads lists and stores nothing of them. */
export async function readListsOnly(
  db: Db,
  source: Source,
  requests: readonly DownloadRequest[],
  {
    now,
    get,
    onRequest,
    range,
  }: Pick<ReadPastOptions, 'now' | 'get' | 'onRequest'> & { readonly range: DayRange },
): Promise<{ readonly lists: UnstoredLists; readonly faults: readonly DocumentFault[] }> {
  const options = { get, days: [], clock: now, ...(onRequest && { onRequest }) }
  const { received, faults } = await downloadAll(db, only(source, requests), options)
  const isInRange = (day: string) => day >= range.from && day <= range.to
  const lists = received.flatMap(({ answer, parsed }) => {
    const listingDays = (parsed?.entries ?? []).flatMap((entry) =>
      'said' in entry && entry.said.kind === 'terms'
        ? [entry.said.terms.listingDate ?? ''].filter(isInRange)
        : [],
    )
    return parsed ? [[answer.document, { answer, listingDays }] as const] : []
  })
  return { lists: new Map(lists), faults }
}

const CHECK_EVERY_MS = 500
/** A service that is due and has not begun by then has other problems. */
const LONGEST_COURTESY_MS = 120_000

interface TurnOptions {
  readonly db: Db
  readonly locks: ProcessLocks
  readonly now: () => Instant
  /** Called once each time that another process must be waited for. */
  readonly onWait: (source: Source) => void
}

/**
 * Runs rounds of sources that other processes may collect as well: each waits until no other round of the source runs,
 * and lets a service go first whose round is due.
 */
export function turnTaker({ db, locks, now, onWait }: TurnOptions) {
  /** The sources whose service did not begin. */
  const overdue = new Set<string>()
  return async <T>(source: Source, round: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const began = msOf(now())
    for (let isReported = false; ; isReported = true) {
      locks.lost.throwIfAborted()
      if (msOf(now()) - began > LONGEST_COURTESY_MS) overdue.add(source.id)
      const isOthersTurn = !overdue.has(source.id) && (await isDueElsewhere(db, locks, source, now()))
      const [taken] = isOthersTurn ? [] : await locks.take('work', [source.id])
      if (taken !== undefined) break
      if (!isReported) onWait(source)
      await sleep(CHECK_EVERY_MS)
    }
    try {
      return await round(locks.lost)
    } finally {
      await locks.release('work', source.id)
    }
  }
}

/** True when another process collects the source by its schedule, and its next round is due. */
async function isDueElsewhere(
  db: Db,
  locks: ProcessLocks,
  { id, schedule }: Source,
  now: Instant,
): Promise<boolean> {
  const [free] = await locks.take('charge', [id])
  if (free !== undefined) {
    await locks.release('charge', id)
    return false
  }
  const rounds = await roundsOfSources(db, [id], { asOf: null, limit: 1 })
  const [last] = rounds.get(id)?.last ?? []
  const clock = ownClock(schedule, await installationNumber(db))
  return last === undefined || timesDue(schedule, { after: last.started, upTo: now }, 1, clock) > 0
}
