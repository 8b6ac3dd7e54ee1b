import type { Day } from '../../market/calendar.ts'
import { gmpAge, isOldGmp } from '../../market/gmp/gmp.ts'
import type { QuotedGmp } from '../../reports/ipos/gmp-history.ts'
import { counted, plainDay, rupees } from '../../texts/format.ts'

/** `₹42.25`, or `₹94 to ₹219` where sources disagree. */
export const gmpText = ({ gmp, lowest, highest, disputed }: QuotedGmp): string =>
  disputed ? `${rupees(lowest)} to ${rupees(highest)}` : rupees(gmp)

/** `42 days old`; `null` for a GMP of the last days. */
export const gmpAgeText = (day: Day, today: Day): string | null =>
  isOldGmp(day, today) ? `${counted(gmpAge(day, today), 'day')} old` : null

/** `3 sources today`, `1 source on 14 Jan` */
export const gmpOriginText = ({ owners, day }: Pick<QuotedGmp, 'owners' | 'day'>, today: Day): string =>
  `${counted(owners, 'source')} ${day === today ? 'today' : `on ${plainDay(day, today)}`}`
