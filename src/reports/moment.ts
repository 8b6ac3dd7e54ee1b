import { type Instant, instantFromMs, istMidnightAfter, istMidnightBefore, msOf } from '../market/calendar.ts'
import type { View } from '../store/view.ts'

/** The facts that an answer uses, and its clock. */
export interface Moment extends View {
  readonly clock: Instant
}

/** The last and the next moment at which the clock changes an answer. `null`: there is none. */
export interface ClockSpan {
  readonly changedAt: Instant | null
  readonly changesAt: Instant | null
}

export const UNCHANGED_BY_CLOCK: ClockSpan = { changedAt: null, changesAt: null }

/** Limits a span to the day in India, for answers that say "today". */
export const withinDay = (span: ClockSpan, clock: Instant): ClockSpan =>
  withMoments(span, clock, [istMidnightBefore(clock), istMidnightAfter(clock)])

/** From the last of these moments and midnights in India, when a day of quotes begins, to the next one after the clock. */
export const clockSpan = (clock: Instant, moments: Iterable<Instant>): ClockSpan =>
  withMoments(withinDay(UNCHANGED_BY_CLOCK, clock), clock, moments)

/** Shortens a span to the last of these moments before the clock and the next one after it. */
export function withMoments(span: ClockSpan, clock: Instant, moments: Iterable<Instant>): ClockSpan {
  let { changedAt, changesAt } = span
  for (const moment of moments) {
    if (moment <= clock && (changedAt === null || moment > changedAt)) changedAt = moment
    if (moment > clock && (changesAt === null || moment < changesAt)) changesAt = moment
  }
  return { changedAt, changesAt }
}

const MINUTE_MS = 60_000

/** Rounds without news raise no version: answers about them are valid for a minute at most. */
export const restOfMinute = (clock: Instant, span: ClockSpan = UNCHANGED_BY_CLOCK): ClockSpan =>
  withMoments(span, clock, [clock, instantFromMs((Math.floor(msOf(clock) / MINUTE_MS) + 1) * MINUTE_MS)])
