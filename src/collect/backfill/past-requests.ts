import { type Day, END_OF_TIME, type Instant } from '../../market/calendar.ts'
import { isDueAgain } from '../../sources/due.ts'
import { isPastList } from '../../sources/past.ts'
import {
  type DayRange,
  type DownloadedDocument,
  type DownloadRequest,
  type PastContext,
  type Source,
  UNNAMED_SUBJECT,
} from '../../sources/source.ts'
import { type Fetch, lastFetches, newestFetches } from '../../store/collection/fetches.ts'
import { payloadBody } from '../../store/collection/payloads.ts'
import type { Db } from '../../store/engines/db.ts'
import { issueKeys } from '../../store/issues/issue-keys.ts'
import { pastListings } from '../days-to-download.ts'
import { storedDocument } from '../download-all.ts'
import { ownKeys } from '../match/match.ts'

/** Until then a run that was stopped goes on with what the lists led to. */
const LISTS_AGAIN_HOURS = 20

/** Lists that were read and not stored, by document. */
export type UnstoredLists = ReadonlyMap<string, { answer: DownloadedDocument; listingDays: readonly Day[] }>

export interface PastOptions {
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
  const known = new Set((await issueKeys(db, END_OF_TIME)).flatMap(keyOfSource(source)))
  const context: PastContext = {
    now,
    days: [],
    // An answer that could not be read is stored, so that it need not be requested again: a replay reads it.
    lastRead: (document) => tried.get(document)?.fetched ?? null,
    isKnown: (id) => unstored !== undefined || known.has(keyOfNumber(id)),
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

const keyOfNumber = (upstreamId: string): string => ownKeys({ ...UNNAMED_SUBJECT, upstreamId })[0] ?? ''

const keyOfSource =
  ({ id }: Source) =>
  ({ source, key }: { readonly source: string; readonly key: string }): string[] =>
    source === id ? [key] : []

async function storedAnswer(db: Db, fetch: Fetch | undefined): Promise<DownloadedDocument | null> {
  const body = fetch && (await payloadBody(db, fetch.payload))
  return fetch && body ? storedDocument(fetch, body) : null
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
