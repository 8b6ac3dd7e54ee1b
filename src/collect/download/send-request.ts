import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { networkMessage } from '../../network-message.ts'
import { NoAnswer, UpstreamFault } from './upstream-fault.ts'

export interface HttpResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Empty unless the status is 200, since no other body is used. */
  readonly body: Uint8Array
}

interface RequestOptions {
  readonly connections: Connections
  readonly signal: AbortSignal
  /** The time limit to the beginning of the answer, and to its end. */
  readonly answerWithinMs: number
  readonly timeoutMs: number
  /** True for a host whose header lines may begin with a space, which the strict parser refuses. */
  readonly isLenient: boolean
}

/** Connections that are used again for a few seconds, to hosts whose names are resolved by `lookup`. */
export interface Connections {
  readonly http: http.Agent
  readonly https: https.Agent
  readonly lookup: LookupFunction
}

export function openConnections(lookup: LookupFunction): Connections {
  const options = { keepAlive: true, timeout: 5000, lookup }
  return { http: new http.Agent(options), https: new https.Agent(options), lookup }
}

/**
 * The largest known file, a bhavcopy, has 1 MB. Anything above this limit is no valid document, and memory is finite.
 */
export const MAX_BODY_BYTES = 64 * 1024 * 1024

/** True for a text of a host that can be sent back in a header: the lenient parser also reads control characters. */
export const isSendable = (text: string): boolean => /^[\t -~\u0080-\u00ff]*$/.test(text)

/** Sends one request with exactly these headers and returns its answer. The only function that downloads. */
export async function sendRequest(
  address: string,
  headers: Readonly<Record<string, string>>,
  options: RequestOptions,
): Promise<HttpResponse> {
  try {
    return await exchange(new URL(address), headers, options, true)
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    // The host had closed a connection that was kept open, which says nothing about this request.
    return exchange(new URL(address), headers, options, false)
  }
}

class StaleConnection extends Error {}
class TooLate extends Error {}

async function exchange(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { connections, signal, answerWithinMs, timeoutMs, isLenient }: RequestOptions,
  mayReuse: boolean,
): Promise<HttpResponse> {
  signal.throwIfAborted()
  const [client, agent] = url.protocol === 'https:' ? [https, connections.https] : [http, connections.http]
  const request = client.request(url, {
    agent: mayReuse && agent,
    lookup: connections.lookup,
    headers: { host: url.host, connection: 'keep-alive', ...headers },
    setHost: false,
    insecureHTTPParser: isLenient,
  })
  let isConnected = false
  request.once('socket', (socket) => {
    if (!socket.connecting) isConnected = true
    else socket.once('connect', () => (isConnected = true))
  })
  let answered: IncomingMessage | undefined
  const endWith = (reason: unknown) => (answered ?? request).destroy(reason as Error)
  const end = setTimeout(() => endWith(new TooLate()), timeoutMs)
  const silence = setTimeout(() => endWith(new TooLate()), answerWithinMs)
  // Not as an option of the request: Node would abort the connection, too, which a later request may use.
  const onAbort = () => endWith(signal.reason)
  signal.addEventListener('abort', onAbort)
  try {
    answered = await answerTo(request).catch((error: unknown) => {
      signal.throwIfAborted()
      throw noAnswer(error, isConnected, request.reusedSocket, answerWithinMs)
    })
    clearTimeout(silence)
    const status = answered.statusCode ?? 0
    if (status !== 200) return { status, headers: answered.headers, body: discardBody(answered) }
    const body = await bodyOf(answered).catch((error: unknown) => {
      signal.throwIfAborted()
      if (error instanceof UpstreamFault) throw error
      throw new UpstreamFault('unreachable', bodyFault(error, timeoutMs), { cause: error })
    })
    return { status, headers: answered.headers, body }
  } finally {
    clearTimeout(end)
    clearTimeout(silence)
    signal.removeEventListener('abort', onAbort)
  }
}

function answerTo(request: http.ClientRequest): Promise<IncomingMessage> {
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    // Stays, since errors may follow after the answer has begun.
    request.on('error', reject)
    // An answer that changes the protocol ends the request without an error.
    request.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
  })
  request.end()
  return answer
}

/** Codes of a connection that the other side has ended. */
const ENDED = ['ECONNRESET', 'EPIPE']

function noAnswer(error: unknown, isConnected: boolean, isReused: boolean, answerWithinMs: number): Error {
  if (error instanceof UpstreamFault) return error
  const options = { cause: error }
  if (error instanceof TooLate) {
    const message = `no answer within ${answerWithinMs / 1000} s`
    return isConnected
      ? new NoAnswer('silent', message, options)
      : new UpstreamFault('unreachable', 'connection timed out', options)
  }
  if (ENDED.includes((error as NodeJS.ErrnoException).code ?? '')) {
    if (isReused) return new StaleConnection()
    if (isConnected) return new NoAnswer('cut', 'the connection was closed before an answer', options)
  }
  return new UpstreamFault('unreachable', networkMessage(error), options)
}

const MAX_DISCARDED_BYTES = 256 * 1024
const DISCARD_WITHIN_MS = 5000

/**
 * Reads a body to its end in the background, so that the connection can be used again; a long one ends it. No process waits
 * for it.
 */
function discardBody(answer: IncomingMessage): Uint8Array {
  answer.socket.unref()
  const signal = AbortSignal.timeout(DISCARD_WITHIN_MS)
  pipeline(answer, collectInto([], MAX_DISCARDED_BYTES), { signal }).catch(() => undefined)
  return new Uint8Array()
}

async function bodyOf(answer: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const collect = collectInto(chunks, MAX_BODY_BYTES)
  const encoding = answer.headers['content-encoding']?.trim().toLowerCase() ?? ''
  const decoder =
    encoding === 'br' ? createBrotliDecompress() : /gzip|deflate/.test(encoding) ? createUnzip() : null
  await (decoder ? pipeline(answer, decoder, collect) : pipeline(answer, collect))
  return Buffer.concat(chunks)
}

const collectInto = (chunks: Uint8Array[], maxBytes: number) => async (body: AsyncIterable<Uint8Array>) => {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes)
      throw new UpstreamFault('changed', `an answer of more than ${maxBytes / 1024 / 1024} MB`)
    chunks.push(chunk)
  }
}

function bodyFault(error: unknown, timeoutMs: number): string {
  if (error instanceof TooLate) return `no whole answer within ${timeoutMs / 1000} s`
  const { code = '' } = error as NodeJS.ErrnoException
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI')) return 'the compressed answer is damaged'
  const isCutOff = ENDED.includes(code) || code === 'ERR_STREAM_PREMATURE_CLOSE'
  return isCutOff ? 'connection closed before the answer was whole' : networkMessage(error)
}
