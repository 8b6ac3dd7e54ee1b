/** A request that expects an answer. */
export interface ExpectedRequest {
  readonly method: string
  readonly path: string
}

/** The bytes that one connection sends, and what is expected of it. */
export interface HostileRequest {
  /** The kind, for the report. */
  readonly kind: string
  /** Every character is one byte. */
  readonly bytes: string
  /** Each of these gets exactly one answer, in this order. Absent where the number of answers is not defined. */
  readonly expected?: readonly ExpectedRequest[]
  /** Not HTTP: it is refused, and nothing after it is answered. */
  readonly isMalformed?: boolean
  /**
   * Which side ends the connection: the server after its last answer, or the client right after sending, by closing its
   * side or by a reset.
   */
  readonly end: 'server' | 'half-close' | 'reset'
}

/** The last request of a connection, after which the server closes it, so that all earlier answers have arrived. */
const LAST: ExpectedRequest = { method: 'GET', path: '/health/live' }
const LAST_BYTES = 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

export interface Sent {
  readonly method?: string
  readonly path: string
  readonly headers?: readonly string[]
  readonly body?: string
}

export const textOf = ({ method = 'GET', path, headers = [], body = '' }: Sent): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: x', ...headers, '', body].join('\r\n')

/** Requests that are valid as HTTP, however hostile their content: each is answered once. */
export const answeredEach = (kind: string, requests: readonly Sent[]): HostileRequest => ({
  kind,
  bytes: requests.map(textOf).join('') + LAST_BYTES,
  expected: [...requests.map(({ method = 'GET', path }) => ({ method, path })), LAST],
  end: 'server',
})

/** Not HTTP: refused, and the connection is closed. The bytes that follow must not be parsed as a request. */
export const refusedAsMalformed = (kind: string, bytes: string): HostileRequest => ({
  kind,
  bytes: bytes + LAST_BYTES,
  isMalformed: true,
  end: 'server',
})

/** Bytes with undefined answers, which must not harm the service. */
export const anything = (
  kind: string,
  bytes: string,
  end: 'half-close' | 'reset' = 'half-close',
): HostileRequest => ({
  kind,
  bytes,
  end,
})
