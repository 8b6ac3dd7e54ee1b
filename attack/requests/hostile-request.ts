/** One request of which an answer is expected. */
export interface ExpectedRequest {
  readonly method: string
  readonly path: string
}

/** What one connection sends. */
export interface HostileRequest {
  /** The kind, for the report. */
  readonly kind: string
  /** Every character is one byte. */
  readonly bytes: string
  /** Each of these gets exactly one answer, in this order. Left out where the number of answers is not defined. */
  readonly expected?: readonly ExpectedRequest[]
  /** No HTTP: it is refused, and nothing after it is answered. */
  readonly isMalformed?: boolean
  /**
   * Who ends the connection: the server after its last answer; or the client, by closing its half or by a reset right after
   * sending.
   */
  readonly end: 'server' | 'half-close' | 'reset'
}

/** The last request of a connection: the server closes after it, so that all answers before it have come. */
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

/** No HTTP: refused, and the connection is closed. What follows must not be read as a request. */
export const refusedAsMalformed = (kind: string, bytes: string): HostileRequest => ({
  kind,
  bytes: bytes + LAST_BYTES,
  isMalformed: true,
  end: 'server',
})

/** Bytes of which nothing is known but that they must harm nobody. */
export const anything = (
  kind: string,
  bytes: string,
  end: 'half-close' | 'reset' = 'half-close',
): HostileRequest => ({
  kind,
  bytes,
  end,
})
