import { Cron } from 'croner'
import { type Instant, instantFromMs, msOf } from '../market/calendar.ts'
import type { Schedule } from './source.ts'

/** Indian time. It has no daylight saving, and an offset is many times faster than a zone name. */
export const BY_INDIAN_CLOCK = { utcOffset: 330 } as const

const MINUTE_MS = 60_000
/** Even a source that is read once a day is read soon after its time. */
const MAX_SPREAD_MINUTES = 20
const MINUTES_A_DAY = 1440
/** A week as every other: the spread is the same on all days. */
const SOME_WEEK = { after: '2025-01-05T18:29:59.999Z', upTo: '2025-01-12T18:30:00.000Z' } as const

/** By schedule, since each answer about the sources needs it, and some patterns take milliseconds. */
const spreads = new WeakMap<Schedule, number>()

/**
 * Within how many minutes after a time of the schedule a source is read: each installation has its own minute, so that
 * they do not all ask at once.
 */
export function spreadMinutes(schedule: Schedule): number {
  const known = spreads.get(schedule)
  if (known !== undefined) return known
  let [spread, last] = [MAX_SPREAD_MINUTES, Number.NEGATIVE_INFINITY]
  for (const due of dueAfter(schedule, SOME_WEEK.after)) {
    if (due > SOME_WEEK.upTo || spread <= 1) break
    const minute = Math.floor(msOf(due) / MINUTE_MS)
    // What is read before midnight is about that day.
    const minuteOfDay = (minute + BY_INDIAN_CLOCK.utcOffset) % MINUTES_A_DAY
    spread = Math.max(1, Math.min(spread, minute - last, MINUTES_A_DAY - minuteOfDay))
    last = minute
  }
  spreads.set(schedule, spread)
  return spread
}

/** The clock by which an installation reads a source: some minutes behind that of India. */
export const ownClock = (schedule: Schedule, installation: number): { readonly utcOffset: number } => ({
  utcOffset: BY_INDIAN_CLOCK.utcOffset - (installation % spreadMinutes(schedule)),
})

/** How often a source was due after one moment and up to another, counted up to a limit. */
export function timesDue(
  schedule: Schedule,
  span: { readonly after: Instant; readonly upTo: Instant },
  limit: number,
  clock: { readonly utcOffset: number } = BY_INDIAN_CLOCK,
): number {
  let times = 0
  for (const due of dueAfter(schedule, span.after, clock)) {
    if (due > span.upTo || times === limit) break
    times++
  }
  return times
}

/** How often a source should have been read by now, whatever the minute of the installation, counted up to a limit. */
export function timesMissed(
  schedule: Schedule,
  { after, upTo }: { readonly after: Instant; readonly upTo: Instant },
  limit: number,
): number {
  const grace = (spreadMinutes(schedule) - 1) * MINUTE_MS
  return timesDue(schedule, { after, upTo: instantFromMs(msOf(upTo) - grace) }, limit)
}

/** The moments at which a source is due, in order, each once even if several patterns coincide. */
export function* dueAfter(
  { cron }: Schedule,
  after: Instant,
  clock: { readonly utcOffset: number } = BY_INDIAN_CLOCK,
): Generator<Instant> {
  const patterns = cron.map((pattern) => new Cron(pattern, { ...clock, paused: true }))
  const next = patterns.map((pattern) => timeAfter(pattern, msOf(after)))
  for (let due = Math.min(...next); due < Number.POSITIVE_INFINITY; due = Math.min(...next)) {
    yield instantFromMs(due)
    for (const [i, pattern] of patterns.entries()) if (next[i] === due) next[i] = timeAfter(pattern, due)
  }
}

const timeAfter = (pattern: Cron, ms: number): number =>
  pattern.nextRun(new Date(ms))?.getTime() ?? Number.POSITIVE_INFINITY
