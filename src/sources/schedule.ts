import { Cron } from 'croner'
import { type Instant, instantFromMs, msOf } from '../market/calendar.ts'
import type { Schedule } from './source.ts'

/** Indian time. It has no daylight saving, and an offset is many times faster than a zone name. */
export const BY_INDIAN_CLOCK = { utcOffset: 330 } as const

/** How often a source was due after one moment and up to another, counted up to a limit. */
export function timesDue(schedule: Schedule, span: { after: Instant; upTo: Instant }, limit: number): number {
  let times = 0
  for (const due of dueAfter(schedule, span.after)) {
    if (due > span.upTo || times === limit) break
    times++
  }
  return times
}

/** The moments at which a source is due, in order, each once even if several patterns coincide. */
export function* dueAfter({ cron }: Schedule, after: Instant): Generator<Instant> {
  const patterns = cron.map((pattern) => new Cron(pattern, { ...BY_INDIAN_CLOCK, paused: true }))
  const next = patterns.map((pattern) => timeAfter(pattern, msOf(after)))
  for (let due = Math.min(...next); due < Number.POSITIVE_INFINITY; due = Math.min(...next)) {
    yield instantFromMs(due)
    for (const [i, pattern] of patterns.entries()) if (next[i] === due) next[i] = timeAfter(pattern, due)
  }
}

const timeAfter = (pattern: Cron, ms: number): number =>
  pattern.nextRun(new Date(ms))?.getTime() ?? Number.POSITIVE_INFINITY
