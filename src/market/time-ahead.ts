import { type Instant, msOf } from './calendar.ts'

const UNITS = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
  { name: 'second', ms: 1000 },
] as const

/** A span of time in the largest unit of which it has at least two, such as "36 hours". */
export function spanText(ms: number): string {
  const unit = UNITS.find((candidate) => ms >= 2 * candidate.ms) ?? { name: 'second', ms: 1000 }
  const count = Math.round(ms / unit.ms)
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`
}

/** Explains why facts have a time that this machine's clock has not reached. */
export function timeAheadText(recorded: Instant, clock: Instant): string {
  const ahead = spanText(msOf(recorded) - msOf(clock))
  return `their time is ${recorded}, ${ahead} ahead of this machine's clock (${clock}): this clock is behind, or the clock that stamped the facts before them was ahead, and times never go back`
}
