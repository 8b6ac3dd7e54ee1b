import type { Instant } from '../../market/calendar.ts'

/** `waiting`: to be sent. `given-up`: it could not be delivered within a day, or its channel was removed. */
export const MESSAGE_STATES = ['waiting', 'delivered', 'given-up'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** The outbox: what was and will be sent. These rows are no facts, and may be pruned by age. */
export interface AlertTables {
  /** One row, locked by each writer: alerts were recorded up to this position. `null` before the first time. */
  alert_progress: {
    id: 1
    version: number | null
    moment: Instant | null
    updated: Instant | null
    /** The last long time in which no process recorded alerts; `null` when there was none. */
    away_from: Instant | null
    away_to: Instant | null
    /** The rules that alerts were recorded by, as a JSON list of their ids; `null` where an earlier release recorded them. */
    known_rules: string | null
  }
  /** A rule that fired, once for each of its channels. */
  alerts: {
    id: number
    channel: string
    /** Unique within a channel. */
    key: string
    rule: string
    /** The name of the event. */
    event: string
    slug: string | null
    at: Instant
    version: number
    recorded: Instant
    /** JSON. */
    content: string
    /** The message that carries it; `null` while it is held back. */
    message: string | null
  }
  /** A message to a channel. */
  alert_messages: {
    id: string
    /** The order in which they are sent, over all channels. */
    position: number
    channel: string
    created: Instant
    title: string
    text: string
    /** JSON. */
    content: string
    state: MessageState
    /** Attempts so far. */
    tries: number
    first_try: Instant | null
    /** Not tried again before; `null` once it has ended. */
    next_try: Instant | null
    /** Why the last attempt failed. */
    reason: string | null
    /** 1 when the receiver objected to it at the last attempt: then later messages do not wait for it. */
    rejected: 0 | 1
    /** When it was delivered or given up. */
    ended: Instant | null
  }
}
