import type { Instant } from '../market/calendar.ts'
import type { Fact } from '../market/facts/fact.ts'

/** An invented fact and its recording time. */
export interface DemoFact {
  readonly fact: Fact
  readonly recordedAt: Instant
}
