import { invariant } from '../../invariant.ts'
import { type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import type { AlertMessage } from '../alert.ts'
import type { ChannelSettings } from '../channels/channel.ts'
import { type Channel, DELIVERED, type Delivery } from '../channels/delivery.ts'
import type { AlertRules, ChannelPolicy, ChannelRules } from '../rules/alert-rules.ts'

/** A clock that a test moves. */
export class MovedClock {
  #now: Instant

  constructor(now: Instant) {
    this.#now = now
  }

  readonly now = (): Instant => this.#now

  move(seconds: number): void {
    this.#now = instantFromMs(msOf(this.#now) + seconds * 1000)
  }

  set(now: Instant): void {
    this.#now = now
  }
}

/** Answers an attempt. */
type Answer = (message: AlertMessage, signal: AbortSignal) => Delivery | Promise<Delivery>

/** The receivers of all channels, by the topic in their settings. They keep what they got, and confirm it by default. */
export class Receivers {
  /** Every attempt, as `CHANNEL TITLE`. */
  readonly attempts: string[] = []
  readonly delivered: (AlertMessage & { readonly channel: string })[] = []
  readonly #answers = new Map<string, Answer>()
  /** Channels that were opened and not closed. */
  open = 0

  answer(channel: string, answer: Answer): void {
    this.#answers.set(channel, answer)
  }

  readonly openChannel = (settings: ChannelSettings): Channel => {
    const channel = settings.type === 'ntfy' ? settings.topic : ''
    this.open++
    return {
      deliver: async (message, signal) => {
        this.attempts.push(`${channel} ${message.title}`)
        const result = await (this.#answers.get(channel)?.(message, signal) ?? DELIVERED)
        if (result.isDelivered) this.delivered.push({ ...message, channel })
        return result
      },
      close: () => void this.open--,
    }
  }

  /** The titles that a channel confirmed, in order. */
  titles(channel: string): string[] {
    return this.delivered.filter((message) => message.channel === channel).map(({ title }) => title)
  }

  last(): AlertMessage {
    return invariant(this.delivered.at(-1), 'a delivered message')
  }
}

export const failed = (more: Partial<Extract<Delivery, { isDelivered: false }>> = {}): Delivery => ({
  isDelivered: false,
  reason: 'HTTP 503',
  retryAfterMs: null,
  isRejected: false,
  ...more,
})

/** A channel whose receiver is one of the receivers above. */
export const receivingChannel = (topic: string, policy: Partial<ChannelPolicy> = {}): ChannelRules => ({
  settings: { type: 'ntfy', server: 'https://ntfy.example', topic },
  quietHours: null,
  maxPerDay: null,
  ...policy,
})

export const rulesWith = (
  channels: Readonly<Record<string, Partial<ChannelPolicy>>>,
  more: Partial<Pick<AlertRules, 'rules' | 'digest'>> = {},
): AlertRules => ({
  channels: new Map(Object.entries(channels).map(([name, policy]) => [name, receivingChannel(name, policy)])),
  rules: [],
  digest: null,
  ...more,
})
