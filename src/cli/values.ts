import { addDays, type Day, type Instant, isRealDay, istDay } from '../market/calendar.ts'
import { beginningOf, MOMENT_FORMS, parseNamedMoment, pastMomentOf } from '../market/named-moment.ts'
import { joined } from '../texts/format.ts'
import { type Kind, UsageError } from './command.ts'

export const text = (shown: string): Kind<string> => ({ shown, expected: 'a text', read: (given) => given })

export const file: Kind<string> = {
  shown: 'FILE',
  expected: 'the path of a file',
  read: (given) => given || undefined,
}

/** A moment that is over; a day means its last moment in India, or now. */
export const pastMoment: Kind<Instant> = {
  shown: 'TIME',
  expected: `a past moment: ${MOMENT_FORMS}`,
  read(given, now) {
    const named = parseNamedMoment(given)
    const clock = now()
    const moment = named && pastMomentOf(named, clock)
    return moment === 'now' ? clock : moment
  },
}

/** A moment at which something begins; a day means its first moment in India. */
export const beginning: Kind<Instant> = {
  shown: 'TIME',
  expected: MOMENT_FORMS,
  read(given) {
    const named = parseNamedMoment(given)
    return named && beginningOf(named)
  },
}
export const pastBeginning: Kind<Instant> = {
  ...pastMoment,
  read(given, now) {
    const moment = beginning.read(given, now)
    return moment !== undefined && moment <= now() ? moment : undefined
  },
}

export const day: Kind<Day> = {
  shown: 'DAY',
  expected: 'a day such as 2026-01-14',
  read: (given) => (isRealDay(given) ? given : undefined),
}

export const wholeNumber = (shown: string, least: number, most: number): Kind<number> => ({
  shown,
  expected: `a whole number from ${least} to ${most}`,
  read: (given) =>
    /^\d+$/.test(given) && Number(given) >= least && Number(given) <= most ? Number(given) : undefined,
})

export const choice = <const T extends string>(shown: string, names: readonly T[]): Kind<T> => ({
  shown,
  expected: joined(names, 'or'),
  read: (given) => names.find((name) => name === given),
})

export const JSON_OUTPUT = { help: 'print the outcome as JSON' }
export const JSON_LINES = { help: 'print one JSON object a line' }
export const DRY_RUN = { help: 'print what would happen, and change nothing' }

/** Each day from the first to the last; without a last one, until today. */
export function daysBetween(from: Day, to: Day | undefined, now: Instant): readonly Day[] {
  const today = istDay(now)
  const last = to ?? today
  const future = [from, last].find((each) => each > today)
  if (future !== undefined) throw new UsageError(`${future} is in the future`)
  if (from > last) throw new UsageError(`--from ${from} is after --to ${last}`)
  const days: Day[] = []
  for (let each = from; each <= last; each = addDays(each, 1)) days.push(each)
  return days
}
