import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Instant, msOf } from '../../market/calendar.ts'
import { compressing, type Encoding } from '../../publish/encoding.ts'
import { cacheControl } from '../../publish/lifetime.ts'
import { isKnownToClient, lastModifiedAt } from '../../publish/modification.ts'
import { sendStream } from '../../publish/send-stream.ts'
import type { Sender } from '../../publish/sender.ts'
import type { lifetimeOf } from '../../request/answer-route.ts'
import type { Slots } from '../slots.ts'

export interface DownloadSending {
  readonly slots: Slots
  /** Returns the key that the flood guard counts a request by. */
  readonly clientOf: (request: IncomingMessage) => string
  readonly sender: Sender
  readonly now: () => Instant
  readonly stopping: AbortSignal
}

export interface SentDownload {
  /** 200 by default. */
  readonly status?: number
  /** The name under which clients save it. */
  readonly name: string
  readonly contentType: string
  readonly describedBy: { readonly path: string; readonly type: string }
  readonly etag: string
  readonly lifetime: ReturnType<typeof lifetimeOf>
  /** Number of rows; `null` where it is not known. */
  readonly total: number | null
  readonly headers: Readonly<Record<string, string>>
  /** Parameters of the request that were not read. */
  readonly ignored: readonly string[]
  readonly encoding: Encoding
  /** True for so few bytes that they need no download slot. */
  readonly isSmall: boolean
  /** Opens the body; `null` where there is none. */
  readonly open: (() => Readable) | null
}

/** Sends a download; an incomplete one ends with a reset connection. */
export async function sendDownload(
  { slots, clientOf, sender, now, stopping }: DownloadSending,
  request: FastifyRequest,
  reply: FastifyReply,
  download: SentDownload,
): Promise<FastifyReply> {
  const { status = 200, describedBy, etag, lifetime, total, ignored, encoding } = download
  const { modifiedAt, changesAt, maxAgeSeconds } = lifetime
  const clock = msOf(now())
  const isNotModified = isKnownToClient(request.headers, { etag, modifiedAt }, clock)
  const open = request.method === 'HEAD' || isNotModified ? null : download.open
  const headers = {
    'Cache-Control': cacheControl(clock, changesAt, maxAgeSeconds),
    'Content-Type': download.contentType,
    'Content-Disposition': `attachment; filename="${download.name}"`,
    'Last-Modified': new Date(lastModifiedAt(modifiedAt, clock)).toUTCString(),
    Link: `<${describedBy.path}>; rel="describedby"; type="${describedBy.type}", </docs#terms>; rel="terms-of-service"`,
    ...download.headers,
    ...(total !== null && { 'X-Total-Count': String(total) }),
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    ETag: etag,
  }
  const release = open && !download.isSmall ? slots.take(clientOf(request.raw)) : undefined
  try {
    const body = open?.()
    // Its beginning is read before anything is sent, so that an unavailable store is answered with 503.
    if (body) await once(body, 'readable')
    const response = sender.begin(request, reply, { status, headers, ignored, isNotModified })
    if (response && body) await sendStream(response, body, () => slots.isFull, compressing(encoding))
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
  /^(ERR_STREAM_PREMATURE_CLOSE|ERR_STREAM_UNABLE_TO_PIPE|ECONNRESET|EPIPE)$/.test(
    (error as NodeJS.ErrnoException).code ?? '',
  )
