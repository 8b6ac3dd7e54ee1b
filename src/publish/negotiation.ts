import type { IncomingMessage } from 'node:http'

/** The request headers that choose the representation of an answer. */
export interface Preferences {
  readonly acceptEncoding: string | undefined
  readonly ifNoneMatch: string | undefined
  readonly ifModifiedSince: string | undefined
}

const ACCEPT_ENCODING = 'accept-encoding'
const IF_NONE_MATCH = 'if-none-match'
const IF_MODIFIED_SINCE = 'if-modified-since'
const HOST = 'host'

/**
 * Reads the preferences from the raw headers: Node's header object costs more than the rest of sending a cached answer.
 * Returns `undefined` for a request that Fastify must check: without `Host`, or with one of these headers twice.
 */
export function readPreferences({
  rawHeaders,
}: Pick<IncomingMessage, 'rawHeaders'>): Preferences | undefined {
  let acceptEncoding: string | undefined
  let ifNoneMatch: string | undefined
  let ifModifiedSince: string | undefined
  let hasHost = false
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    // Comparing lengths first avoids most comparisons of names.
    if (name.length === HOST.length) {
      if (name.toLowerCase() === HOST) hasHost = true
    } else if (name.length === IF_NONE_MATCH.length) {
      if (name.toLowerCase() !== IF_NONE_MATCH) continue
      if (ifNoneMatch !== undefined) return undefined
      ifNoneMatch = rawHeaders[at + 1]
    } else if (name.length === ACCEPT_ENCODING.length) {
      if (name.toLowerCase() !== ACCEPT_ENCODING) continue
      if (acceptEncoding !== undefined) return undefined
      acceptEncoding = rawHeaders[at + 1]
    } else if (name.length === IF_MODIFIED_SINCE.length) {
      if (name.toLowerCase() !== IF_MODIFIED_SINCE) continue
      if (ifModifiedSince !== undefined) return undefined
      ifModifiedSince = rawHeaders[at + 1]
    }
  }
  return hasHost ? { acceptEncoding, ifNoneMatch, ifModifiedSince } : undefined
}
