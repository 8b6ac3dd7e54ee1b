import type { IncomingMessage } from 'node:http'

/** What of a request chooses between the forms of an answer. */
export interface Preferences {
  readonly acceptEncoding: string | undefined
  readonly ifNoneMatch: string | undefined
}

const ACCEPT_ENCODING = 'accept-encoding'
const IF_NONE_MATCH = 'if-none-match'
const HOST = 'host'

/**
 * Reads the wishes without Node's table of headers, which costs more than all the rest of sending an answer again.
 * `undefined` for what needs a closer look: a request without `Host`, or with a wish given twice.
 */
export function readPreferences({
  rawHeaders,
}: Pick<IncomingMessage, 'rawHeaders'>): Preferences | undefined {
  let acceptEncoding: string | undefined
  let ifNoneMatch: string | undefined
  let hasHost = false
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    // The length tells most headers apart, so that few names are compared.
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
    }
  }
  return hasHost ? { acceptEncoding, ifNoneMatch } : undefined
}
