import type { ServerResponse } from 'node:http'

const SECOND_MS = 1000

/** A response that is the same for every client that gets it. */
export interface PreparedResponse {
  readonly status: 200 | 304
  /** Names and values alternately, which Node writes without copying. */
  readonly head: string[]
  /** `null` for a 304. */
  readonly body: Buffer | null
  /** The second in which Node last wrote its head, in milliseconds. */
  headWrittenAt: number
  /** What Node wrote in that second; `null` when it was sent only once, or when `head` has changed since. */
  written: WrittenResponse | null
}

/** A head as Node wrote it, `Date` and `Connection` included, and the same bytes with the body behind them. */
export interface WrittenResponse {
  readonly head: string
  /** `null` without a body. */
  readonly bytes: Buffer | null
}

/** Fields of Node's response that are not documented. `canRepeatHeads` checks what they do. */
interface HeadOfResponse {
  _header: string | null
  _headerSent: boolean
}

type NodeResponse = ServerResponse & HeadOfResponse

export const preparedResponse = (
  status: 200 | 304,
  head: string[],
  body: Buffer | null,
): PreparedResponse => ({
  status,
  head,
  body,
  headWrittenAt: Number.NaN,
  written: null,
})

/** Sets a value of the head, by its index. */
export function setHeadValue(prepared: PreparedResponse, index: number, value: string): void {
  if (prepared.head[index] === value) return
  prepared.head[index] = value
  prepared.written = null
}

/** Sends a response whose head Node writes. */
export function sendPrepared(response: ServerResponse, { status, head, body }: PreparedResponse): void {
  response.writeHead(status, head)
  // Node omits the body for HEAD.
  if (body === null) response.end()
  else response.end(body)
}

/**
 * Sends a response with the head that Node wrote before in the same second of the machine's clock, which is that of `Date`.
 * Writing and checking it field by field would take longer than everything else in JavaScript. Only a head that is sent
 * more than once a second is kept.
 */
export function sendPreparedAgain(
  response: ServerResponse,
  prepared: PreparedResponse,
  machineMs: number,
): void {
  if (!hasUsualHead(response)) sendPrepared(response, prepared)
  else if (prepared.written && isSameSecond(prepared, machineMs))
    sendWritten(response, prepared, prepared.written)
  else {
    sendPrepared(response, prepared)
    prepared.written = isSameSecond(prepared, machineMs) ? writtenBy(response, prepared) : null
    prepared.headWrittenAt = Math.floor(machineMs / SECOND_MS) * SECOND_MS
  }
}

const isSameSecond = ({ headWrittenAt }: PreparedResponse, machineMs: number): boolean =>
  machineMs >= headWrittenAt && machineMs < headWrittenAt + SECOND_MS

/** True where Node writes the same head for all: a GET of HTTP/1.1 on a connection that stays open. */
const hasUsualHead = (response: ServerResponse): boolean => {
  const { req: request, shouldKeepAlive } = response
  return (
    shouldKeepAlive &&
    request.method === 'GET' &&
    request.httpVersionMinor === 1 &&
    request.httpVersionMajor === 1 &&
    request.headers.expect === undefined
  )
}

/** What Node wrote for a response; `null` if it has the `Date` of another second, or if this Node keeps it elsewhere. */
function writtenBy(
  response: ServerResponse,
  { body, headWrittenAt }: PreparedResponse,
): WrittenResponse | null {
  const date = new Date(headWrittenAt).toUTCString()
  return headOf(response)?.includes(`\r\nDate: ${date}\r\n`) ? writtenResponse(response, body) : null
}

/** What Node wrote for a response; `null` if this Node keeps it elsewhere. */
export function writtenResponse(response: ServerResponse, body: Buffer | null): WrittenResponse | null {
  const head = headOf(response)
  if (head === null) return null
  const bytes = Buffer.from(head, 'latin1')
  // Node's own string is a tree of its parts; this one is flat.
  return { head: bytes.toString('latin1'), bytes: body && Buffer.concat([bytes, body]) }
}

function headOf(response: ServerResponse): string | null {
  const { _header: head } = response as NodeResponse
  return typeof head === 'string' ? head : null
}

/** Sends a response as it was written before. The connection, its other requests and the end of this one remain Node's. */
export function sendWritten(
  response: ServerResponse,
  { status }: Pick<PreparedResponse, 'status'>,
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
