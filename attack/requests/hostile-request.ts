/** A request that is valid as HTTP, however hostile its content. */
export interface Sent {
  readonly method?: string
  readonly path: string
  readonly headers?: readonly string[]
  readonly body?: string
}

/** The bytes that one connection sends, and what is expected of it. */
export interface HostileRequest {
  /** The kind, for the report. */
  readonly kind: string
  /** Every character is one byte. */
  readonly bytes: string
  /**
   * Each of these gets exactly one answer, in this order; `malformed` is refused, and nothing behind it is answered. Of
   * anything else the answers are not defined, but they must not harm the service.
   */
  readonly expected: readonly Sent[] | 'malformed' | 'anything'
  /** How the client ends the connection right after sending; otherwise the server does after its last answer. */
  readonly end?: 'half-close' | 'reset'
}

/** The last request of a connection, after which the server closes it, so that all earlier answers have arrived. */
const LAST: Sent = { path: '/health/live', headers: ['Connection: close'] }

export const textOf = ({ method = 'GET', path, headers = [], body = '' }: Sent): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: x', ...headers, '', body].join('\r\n')

export const answeredEach = (kind: string, requests: readonly Sent[]): HostileRequest => ({
  kind,
  bytes: [...requests, LAST].map(textOf).join(''),
  expected: [...requests, LAST],
})

export const refusedAsMalformed = (kind: string, bytes: string): HostileRequest => ({
  kind,
  bytes: bytes + textOf(LAST),
  expected: 'malformed',
})

export const anything = (kind: string, bytes: string, end: 'half-close' | 'reset'): HostileRequest => ({
  kind,
  bytes,
  expected: 'anything',
  end,
})
