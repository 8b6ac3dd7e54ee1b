import type { Day } from '../../market/calendar.ts'
import { gmpAge, isOldGmp } from '../../market/gmp/quote-age.ts'
import { counted, gain, plainDay, rupees } from '../format.ts'

/** The quotes of the last day that has any, in rupees: what a page needs to show a GMP. */
export interface QuotedGmp {
  readonly day: Day
  /** The median of the owners' quotes. */
  readonly gmp: number
  readonly gmpPct: number | null
  readonly lowest: number
  readonly highest: number
  readonly lowestPct: number | null
  readonly highestPct: number | null
  /** The number of independent sources. */
  readonly owners: number
  readonly disputed: boolean
}

/** `94 to 219`, or one value if both are written alike. */
const rangeText = (low: string, high: string): string => (low === high ? low : `${low} to ${high}`)

/** `₹42.25`, or `₹94 to ₹219` where sources disagree. */
export const gmpText = ({ gmp, lowest, highest, disputed }: QuotedGmp): string =>
  disputed ? rangeText(rupees(lowest), rupees(highest)) : rupees(gmp)

/** `+14.4%`, or `+9.4% to +21.9%` where sources disagree; `null` while the price is unknown. */
export function impliedGainText({ gmpPct, lowestPct, highestPct, disputed }: QuotedGmp): string | null {
  if (gmpPct === null) return null
  if (!disputed || lowestPct === null || highestPct === null) return gain(gmpPct)
  return rangeText(gain(lowestPct), gain(highestPct))
}

/** `42 days old`; `null` for a GMP of the last days. */
export const gmpAgeText = (day: Day, today: Day): string | null =>
  isOldGmp(day, today) ? `${counted(gmpAge(day, today), 'day')} old` : null

/** `3 sources today`, `1 source on 14 Jan` */
export const gmpOriginText = ({ owners, day }: Pick<QuotedGmp, 'owners' | 'day'>, today: Day): string =>
  `${counted(owners, 'source')} ${day === today ? 'today' : `on ${plainDay(day, today)}`}`
