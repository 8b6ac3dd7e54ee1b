import { Cron } from 'croner'
import { type Instant, instantFromMs } from '../market/calendar.ts'
import type { Schedule } from './source.ts'

export const INDIA = 'Asia/Kolkata'

/** The next moment at which a source is due after this one; `null` when it never is again. */
export function nextDue({ cron }: Schedule, after: Instant): Instant | null {
  const moments = cron
    .map((pattern) =>
      new Cron(pattern, { timezone: INDIA, paused: true }).nextRun(new Date(after))?.getTime(),
    )
    .filter((moment) => moment !== undefined)
  return moments.length === 0 ? null : instantFromMs(Math.min(...moments))
}

/** How often a source was due after one moment and up to another, counted to a limit. */
export function timesDue(schedule: Schedule, span: { after: Instant; upTo: Instant }, limit: number): number {
  let times = 0
  for (let due = nextDue(schedule, span.after); due !== null && due <= span.upTo && times < limit; times++)
    due = nextDue(schedule, due)
  return times
}
