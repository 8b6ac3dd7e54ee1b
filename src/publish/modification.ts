import type { IncomingHttpHeaders } from 'node:http'

const SECOND_MS = 1000
/** Within this time every process has seen a commit; until then an answer may lack a change of the same second. */
const SEEN_WITHIN_MS = 60_000
/** The length of a date such as `Tue, 13 Jan 2026 08:10:00 GMT`. */
const DATE_LENGTH = 29

/** The next whole second, in milliseconds. */
export const roundedUp = (ms: number): number => Math.ceil(ms / SECOND_MS) * SECOND_MS
const roundedDown = (ms: number): number => Math.floor(ms / SECOND_MS) * SECOND_MS

/**
 * The whole second to send as `Last-Modified`, never later than now. It is rounded up, which lets `If-Modified-Since` confirm
 * it, only when no other change of that second can be missing in the answer; until then it is rounded down.
 */
export function lastModifiedAt(modifiedAt: number, now: number): number {
  if (now < modifiedAt) return roundedDown(now)
  return now < roundedUp(modifiedAt) + SEEN_WITHIN_MS ? roundedDown(modifiedAt) : roundedUp(modifiedAt)
}

/** The moment at which `lastModifiedAt` next changes, in milliseconds. */
export function lastModifiedUntil(modifiedAt: number, now: number): number {
  if (now < modifiedAt) return modifiedAt
  const settledAt = roundedUp(modifiedAt) + SEEN_WITHIN_MS
  return now < settledAt ? settledAt : Number.POSITIVE_INFINITY
}

/**
 * True when a client's `If-Modified-Since` shows that it has the last change: it is the date that we send, or clearly later.
 * An invalid date or one in the future has no effect.
 */
export function isUnmodifiedSince(ifModifiedSince: string, modifiedAt: number, now: number): boolean {
  if (ifModifiedSince.length !== DATE_LENGTH) return false
  const date = Date.parse(ifModifiedSince)
  if (!(date <= now) || new Date(date).toUTCString() !== ifModifiedSince) return false
  return date === roundedUp(modifiedAt) || date >= modifiedAt + SEEN_WITHIN_MS
}

/** True when the client's `If-None-Match` (a list, or `*`) names this representation. */
export function isNoneMatch(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  if (ifNoneMatch.trim() === '*') return true
  // Caches in between may have marked it weak, which does not matter for this comparison.
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}

/** True when the client already has this representation. `modifiedAt` is `null` where only the tag identifies it. */
export function isKnownToClient(
  { 'if-none-match': ifNoneMatch, 'if-modified-since': ifModifiedSince }: IncomingHttpHeaders,
  { etag, modifiedAt }: { readonly etag: string; readonly modifiedAt: number | null },
  now: number,
): boolean {
  if (ifNoneMatch !== undefined) return isNoneMatch(ifNoneMatch, etag)
  if (ifModifiedSince === undefined || modifiedAt === null) return false
  return isUnmodifiedSince(ifModifiedSince, modifiedAt, now)
}
