import { type Dispatcher, fetch, type Headers, type Response } from 'undici'
import { UpstreamFault } from './upstream-fault.ts'

export interface HttpResponse {
  readonly status: number
  readonly headers: Headers
  /** Empty unless the status is 200, since no other body is used. */
  readonly body: Uint8Array
}

export interface Limits {
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Opens the connections. */
  readonly dispatcher: Dispatcher
}

/**
 * The largest known file, a bhavcopy, has 1 MB. Anything above this limit is no valid document, and memory is finite.
 */
export const MAX_BODY_BYTES = 64 * 1024 * 1024

/** Sends one request and returns its answer. The only function that uses the network. */
export async function sendRequest(
  address: string,
  headers: Readonly<Record<string, string>>,
  { timeoutMs, signal, dispatcher }: Limits,
): Promise<HttpResponse> {
  const tooLate = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(address, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.any([signal, tooLate]),
      dispatcher,
    })
    return { status: response.status, headers: response.headers, body: await bodyOf(response) }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof UpstreamFault) throw error
    if (error instanceof Error && error.cause instanceof UpstreamFault) throw error.cause
    const message = tooLate.aborted ? `no whole answer within ${timeoutMs / 1000} s` : networkMessage(error)
    throw new UpstreamFault('unreachable', message, { cause: error })
  }
}

async function bodyOf({ status, body }: Response): Promise<Uint8Array> {
  if (status !== 200) {
    // Only the status matters, so a failure to discard the body is ignored.
    await body?.cancel().catch(() => undefined)
    return new Uint8Array()
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) {
      throw new UpstreamFault('changed', `an answer of more than ${MAX_BODY_BYTES / 1024 / 1024} MB`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const NETWORK_MESSAGES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name not found',
  ETIMEDOUT: 'connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  UND_ERR_SOCKET: 'connection closed before the answer was whole',
}

function networkMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const code = codeOf(cause) ?? codeOf(error)
  const detail = cause instanceof Error && cause.message !== '' ? cause.message : error.message
  return NETWORK_MESSAGES[code ?? ''] ?? (code === undefined ? detail : `${detail} (${code})`)
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined
