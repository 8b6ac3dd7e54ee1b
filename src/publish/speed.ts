import type { RequestListener, Server, ServerOptions, ServerResponse } from 'node:http'
import { duplexPair } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'

/*
 * All that is done for speed alone, with what it gains: requests a second of repeated answers with it, against those
 * without it (docs/decisions/017 has the measurement).
 *
 *   1.32  the head that Node wrote for an answer is repeated for a second
 *   1.11  the body of a request that has none ends at once
 *   1.10  durations are counted in arrays
 *   1.07  requests are counted in objects that are found without building a text
 *   1.06  the encoding for an `Accept-Encoding` is remembered (a browser's: 1.12)
 *   1.11  the rate-limit key of a client behind a proxy is remembered (IPv6: 1.43)
 */

/** Remembers what a function returned for the texts of late: clients are few, and each always sends the same ones. */
export function remembered<T extends object | string>(
  find: (text: string) => T,
  max: number,
): (text: string) => T {
  const known = new LRUCache<string, T>({ max, memoMethod: find })
  return (text) => known.memo(text)
}

/** Nobody reads a body of requests that have none, so Node need not end it in several ticks. */
export const EMPTY_REQUESTS: ServerOptions = { optimizeEmptyRequests: true }

const SECOND_MS = 1000

/** A response that is the same for every client that gets it. */
export interface PreparedResponse {
  readonly status: 200 | 304
  /** Names and values alternately, which Node writes without copying. */
  readonly head: readonly string[]
  /** `null` for a 304. */
  readonly body: Buffer | null
  /** The second in which Node last wrote its head, in milliseconds. */
  headWrittenAt: number
  /** What Node wrote in that second; `null` when it was sent only once. */
  written: WrittenResponse | null
}

/** A head as Node wrote it, `Date` and `Connection` included, and the same bytes with the body behind them. */
export interface WrittenResponse {
  readonly head: string
  /** `null` without a body. */
  readonly bytes: Buffer | null
}

/** Fields of Node's response that are not documented. `canRepeatHeads` checks what they do. */
type NodeResponse = ServerResponse & { _header: string | null; _headerSent: boolean }

export const preparedResponse = (
  status: 200 | 304,
  head: readonly string[],
  body: Buffer | null,
): PreparedResponse => ({ status, head, body, headWrittenAt: Number.NaN, written: null })

/** Sends a response whose head Node writes. */
export function sendPrepared(response: ServerResponse, { status, head, body }: PreparedResponse): void {
  response.writeHead(status, head as string[])
  // Node omits the body for HEAD.
  if (body === null) response.end()
  else response.end(body)
}

/** Creates a server with the options of the one that answers, since they decide what Node writes. */
export type CreateServer = (answer: RequestListener) => Server

/** Sends responses with heads that Node wrote before, as soon as it is known that this version of Node allows it. */
export class RepeatedHeads {
  readonly #createServer: CreateServer
  readonly #machineMs: () => number
  /** `undefined` before the first response. */
  #canRepeat: boolean | undefined

  /** `machineMs` is the machine's clock in milliseconds, by which Node writes `Date`. */
  constructor(createServer: CreateServer, machineMs: () => number) {
    this.#createServer = createServer
    this.#machineMs = machineMs
  }

