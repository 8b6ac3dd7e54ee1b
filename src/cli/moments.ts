import { addDays, type Day, type Instant, isRealDay, istDay } from '../market/calendar.ts'
import { MOMENT_FORMS, parseNamedMoment, pastMomentOf } from '../market/named-moment.ts'
import { UsageError } from './command.ts'

/** Reads a past moment from an option: a date-time, or a day, which means its last moment in India, or now. */
export function pastMoment(option: string, text: string | undefined, now: Instant): Instant | undefined {
  if (text === undefined) return undefined
  const named = parseNamedMoment(text)
  const moment = named && pastMomentOf(named, now)
  if (moment !== undefined) return moment === 'now' ? now : moment
  throw new UsageError(`${option} must be a past moment: ${MOMENT_FORMS}; got "${text}"`)
}

/**
 * Each day from `--from` to `--to`, both included; `undefined` when neither is set. `--from` alone means until today,
 * `--to` alone means that day.
 */
export function dayRange(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Instant,
): readonly Day[] | undefined {
  const today = istDay(now)
  requireDay('--from', from, today)
  requireDay('--to', to, today)
  const first = from ?? to
  if (first === undefined) return undefined
  const last = to ?? today
  if (first > last) throw new UsageError(`--from ${first} is after --to ${last}`)
  const days: Day[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

function requireDay(option: string, day: string | undefined, today: Day): void {
  if (day === undefined) return
  if (!isRealDay(day)) throw new UsageError(`${option} must be a day such as 2026-01-14; got "${day}"`)
  if (day > today) throw new UsageError(`${option} ${day} is in the future`)
}
