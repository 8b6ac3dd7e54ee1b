import { Cron } from 'croner'
import { type Instant, instantFromMs, msOf } from '../market/calendar.ts'
import type { Schedule } from './source.ts'

/** Indian time. It has no daylight saving, and an offset is many times faster than a zone name. */
export const BY_INDIAN_CLOCK = { utcOffset: 330 } as const

const MINUTE_MS = 60_000
/** Even a source that is read once a day is read soon after its time. */
const MAX_SPREAD_MINUTES = 20
/** A day as every other: the spread is the same on all days. */
const SOME_DAY = { after: '2025-01-01T00:00:00.000Z', upTo: '2025-01-02T00:00:00.000Z' } as const

/**
 * Within how many minutes after a time of the schedule a source is read: each installation has its own minute, so that
 * they do not all ask at once.
 */
export function spreadMinutes(schedule: Schedule): number {
  let [gap, last] = [MAX_SPREAD_MINUTES, '']
  for (const due of dueAfter(schedule, SOME_DAY.after)) {
    if (due > SOME_DAY.upTo) break
    if (last !== '') gap = Math.min(gap, (msOf(due) - msOf(last)) / MINUTE_MS)
    last = due
  }
  return Math.max(1, Math.floor(gap))
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
