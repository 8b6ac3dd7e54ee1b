import { type Instant, instantFromMs, msOf } from '../market/calendar.ts'
import type { ClockSpan } from '../reports/moment.ts'
import { count } from '../texts/format.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * The time until an instant, rounded down, and when the text becomes outdated: days while there are at least two, then hours, and in the last two hours steps of
 * five minutes.
 */
export function timeLeft(clock: Instant, until: Instant) {
  const left = msOf(until) - msOf(clock)
  if (left <= 0) return undefined
  const step = left >= 2 * DAY_MS ? DAY_MS : left >= 2 * HOUR_MS ? HOUR_MS : 5 * MINUTE_MS
  const steps = Math.floor(left / step)
  // The text is valid until less than these steps remain.
  const changesAt = instantFromMs(msOf(until) - steps * step + 1)
  return { text: textOf(steps * step), changesAt: changesAt > until ? until : changesAt }
}

/** Shortens a page's clock span to the times at which its countdowns change. */
export function withCountdowns(
  span: ClockSpan,
  clock: Instant,
  moments: readonly (Instant | null)[],
): ClockSpan {
  const changes = moments.map((until) => until && (timeLeft(clock, until)?.changesAt ?? null))
  const [first = null] = [...changes, span.changesAt].filter((at) => at !== null).sort()
  return { ...span, changesAt: first }
}

function textOf(left: number): string {
  const [days, hours, minutes] = [left / DAY_MS, left / HOUR_MS, left / MINUTE_MS]
  if (days >= 2) return `${count(days)} days left`
  if (hours >= 24) return `${joined('1 day', hours - 24, 'h')} left`
  if (hours >= 2) return `${hours} h left`
  if (minutes >= 60) return `${joined('1 h', minutes - 60, 'min')} left`
  return minutes === 0 ? 'less than 5 min left' : `${minutes} min left`
}

const joined = (whole: string, rest: number, unit: string): string =>
  rest === 0 ? whole : `${whole} ${rest} ${unit}`
