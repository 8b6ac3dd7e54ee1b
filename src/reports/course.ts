import type { Day } from '../market/calendar.ts'
import { type GmpReport, gmpDays, lastChange } from '../market/gmp.ts'
import { type Paise, rupeesFromPaise } from '../market/money.ts'
import { percentOrNull } from './ipo-summary.ts'

/** The grey market of one day, in rupees. */
export interface CourseDay {
  readonly day: Day
  readonly gmp: number
  readonly gmpPct: number | null
  readonly lowest: number
  readonly highest: number
  readonly owners: number
  readonly disputed: boolean
  readonly words: readonly { readonly source: string; readonly gmp: number; readonly counted: boolean }[]
}

/** The last quoted day against the one before it. */
export interface CourseChange {
  readonly since: Day
  readonly by: number
}

export interface Course {
  /** Oldest first. */
  readonly days: readonly CourseDay[]
  readonly change: CourseChange | null
}

/** How the premium went, day by day, up to the listing day. */
export function courseOf(
  reports: readonly GmpReport[],
  { last, price }: { readonly last: Day | null; readonly price: Paise | null },
): Course {
  const days = gmpDays(reports).filter(({ day }) => last === null || day <= last)
  const change = lastChange(days)
  return {
    days: days.map(({ day, median, lowest, highest, owners, disputed, words }) => ({
      day,
      gmp: rupeesFromPaise(median),
      gmpPct: percentOrNull(median, price),
      lowest: rupeesFromPaise(lowest),
      highest: rupeesFromPaise(highest),
      owners,
      disputed,
      words: words.map(({ source, gmp, counted }) => ({ source, gmp: rupeesFromPaise(gmp), counted })),
    })),
    change: change ? { since: change.since, by: rupeesFromPaise(change.by) } : null,
  }
}
