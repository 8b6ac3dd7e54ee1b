import { type Day, type Instant, istDay } from '../calendar.ts'
import type { Fact } from './fact.ts'

/** What is wrong with a fact about a day or moment after it was recorded, or `undefined`. Dates to come of an issue aside. */
export function timingFault(fact: Fact, recorded: Instant): string | undefined {
  const tooLate = (key: string, value: string) =>
    `${key} ${value} lies after the fact was recorded (${recorded}, ${istDay(recorded)} in India)`
  switch (fact.fact) {
    case 'gmp':
      if (isLaterDay(fact.observedAt, recorded)) return tooLate('observedAt', fact.observedAt)
      if (fact.reportedAt !== null && fact.reportedAt > recorded)
        return tooLate('reportedAt', fact.reportedAt)
      return undefined
    case 'subscription':
      return fact.observedAt > recorded ? tooLate('observedAt', fact.observedAt) : undefined
    case 'listing':
      return isLaterDay(fact.listedOn, recorded) ? tooLate('listedOn', fact.listedOn) : undefined
    case 'deal':
      return isLaterDay(fact.tradeDate, recorded) ? tooLate('tradeDate', fact.tradeDate) : undefined
    case 'retraction':
      return fact.of.recordedAt !== undefined && fact.of.recordedAt > recorded
        ? tooLate('of.recordedAt', fact.of.recordedAt)
        : undefined
    default:
      return undefined
  }
}

// India is ahead of UTC, so a day that UTC has reached is no later there either: this spares most facts the calendar.
const isLaterDay = (day: Day, recorded: Instant) => day > recorded.slice(0, 10) && day > istDay(recorded)
