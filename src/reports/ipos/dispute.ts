import type { Day, Instant } from '../../market/calendar.ts'
import { type DisputeReason, disputeLimit, disputeReason } from '../../market/gmp/dispute.ts'
import type { GmpDay, GmpQuote } from '../../market/gmp/gmp.ts'
import { rupeesFromPaise } from '../../market/money.ts'

/** How far one source's word lies from the middle of all. In rupees. */
export interface DisputeWord {
  source: string
  owner: string
  gmp: number
  /** From the median, signed. */
  distance: number
  counted: boolean
  observedAt: Day
  reportedAt: Instant | null
  recordedAt: Instant
}

/** How the owners' words of the day behind `lastGmp` lie to each other, and what that counts as. In rupees. */
export interface DisputeReport {
  day: Day
  disputed: boolean
  owners: number
  median: number
  spread: number
  /** The widest spread that is no dispute yet. */
  limit: number
  reason: DisputeReason
  words: DisputeWord[]
}

export const disputeReport = (day: GmpDay): DisputeReport => ({
  day: day.day,
  disputed: day.disputed,
  owners: day.owners,
  median: rupeesFromPaise(day.median),
  spread: rupeesFromPaise(day.spread),
  limit: rupeesFromPaise(disputeLimit(day)),
  reason: disputeReason(day),
  words: day.words.map((word) => disputeWord(word, day)),
})

const disputeWord = (word: GmpQuote, { median }: GmpDay): DisputeWord => ({
  source: word.source,
  owner: word.owner,
  gmp: rupeesFromPaise(word.gmp),
  distance: rupeesFromPaise(word.gmp - median),
  counted: word.counted,
  observedAt: word.observedAt,
  reportedAt: word.reportedAt,
  recordedAt: word.recorded,
})
