import type { Instant } from '../calendar.ts'
import type { Fact } from './fact.ts'

/** A fact to be recorded. */
export interface Statement {
  readonly fact: Fact
  /** When it was recorded elsewhere, if its file or importer gives a time; `null` means the time of the commit. */
  readonly recordedAt: Instant | null
  /** The line or row number in its file or payload, from 1. */
  readonly line: number
  /** The id of the download that it was parsed from; facts from files have none. */
  readonly fetch?: number
  /**
   * Set when we choose a past time ourselves. Then, as without a time, a fact that repeats the source's last statement
   * is skipped.
   */
  readonly onlyNews?: boolean
  /** Of a deal whose number among equal ones is known: a stored deal with that number is this one. */
  readonly occurrence?: number
}

/** A line that was not accepted, and the reason. */
export interface Refusal {
  readonly line: number
  readonly reason: string
}
