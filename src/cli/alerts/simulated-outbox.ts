import type { FiredAlert, StatedAlert } from '../../alerts/alert.ts'
import { DayCounts } from '../../alerts/outbox/day-counts.ts'
import { type Composed, planMessages } from '../../alerts/outbox/message-plan.ts'
import { STATED_FOR_MS } from '../../alerts/outbox/record-fired.ts'
import type { AlertRules } from '../../alerts/rules/alert-rules.ts'
import { type Day, type Instant, instantFromMs, istDay, msOf } from '../../market/calendar.ts'
import { compareText } from '../../market/text-order.ts'

/** An alert that waits for its message. */
export interface WaitingAlert extends FiredAlert {
  readonly isDigest: boolean
}

export interface SimulatedMessage extends Composed<WaitingAlert> {
  readonly channel: string
}

interface ChannelState {
  /** Alerts that are in no message yet. */
  waiting: WaitingAlert[]
  /** Messages of each day in India. */
  readonly sentOn: Map<Day, number>
  /** The occasions that it got. */
  readonly keys: Set<string>
}

/** What the outbox would do if alerts came as they fired: one message for each occasion, quiet hours and maximum. */
export class SimulatedOutbox {
  readonly #rules: AlertRules
  readonly #channels = new Map<string, ChannelState>()
  /** What was stated last, by IPO and channel. */
  readonly #stated = new Map<string, Map<string, StatedAlert>>()

  constructor(rules: AlertRules) {
    this.#rules = rules
  }

  readonly statedOn = async (slug: string): Promise<readonly StatedAlert[]> => [
    ...(this.#stated.get(slug)?.values() ?? []),
  ]

  add(alerts: readonly FiredAlert[]): void {
    for (const alert of alerts) for (const channel of alert.channels) this.#addTo(channel, alert)
  }

  #addTo(channel: string, alert: FiredAlert): void {
    const state = this.#stateOf(channel)
    if (state.keys.has(alert.key)) return
    state.keys.add(alert.key)
    state.waiting.push({ ...alert, isDigest: alert.on === 'digest' })
    for (const [slug, fields] of Object.entries(alert.content.stated)) {
      const byChannel = this.#stated.get(slug) ?? new Map<string, StatedAlert>()
      this.#stated.set(slug, byChannel)
      const stated = { ...byChannel.get(channel)?.stated, ...fields }
      byChannel.set(channel, { channel, at: alert.at, stated })
    }
  }

  /** The messages that are due by a moment up to which all alerts are added, in their order. */
  take(upTo: Instant): SimulatedMessage[] {
    this.#forgetStated(instantFromMs(msOf(upTo) - STATED_FOR_MS))
    const messages = [...this.#channels].flatMap(([channel, state]) => this.#takeOf(channel, state, upTo))
    return messages.toSorted((a, b) => compareText(a.createdAt, b.createdAt))
  }

  /** What was stated last before a moment is not corrected any more. */
  #forgetStated(before: Instant): void {
    for (const [slug, byChannel] of this.#stated) {
      for (const [channel, { at }] of byChannel) if (at < before) byChannel.delete(channel)
      if (byChannel.size === 0) this.#stated.delete(slug)
    }
  }

  #takeOf(channel: string, state: ChannelState, upTo: Instant): SimulatedMessage[] {
    const policy = this.#rules.channels.get(channel)
    if (!policy || state.waiting.length === 0) return []
    const planned = planMessages(state.waiting, policy, new DayCounts(state.sentOn, policy.maxPerDay))
    const due = planned.filter(({ createdAt }) => createdAt <= upTo)
    const sent = new Set(due.flatMap(({ alerts }) => alerts))
    state.waiting = state.waiting.filter((alert) => !sent.has(alert))
    for (const { createdAt } of due) {
      const day = istDay(createdAt)
      state.sentOn.set(day, (state.sentOn.get(day) ?? 0) + 1)
    }
    return due.map((message) => ({ ...message, channel }))
  }

  /** How many alerts wait, by channel. */
  waiting(): [channel: string, alerts: number][] {
    return [...this.#channels].flatMap(([channel, { waiting }]) =>
      waiting.length > 0 ? [[channel, waiting.length]] : [],
    )
  }

  #stateOf(channel: string): ChannelState {
    const state = this.#channels.get(channel) ?? { waiting: [], sentOn: new Map(), keys: new Set() }
    this.#channels.set(channel, state)
    return state
  }
}
