import type { DayRange, DownloadRequest, Source } from '../../sources/source.ts'
import type { RoundTotals } from '../../store/append/record-round.ts'
import type { Db } from '../../store/engines/db.ts'
import { chunksOf } from '../../store/engines/statements.ts'
import { sumOfTotals } from '../collect-days.ts'
import { type CollectOptions, collectRound } from '../collect-round.ts'
import { type DocumentFault, downloadAll } from '../download-all.ts'
import { isTerms } from '../parsed-row.ts'
import type { UnstoredLists } from './past-requests.ts'

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
  ...{ requested: 0, read: 0, taken: 0, known: 0, refused: 0, committed: null },
  ...{ unread: 0, fault: null, notRequested: 0, stopped: null },
}

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
    report = sumOf(report, next)
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

export const sumOf = (before: PastReport, next: PastReport): PastReport => ({
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
  const lists = received.flatMap(({ answer, reading }) => {
    const listingDays = (reading?.entries ?? []).flatMap((entry) =>
      isTerms(entry) ? [entry.said.terms.listingDate ?? ''].filter(isInRange) : [],
    )
    return reading ? [[answer.document, { answer, listingDays }] as const] : []
  })
  return { lists: new Map(lists), faults }
}
