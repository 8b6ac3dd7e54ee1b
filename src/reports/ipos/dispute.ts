import { disputeLimit, disputeReason, type GmpDay, type GmpQuote } from '../../market/gmp/gmp.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import type { Dispute, DisputeQuote, DisputeSummary } from '../schemas/dispute.ts'

/** How the owners' quotes of the day behind `lastGmp` compare, and whether that is a dispute. In rupees. */
export const disputeSummary = (day: GmpDay): DisputeSummary => ({
  day: day.day,
  disputed: day.disputed,
  owners: day.owners,
  median: rupeesFromPaise(day.median),
  spread: rupeesFromPaise(day.spread),
  limit: rupeesFromPaise(disputeLimit(day)),
  reason: disputeReason(day),
})

/** The same with the quote of each source. */
export const disputeReport = (day: GmpDay): Dispute => ({
  ...disputeSummary(day),
  words: day.quotes.map((quote) => disputeQuote(quote, day)),
})

const disputeQuote = (quote: GmpQuote, { median }: GmpDay): DisputeQuote => ({
  source: quote.source,
  owner: quote.owner,
  gmp: rupeesFromPaise(quote.gmp),
  distance: rupeesFromPaise(quote.gmp - median),
  counted: quote.counted,
  observedAt: quote.observedAt,
  reportedAt: quote.reportedAt,
  recordedAt: quote.recorded,
})
