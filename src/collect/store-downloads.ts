import { hash } from 'node:crypto'
import { type Instant, msOf } from '../market/calendar.ts'
import type { Entry, ParsedDocument, Source } from '../sources/source.ts'
import { nextFetchId, sameReadingSince, storeFetch } from '../store/collection/fetches.ts'
import { storePayload } from '../store/collection/payloads.ts'
import type { Db } from '../store/engines/db.ts'
import type { Downloads, ReceivedDocument } from './download-all.ts'
import { type LocatedEntry, originIn } from './parsed-row.ts'
import { objection } from './screen/refusal-rules.ts'

/** A page of undated quotes that has not changed for this long is considered abandoned. */
const FROZEN_AFTER_MS = 3 * 86_400_000

/** Stores the raw answers, readable or not, and returns their rows. */
export async function storeDownloads(
  tx: Db,
  source: Source,
  { received }: Downloads,
  { round, clock }: { readonly round: number; readonly clock: Instant },
): Promise<LocatedEntry[]> {
  const seen: LocatedEntry[] = []
  let id = await nextFetchId(tx)
  for (const one of received) {
    const { document, url, day, fetchedAt } = one.answer
    const { payload, payloadHash, etag, lastModified } = one
    const reading = one.reading && !one.fault ? readingHash(one.reading) : null
    const since =
      reading && (await sameReadingSince(tx, { source: source.id, document, reading, upTo: clock }))
    if (payload) await storePayload(tx, payload, clock)
    const fetch = {
      ...{ id: id++, round, source: source.id, document, url, day, fetched: fetchedAt },
      ...{ payload: payloadHash, etag, last_modified: lastModified, reading },
    }
    await storeFetch(tx, fetch)
    seen.push(...newEntries(one, since).map((entry) => ({ ...originIn(source, fetch), ...entry })))
  }
  return seen
}

export const readingHash = ({ entries }: ParsedDocument): string =>
  hash('sha256', JSON.stringify(entries.map(({ raw }) => raw)), 'hex')

/** The rows of a document. The undated quotes of a page that no longer changes are replaced by one refusal. */
export function newEntries(
  { answer, reading }: Pick<ReceivedDocument, 'answer' | 'reading'>,
  since: Instant | null,
): readonly Entry[] {
  const entries = reading?.entries ?? []
  const isFrozen = since !== null && msOf(answer.fetchedAt) - msOf(since) > FROZEN_AFTER_MS
  const isUndated = (entry: Entry) =>
    'said' in entry && entry.said.kind === 'gmp' && entry.said.reportedAt === null
  if (!isFrozen || !entries.some(isUndated)) return entries
  const fault = objection('frozen-page', `${answer.document}, the same since ${since}`)
  return [
    ...entries.filter((entry) => !isUndated(entry)),
    { row: 0, raw: `${answer.document} since ${since}`, ...fault },
  ]
}
