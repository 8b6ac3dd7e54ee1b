import type { Instant } from '../../market/calendar.ts'

/** What becomes of a message, for the log and the metrics. It holds no secret. */
export interface MessageOutcome {
  readonly outcome: 'delivered' | 'failed' | 'given-up'
  readonly id: string
  readonly channel: string
  /** The names of the rules behind it. */
  readonly rules: readonly string[]
  readonly title: string
  /** Attempts so far. */
  readonly tries: number
  /** Why it failed; for a message that was delivered, what the operator should know, or `null`. */
  readonly reason: string | null
  /** When it is tried again; `null` when it is not. */
  readonly nextTry: Instant | null
}
