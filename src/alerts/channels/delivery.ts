import type { Instant } from '../../market/calendar.ts'
import type { AlertMessage } from '../alert.ts'

/** What became of one attempt to deliver a message. */
export type Delivery =
  | {
      readonly isDelivered: true
      /** For the operator, such as recipients that the mail server refused; never holds a secret. */
      readonly note?: string
    }
  | {
      readonly isDelivered: false
      /** For the operator; never holds a secret (no token, no address of a Slack or Discord hook, no password). */
      readonly reason: string
      /** The pause that the receiver asked for; null when it named none. */
      readonly retryAfterMs: number | null
      /**
       * True when the receiver objects to this message or these settings (most 4xx), false when it cannot be reached or
       * is overloaded, so that later messages would fail, too.
       */
      readonly isRejected: boolean
    }

export interface Channel {
  /** Never throws for a failure of the receiver. Rejects with the reason of `signal` once that is aborted. */
  deliver(message: AlertMessage, signal: AbortSignal): Promise<Delivery>
  close(): void | Promise<void>
}

export interface ChannelOptions {
  readonly now: () => Instant
  /** The user agent of requests. */
  readonly agent: string
  /** How long one attempt may take; 10 seconds unless a test needs less. */
  readonly timeoutMs?: number
}

export const CHANNEL_TIMEOUT_MS = 10_000

export const DELIVERED: Delivery = { isDelivered: true }

/** A failure that the next attempt may not have. */
export const unreachable = (reason: string): Delivery => ({
  isDelivered: false,
  reason,
  retryAfterMs: null,
  isRejected: false,
})

/** The reason of an attempt that took too long. */
export const tooSlow = (timeoutMs: number): string => `no answer within ${timeoutMs / 1000} seconds`
