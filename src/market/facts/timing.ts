import { type Day, type Instant, istDay } from '../calendar.ts'
import type { Fact } from './fact.ts'

/**
 * Describes a day or an instant that lies after the recording of its fact; `undefined` if there is none. The planned
 * dates of an issue may lie ahead.
 */
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

// India is ahead of UTC, so a day that has begun in UTC has begun there. This avoids date arithmetic for most facts.
const isLaterDay = (day: Day, recorded: Instant) => day > recorded.slice(0, 10) && day > istDay(recorded)
