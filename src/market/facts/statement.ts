import type { Instant } from '../calendar.ts'
import type { Fact } from './fact.ts'

/** A fact that someone wants to be recorded. */
export interface Statement {
  readonly fact: Fact
  /** When it was learned, if the one who brings it says so; else the moment of the commit. */
  readonly recordedAt: Instant | null
  /** Where it stands in its file or payload, from 1. */
  readonly line: number
  /** The download that it was read in; files have none. */
  readonly fetch?: number
  /** Set where we give the past time ourselves: then, as without a time, what repeats the source's last word is known. */
  readonly onlyNews?: boolean
}

/** A line that was not taken, and why. */
export interface Refusal {
  readonly line: number
  readonly reason: string
}
