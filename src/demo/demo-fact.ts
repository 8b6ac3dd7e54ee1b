import type { Instant } from '../market/calendar.ts'
import type { Fact } from '../market/facts/fact.ts'

/** An invented fact, and when it was learned. */
export interface DemoFact {
  readonly fact: Fact
  readonly recordedAt: Instant
}
