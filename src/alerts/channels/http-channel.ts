import { Agent, fetch, type Response } from 'undici'
import { msOf } from '../../market/calendar.ts'
import { networkMessage } from '../../network-message.ts'
import { boundedPauseMs, retryAfterMs } from '../../retry-after.ts'
import type { AlertMessage } from '../alert.ts'
import {
  CHANNEL_TIMEOUT_MS,
  type Channel,
  type ChannelOptions,
  DELIVERED,
  type Delivery,
  tooSlow,
  unreachable,
} from './delivery.ts'
import { type ShowText, secretsOfAddress, showWithout } from './receiver-text.ts'

/** The answer of a receiver. */
export interface HttpReply {
  readonly status: number
  /** The beginning of the body. */
  readonly text: string
}

/** How one kind of receiver is used. */
export interface HttpProtocol {
  /** It may be secret, so that no reason may name it. */
  readonly url: URL
  /** Secrets beside those in the address. */
  readonly secrets: readonly string[]
  /** The JSON of a message. */
  body(message: AlertMessage): string
  headers?(message: AlertMessage, body: string): Readonly<Record<string, string>>
  /** Whether a successful answer is one of this kind of receiver; without it, every 2xx confirms. */
  isConfirmation?(reply: HttpReply): boolean
  /** What the receiver objects to, in its own words; empty if it does not say. */
  objection(reply: HttpReply): string
  /** The pause that the body asks for, in seconds. */
  pauseSeconds?(reply: HttpReply): unknown
}

/** Answers are short; the rest of a longer one is not read. */
const MAX_REPLY_BYTES = 64 * 1024
/** 4xx codes that do not object to the message: timeout, too early, too many requests. */
const TEMPORARY = [408, 425, 429]

/** A channel that sends each message by one POST. */
export function httpChannel(protocol: HttpProtocol, options: ChannelOptions): Channel {
  const timeoutMs = options.timeoutMs ?? CHANNEL_TIMEOUT_MS
  const show = showWithout([...protocol.secrets, ...secretsOfAddress(protocol.url)])
  // The attempt ends before a connection times out, so that its reason is always the same.
  const dispatcher = new Agent({ connect: { timeout: 2 * timeoutMs } })

  async function send(message: AlertMessage, signal: AbortSignal): Promise<Delivery> {
    const body = protocol.body(message)
    const response = await fetch(protocol.url, {
      method: 'POST',
      headers: {
        'user-agent': options.agent,
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        ...protocol.headers?.(message, body),
      },
      body,
      redirect: 'manual',
      signal,
      dispatcher,
    })
    if (!response.ok)
      return refusal(response, await replyOf(response).catch(() => ({ status: response.status, text: '' })))
    if (protocol.isConfirmation === undefined) {
      // The status confirms, so a failure to discard the body is ignored.
      await response.body?.cancel().catch(() => undefined)
      return DELIVERED
    }
    const reply = await replyOf(response)
    return protocol.isConfirmation(reply)
      ? DELIVERED
      : unreachable(`HTTP ${reply.status} without a confirmation: ${show(reply.text) || 'an empty answer'}`)
  }

  function refusal({ headers, status }: Response, reply: HttpReply): Delivery {
    const asked = protocol.pauseSeconds?.(reply)
    const bodyMs = typeof asked === 'number' ? boundedPauseMs(Math.ceil(asked * 1000)) : null
    const isBusy = status === 429 || status === 503
    return {
      isDelivered: false,
      reason: `HTTP ${status}${explanation(reply, headers.get('location'), protocol, show)}`,
      retryAfterMs: isBusy ? (bodyMs ?? retryAfterMs(headers.get('retry-after'), msOf(options.now()))) : null,
      isRejected: status < 500 && !TEMPORARY.includes(status),
    }
  }

  return {
    async deliver(message, signal) {
      const tooLate = AbortSignal.timeout(timeoutMs)
      try {
        return await send(message, AbortSignal.any([signal, tooLate]))
      } catch (error) {
        signal.throwIfAborted()
        return unreachable(tooLate.aborted ? tooSlow(timeoutMs) : show(networkMessage(error)))
      }
    },
    close: () => dispatcher.destroy(),
  }
}

/** The reason behind a status, with `: ` before it. */
function explanation(reply: HttpReply, location: string | null, protocol: HttpProtocol, show: ShowText) {
  const { status } = reply
  if (status >= 300 && status < 400) {
    const host = location === null ? undefined : URL.parse(location, protocol.url)?.host
    const target = host === undefined || host === '' ? 'elsewhere' : `to ${show(host)}`
    return `: redirects ${target}, and redirects are not followed`
  }
  const objection = show(protocol.objection(reply))
  const gone = status === 410 ? 'the receiver is gone' : ''
  return [gone, objection]
    .filter((text) => text !== '')
    .map((text) => `: ${text}`)
    .join('')
}

async function replyOf({ status, body }: Response): Promise<HttpReply> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= MAX_REPLY_BYTES) break
  }
  return { status, text: Buffer.concat(chunks).subarray(0, MAX_REPLY_BYTES).toString('utf8') }
}

/** The JSON object that a receiver answered; an empty one for any other text. */
export function replyObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** A value if it is a text, otherwise an empty text. */
export const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Title and text of a message, for channels without a field for the title. */
export const plainMessage = ({ title, text }: AlertMessage): string =>
  text === '' ? title : `${title}\n\n${text}`
