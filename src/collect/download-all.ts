import type { Instant } from '../market/calendar.ts'
import type { DownloadedDocument, DownloadRequest, PlanContext, Source } from '../sources/source.ts'
import { type Fetch, lastFetches, unchangedSince } from '../store/collection/fetches.ts'
import { type Payload, payloadBody, payloadOf } from '../store/collection/payloads.ts'
import type { Db } from '../store/engines/db.ts'
import type { Get } from './download/polite-get.ts'
import { UpstreamFault } from './download/upstream-fault.ts'
import {
  type DocumentFault,
  type ParsedAnswer,
  parseAnswer,
  storableText,
  storedDocument,
} from './observation.ts'

interface ReceivedAnswer {
  readonly answer: DownloadedDocument
  /** The record of the download, as far as it is known before it is stored. */
  readonly fetch: Omit<Fetch, 'id' | 'batch' | 'round' | 'reading'>
  /** `null` when the stored answer is still current. */
  readonly payload: Payload | null
}

/** A received answer, and what was parsed from it. */
type ReceivedDocument = ReceivedAnswer & Pick<ParsedAnswer, 'parsed' | 'fault'>

export interface Downloads {
  /** The number of requested documents. */
  readonly requested: number
  /** True when the source failed repeatedly, so that the rest was not requested. */
  readonly isBrokenOff: boolean
  /** The number of day files that do not exist according to the host, which is a valid answer. */
  readonly absent: number
  readonly received: readonly ReceivedDocument[]
  readonly faults: readonly DocumentFault[]
}

export interface DownloadAllOptions {
  /** The days whose files are requested, for a dated source. */
  readonly days: readonly string[]
  /** The time of the reading: now, or the past moment that is recorded. */
  readonly clock: () => Instant
  readonly get: Get
  /** Aborts at once: it throws the reason. */
  readonly signal?: AbortSignal
  readonly onRequest?: (request: DownloadRequest) => void
  /** Called as soon as a document could not be downloaded or read. */
  readonly onFault?: (fault: DocumentFault) => void
}

/** A source that fails this often in a row is not asked again until the next round. */
const FAULTS_IN_A_ROW = 3

/** Downloads the documents that a source requests, one after the other, and parses each. */
export async function downloadAll(db: Db, source: Source, options: DownloadAllOptions): Promise<Downloads> {
  const { clock, days } = options
  const known = await lastFetches(db, source.id, clock())
  const unchanged = await unchangedSince(db, source.id, clock())
  const context: PlanContext = {
    now: clock(),
    days,
    lastRead: (document) => known.get(document)?.fetched ?? null,
    unchangedSince: (document) => unchanged.get(document) ?? null,
  }
  // By document, so that each is requested once. A map also iterates over what is added meanwhile.
  const requests = new Map<string, DownloadRequest>()
  const add = (more: readonly DownloadRequest[]) => {
    for (const request of more) if (!requests.has(request.document)) requests.set(request.document, request)
  }
  add(source.plan(context))
  const received: ReceivedDocument[] = []
  const faults: DocumentFault[] = []
  const addFault = (fault: DocumentFault) => {
    faults.push(fault)
    options.onFault?.(fault)
  }
  let inARow = 0
  let isBrokenOff = false
  let absent = 0
  for (const request of requests.values()) {
    options.onRequest?.(request)
    try {
      const answered = await receive(db, source, request, known.get(request.document), options)
      if (!answered) {
        inARow = 0
        absent++
        continue
      }
      const { parsed, fault, leadsTo } = parseAnswer(source, answered.answer, context)
      received.push({ ...answered, parsed, fault })
      if (fault) addFault(fault)
      // The day files of a source are alike: where three cannot be read, the next dozen cannot either.
      inARow = parsed === null && request.day !== undefined ? inARow + 1 : 0
      add(leadsTo)
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error
      addFault({ document: request.document, kind: error.kind, message: storableText(error.message) })
      // A missing document is a valid answer of a working host.
      const isWell = error.kind === 'changed' && request.day === undefined
      inARow = isWell ? 0 : inARow + 1
    }
    isBrokenOff = inARow >= FAULTS_IN_A_ROW
    if (isBrokenOff) break
  }
  return { requested: requests.size, isBrokenOff, absent, received, faults }
}

/** Downloads a document, with a conditional request if the last answer is still stored. */
async function receive(
  db: Db,
  { id: source }: Source,
  request: DownloadRequest,
  last: Fetch | undefined,
  { clock, get, signal }: DownloadAllOptions,
): Promise<ReceivedAnswer | null> {
  const canBeSame = last?.url === request.url && (last.etag ?? last.last_modified) !== null
  const stored = last && canBeSame ? { last, body: await payloadBody(db, last.payload) } : null
  const conditions = stored?.body && { etag: stored.last.etag, lastModified: stored.last.last_modified }
  const got = await unlessEnded(() => get(request, conditions ?? undefined, signal), signal)
  if (got.kind === 'absent') return null
  const { document, url, day = null } = request
  const origin = { source, document, url, day, fetched: clock() }
  if (got.kind === 'fresh') {
    const payload = await payloadOf(got.body)
    const fetch = { ...origin, payload: payload.hash, etag: got.etag, last_modified: got.lastModified }
    return { answer: storedDocument(fetch, got.body), fetch, payload }
  }
  if (!stored?.body) throw new UpstreamFault('changed', 'answered "not modified" to an unconditional request')
  const { payload, etag, last_modified } = stored.last
  const fetch = { ...origin, payload, etag, last_modified }
  return { answer: storedDocument(fetch, stored.body), fetch, payload: null }
}

/** Part of a download is shared with other sources and continues after one of them is aborted. */
function unlessEnded<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work()
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const end = () => reject(signal.reason)
    signal.addEventListener('abort', end, { once: true })
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', end))
  })
}
