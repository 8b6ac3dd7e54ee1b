import type { AlertMessage } from '../message.ts'

/** The settings of a channel with its secrets filled in. */
export type ChannelSettings =
  | { readonly type: 'webhook'; readonly url: string; readonly secret: string }
  | { readonly type: 'telegram'; readonly token: string; readonly chat: string; readonly server: string }
  | {
      readonly type: 'email'
      /** `smtp://HOST:PORT` or `smtps://HOST:PORT`. */
      readonly server: string
      readonly user: string | null
      readonly password: string | null
      readonly from: string
      readonly to: readonly string[]
    }
  | { readonly type: 'ntfy'; readonly server: string; readonly topic: string; readonly token: string | null }
  | { readonly type: 'slack'; readonly url: string }
  | { readonly type: 'discord'; readonly url: string }

/** What became of one attempt to deliver a message. */
export type Delivery =
  | { readonly isDelivered: true }
  | {
      readonly isDelivered: false
      /** For the operator. It holds no secret. */
      readonly reason: string
      /** The pause that the receiver asked for; `null` when it named none. */
      readonly retryAfterMs: number | null
      /** True when the receiver objects to this message or these settings, false when it cannot be reached. */
      readonly isRejected: boolean
    }

export interface Channel {
  /** Never throws for a failure of the receiver. */
  deliver(message: AlertMessage, signal: AbortSignal): Promise<Delivery>
  close(): void | Promise<void>
}
