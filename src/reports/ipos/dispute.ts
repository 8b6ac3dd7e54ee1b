import { disputeLimit, disputeReason } from '../../market/gmp/dispute.ts'
import type { GmpDay, GmpQuote } from '../../market/gmp/gmp.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import type { Dispute, DisputeWord } from '../schemas/dispute.ts'

/** How the owners' quotes of the day behind `lastGmp` compare, and whether that is a dispute. In rupees. */
export const disputeReport = (day: GmpDay): Dispute => ({
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
