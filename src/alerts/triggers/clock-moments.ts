import { addDays, type Instant, instantFromMs, istDay, istMs, msOf } from '../../market/calendar.ts'
import type { IssueHead } from '../../market/issues/issue.ts'
import { mayBeLockedIn } from '../../market/issues/lock-ins.ts'
import { type IssueBook, milestonesBetween } from '../../store/issues/issue-book.ts'
import type { AlertRules } from '../rules/alert-rules.ts'
import type { MomentRule } from './moment-occurrences.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** The times at which rules of the clock may fire, each once however many rules share it. */
export interface ClockTimes {
  /** Times of day in India. */
  readonly ofDay: ReadonlySet<string>
  /** Milliseconds before bidding ends. */
  readonly beforeClose: ReadonlySet<number>
  readonly hasLockIns: boolean
}

export function clockTimes({ rules, digest }: Pick<AlertRules, 'rules' | 'digest'>): ClockTimes {
  const ofDay = rules.flatMap(({ trigger }) => ('at' in trigger ? [trigger.at] : []))
  const beforeClose = rules.flatMap(({ trigger }) =>
    trigger.on === 'closes' ? [Math.round(trigger.hoursBefore * HOUR_MS)] : [],
  )
  return {
    ofDay: new Set([...ofDay, ...(digest ? [digest.at] : [])]),
    beforeClose: new Set(beforeClose),
    hasLockIns: rules.some(({ trigger }) => trigger.on === 'lock-in-ends'),
  }
}

/** The moments after one and up to another at which a rule of the clock may fire, in order. */
export function clockMoments(times: ClockTimes, book: IssueBook, after: Instant, upTo: Instant): Instant[] {
  const [begin, end] = [msOf(after), msOf(upTo)]
  const moments = new Set<number>()
  const timesOfDay = [...times.ofDay].map(msOfDay)
  for (let day = istDay(after); day <= istDay(upTo); day = addDays(day, 1)) {
    const midnight = istMs(day, '00:00')
    for (const time of timesOfDay) moments.add(midnight + time)
  }
  const ahead = [...times.beforeClose].sort((a, b) => a - b)
  const [least, most] = [ahead[0], ahead.at(-1)]
  if (least !== undefined && most !== undefined)
    for (const { at } of milestonesBetween(book, begin + least, end + most))
      for (const ms of ahead) moments.add(at - ms)
  return [...moments]
    .filter((ms) => ms > begin && ms <= end)
    .sort((a, b) => a - b)
    .map(instantFromMs)
}

/** A time of day in milliseconds after midnight. */
const msOfDay = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * HOUR_MS + minutes * MINUTE_MS
}

/** The days around a moment in which the clock matters to an issue: until it lists, and shortly after. */
const CLOSED_FOR_MS = 30 * 24 * HOUR_MS
const OPENS_WITHIN_MS = 24 * HOUR_MS
const LISTS_WITHIN_MS = 6 * 24 * HOUR_MS

/** A predicate for the issues that a rule of the clock may fire about at a moment; it lets some others pass. */
export function mayFireAt(times: ClockTimes, moment: Instant): (head: IssueHead) => boolean {
  const clock = msOf(moment)
  const isTimeOfDay = [...times.ofDay].some((time) => istMs(istDay(moment), time) === clock)
  const isNear = (at: number | null, reach: number) => at !== null && Math.abs(at - clock) <= reach
  const today = istDay(moment)
  const mayBeLocked = mayBeLockedIn(today, today)
  return (head) => {
    const { offMarket, opens, closes, lists } = head
    if (offMarket) return false
    if (closes !== null && times.beforeClose.has(closes - clock)) return true
    if (!isTimeOfDay) return false
    if (times.hasLockIns && mayBeLocked(head)) return true
    return isNear(opens, OPENS_WITHIN_MS) || isNear(closes, CLOSED_FOR_MS) || isNear(lists, LISTS_WITHIN_MS)
  }
}

/** A predicate for the rules that the clock may make fire at a moment: those of another time of day never do. */
export function mayBeDueAt(moment: Instant): (rule: MomentRule) => boolean {
  const timeOfDay = msOf(moment) - istMs(istDay(moment), '00:00')
  return ({ trigger }) => !('at' in trigger) || msOfDay(trigger.at) === timeOfDay
}
