import { DAY_MS, type Day, type Instant, instantFromMs, isRealDay, istDay, istMs, msOf } from './calendar.ts'

/** A moment as a request or a command names it: exactly, or by a day in India. */
export type NamedMoment =
  | { readonly instant: Instant; readonly day?: never }
  | { readonly day: Day; readonly instant?: never }

/** The accepted forms, for messages. */
export const MOMENT_FORMS =
  'a date-time such as 2026-01-14T12:00:00Z or 2026-01-14T17:30:00+05:30, or a day such as 2026-01-14'

/**
 * Date-time with `Z` or an offset (RFC 3339); seconds may be left out. A space stands for `+`, which a query string turns
 * into one.
 */
const DATE_TIME = /^(.{10})[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:[Zz]|([-+ ])(\d\d):(\d\d))$/

/** Reads a date-time or a day; `undefined` for any other text, and for days and times that do not exist. */
export function parseNamedMoment(text: string): NamedMoment | undefined {
  if (isRealDay(text)) return { day: text }
  const instant = parseDateTime(text)
  return instant === undefined ? undefined : { instant }
}

function parseDateTime(text: string): Instant | undefined {
  const [, day = '', hour = '', minute = '', second = '00', fraction = '', sign, ...offset] =
    DATE_TIME.exec(text) ?? []
  const [offsetHour = '00', offsetMinute = '00'] = offset
  const isLeapSecond = second === '60'
  if (!isRealDay(day) || hour > '23' || minute > '59' || (second > '59' && !isLeapSecond)) return undefined
  if (offsetHour > '23' || offsetMinute > '59') return undefined
  // A leap second counts as the last millisecond before it, so that it stays within its day.
  const seconds = isLeapSecond ? '59.999' : `${second}.${fraction.slice(0, 3).padEnd(3, '0')}`
  const offsetMs = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000
  const ms = msOf(`${day}T${hour}:${minute}:${seconds}Z`) - (sign === '-' ? -offsetMs : offsetMs)
  if (isLeapSecond && !endsMonth(ms)) return undefined
  const instant = instantFromMs(ms)
  // An offset may lead out of the years 1 to 9999.
  return isRealDay(instant.slice(0, 10)) ? instant : undefined
}

/** Leap seconds are only inserted at the end of a month in UTC. */
const endsMonth = (ms: number): boolean => instantFromMs(ms + 1).endsWith('-01T00:00:00.000Z')

/**
 * The moment that is meant as the end of what is known: a day means its last moment in India, or `now` while it has not
 * ended. `undefined` for a moment or day in the future.
 */
export function pastMomentOf({ instant, day }: NamedMoment, now: Instant): Instant | 'now' | undefined {
  if (instant !== undefined) return instant <= now ? instant : undefined
  const today = istDay(now)
  if (day >= today) return day === today ? 'now' : undefined
  return instantFromMs(istMs(day, '00:00') + DAY_MS - 1)
}

const FIRST_INSTANT: Instant = '0001-01-01T00:00:00.000Z'

/** The moment that is meant as a beginning: a day means its first moment in India. */
export function beginningOf({ instant, day }: NamedMoment): Instant {
  if (instant !== undefined) return instant
  const first = instantFromMs(istMs(day, '00:00'))
  return first > FIRST_INSTANT ? first : FIRST_INSTANT
}