  send(response: ServerResponse, prepared: PreparedResponse): void {
    if (this.#canRepeat === undefined) void this.#check()
    if (this.#canRepeat) sendRepeated(response, prepared, this.#machineMs())
    else sendPrepared(response, prepared)
  }

  async #check(): Promise<void> {
    this.#canRepeat = false
    this.#canRepeat = await canRepeatHeads(this.#createServer).catch(() => false)
  }
}

/**
 * Sends a response with the head that Node wrote before in the same second of the machine's clock, which is that of `Date`.
 * Writing and checking it field by field would take longer than everything else in JavaScript. Only a head that is sent
 * more than once a second is kept.
 */
export function sendRepeated(response: ServerResponse, prepared: PreparedResponse, machineMs: number): void {
  if (!hasUsualHead(response)) sendPrepared(response, prepared)
  else if (prepared.written && isSameSecond(prepared, machineMs))
    sendWritten(response, prepared, prepared.written)
  else {
    sendPrepared(response, prepared)
    prepared.written = isSameSecond(prepared, machineMs) ? writtenToday(response, prepared) : null
    prepared.headWrittenAt = Math.floor(machineMs / SECOND_MS) * SECOND_MS
  }
}

const isSameSecond = ({ headWrittenAt }: PreparedResponse, machineMs: number): boolean =>
  machineMs >= headWrittenAt && machineMs < headWrittenAt + SECOND_MS

/** True where Node writes the same head for all: a GET of HTTP/1.1 on a connection that stays open. */
const hasUsualHead = ({ req: request, shouldKeepAlive }: ServerResponse): boolean =>
  shouldKeepAlive &&
  request.method === 'GET' &&
  request.httpVersionMinor === 1 &&
  request.httpVersionMajor === 1 &&
  request.headers.expect === undefined

/** What Node wrote for a response; `null` if it has the `Date` of another second. */
function writtenToday(
  response: ServerResponse,
  { body, headWrittenAt }: PreparedResponse,
): WrittenResponse | null {
  const written = writtenBy(response, body)
  return written?.head.includes(`\r\nDate: ${new Date(headWrittenAt).toUTCString()}\r\n`) ? written : null
}

/** What Node wrote for a response; `null` if this Node keeps it elsewhere. */
function writtenBy(response: ServerResponse, body: Buffer | null): WrittenResponse | null {
  const { _header: head } = response as NodeResponse
  if (typeof head !== 'string') return null
  const bytes = Buffer.from(head, 'latin1')
  // Node's own string is a tree of its parts; this one is flat.
  return { head: bytes.toString('latin1'), bytes: body && Buffer.concat([bytes, body]) }
}

/** Sends a response as it was written before. The connection, its other requests and the end of this one remain Node's. */
function sendWritten(
  response: ServerResponse,
  { status }: PreparedResponse,
  { head, bytes }: WrittenResponse,
): void {
  const node = response as NodeResponse
  node.statusCode = status
  node._header = head
  if (bytes === null) {
    node.end()
    return
  }
  node._headerSent = true
  node.end(bytes)
}

const BODY = Buffer.from('\u20b9')
const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n'
/** Three requests that are sent at once; the connection is closed after the last. */
const REQUESTS = `${REQUEST}\r\n${REQUEST}\r\n${REQUEST}Connection: close\r\n\r\n`

/**
 * True when this version of Node sends a head that was written before as it sends its own. An exchange in memory tells, so
 * that another version cannot send wrong answers: it only sends them more slowly.
 */
export async function canRepeatHeads(createServer: CreateServer): Promise<boolean> {
  const content = ['content-type', 'text/plain', 'content-length', String(BODY.length)]
  const kinds = [preparedResponse(200, content, BODY), preparedResponse(304, ['etag', '"a"'], null)]
  const results = await Promise.all(kinds.map((kind) => isRepeatedExactly(createServer, kind)))
  return results.every(Boolean)
}

/** Compares the first answer of a connection, written by Node, with the second, repeated, and expects a third. */
async function isRepeatedExactly(createServer: CreateServer, prepared: PreparedResponse): Promise<boolean> {
  const [client, connection] = duplexPair()
  const written: (WrittenResponse | null)[] = []
  const answer: RequestListener = (request, response) => {
    try {
      const [first] = written
      if (written.length === 1 && first) sendWritten(response, prepared, first)
      else sendPrepared(response, prepared)
      written.push(writtenBy(response, prepared.body))
    } catch {
      // An error in a listener would end the process.
      request.socket.destroy()
    }
  }
  createServer(answer).emit('connection', connection)
  client.write(REQUESTS)
  const received = await buffer(client).catch(() => Buffer.alloc(0))
  const [first, , last] = written
  if (!first || !last) return false
  const bytesOf = ({ head, bytes }: WrittenResponse) => bytes ?? Buffer.from(head, 'latin1')
  const expected = Buffer.concat([bytesOf(first), bytesOf(first), bytesOf(last)])
  return received.equals(expected) && last.head.includes('\r\nConnection: close\r\n')
}

/** Upper bounds of durations in seconds, from an answer out of memory to a timeout. */
export const DURATION_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The requests of one route with one method and status. */
export interface RequestCount {
  readonly route: string
  readonly method: string
  readonly status: string
  /** The number of requests up to each bound of duration (not cumulative); the last is for those above all. */
  readonly byDuration: Float64Array
  /** Their durations in seconds, added. */
  seconds: number
}

/** Counts requests without the texts that a metrics library builds from the labels of each. */
export class RequestCounts {
  /** In the order of their first requests. */
  readonly all: RequestCount[] = []
  readonly #byRoute = new Map<string, Map<string, Map<number | string, RequestCount>>>()

  add(route: string, method: string, status: number | string, seconds: number): void {
    const count = this.#byRoute.get(route)?.get(method)?.get(status) ?? this.#newCount(route, method, status)
    let at = 0
    while (seconds > (DURATION_BOUNDS[at] ?? Number.POSITIVE_INFINITY)) at++
    count.byDuration[at] = (count.byDuration[at] ?? 0) + 1
    count.seconds += seconds
  }

  #newCount(route: string, method: string, status: number | string): RequestCount {
    const byDuration = new Float64Array(DURATION_BOUNDS.length + 1)
    const count = { route, method, status: String(status), byDuration, seconds: 0 }
    const byMethod = this.#byRoute.get(route) ?? new Map<string, Map<number | string, RequestCount>>()
    const byStatus = byMethod.get(method) ?? new Map<number | string, RequestCount>()
    this.#byRoute.set(route, byMethod.set(method, byStatus.set(status, count)))
    this.all.push(count)
    return count
  }
}
