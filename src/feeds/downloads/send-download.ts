import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendStream } from '../../publish/send-stream.ts'
import type { Sender, StreamedAnswer } from '../../publish/sender.ts'
import type { Slots } from '../slots.ts'

export interface DownloadSending {
  readonly slots: Slots
  /** Returns the key that the flood guard counts a request by. */
  readonly clientOf: (request: IncomingMessage) => string
  readonly sender: Sender
  readonly stopping: AbortSignal
}

export interface SentDownload extends StreamedAnswer {
  readonly needsSlot: boolean
  /** Opens the body; `null` where none is sent. */
  readonly body: (() => Readable) | null
  readonly compressor?: Transform | undefined
}

/** Sends a download; an incomplete one ends with a reset connection. */
export async function sendDownload(
  { slots, clientOf, sender, stopping }: DownloadSending,
  request: FastifyRequest,
  reply: FastifyReply,
  { needsSlot, body, compressor, ...head }: SentDownload,
): Promise<FastifyReply> {
  const release = needsSlot ? slots.take(clientOf(request.raw)) : undefined
  try {
    const opened = body?.()
    // Its beginning is read before anything is sent, so that an unavailable store is answered with 503.
    if (opened) await once(opened, 'readable')
    const response = sender.begin(request, reply, head)
    if (response && opened) await sendStream(response, opened, () => slots.isFull, compressor)
    else response?.end()
  } catch (error) {
    if (!reply.raw.headersSent) throw error
    const level = stopping.aborted ? 'info' : 'error'
    if (!isDisconnect(error))
      request.log[level]({ err: error, path: request.url }, 'a download failed before its end')
  } finally {
    release?.()
  }
  return reply
}

/** True when the client disconnected, which is no failure. */
const isDisconnect = (error: unknown): boolean =>
  error instanceof Error &&
  /^(ERR_STREAM_PREMATURE_CLOSE|ECONNRESET|EPIPE)$/.test((error as NodeJS.ErrnoException).code ?? '')
