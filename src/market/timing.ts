import { type Instant, istDay } from './calendar.ts'
import type { Fact } from './fact.ts'

/** What is wrong with a fact about a day or moment after it was recorded, or `undefined`. Dates to come of an issue aside. */
export function timingFault(fact: Fact, recorded: Instant): string | undefined {
  const today = istDay(recorded)
  const tooLate = (key: string, value: string) =>
    `${key} ${value} lies after the fact was recorded (${recorded}, ${today} in India)`
  switch (fact.fact) {
    case 'gmp':
      if (fact.observedAt > today) return tooLate('observedAt', fact.observedAt)
      if (fact.reportedAt !== null && fact.reportedAt > recorded)
        return tooLate('reportedAt', fact.reportedAt)
      return undefined
    case 'subscription':
      return fact.observedAt > recorded ? tooLate('observedAt', fact.observedAt) : undefined
    case 'listing':
      return fact.listedOn > today ? tooLate('listedOn', fact.listedOn) : undefined
    case 'deal':
      return fact.tradeDate > today ? tooLate('tradeDate', fact.tradeDate) : undefined
    case 'retraction':
      return fact.of.recordedAt !== undefined && fact.of.recordedAt > recorded
        ? tooLate('of.recordedAt', fact.of.recordedAt)
        : undefined
    default:
      return undefined
  }
}
