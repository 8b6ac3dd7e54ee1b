import { type Dispatcher, fetch, type Headers, type Response } from 'undici'
import { networkMessage } from '../../network-message.ts'
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

/** Sends one request and returns its answer. The only function that downloads. */
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
