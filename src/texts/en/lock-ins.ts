import type { Day } from '../../market/calendar.ts'
import type { LockIn } from '../../market/issues/lock-ins.ts'
import { count, weekday } from '../format.ts'

const verb = (date: Day, today: Day): string => (date < today ? 'ended' : 'ends')

/** `30-day lock-in ends about Sat 19 Dec; next trading day Mon 21 Dec`; `of` is what follows the word. */
function endsOn({ days, date, tradingDate, basis }: Omit<LockIn, 'kind'>, today: Day, of = ''): string {
  const end = `${basis === 'expected' ? 'about' : 'on'} ${weekday(date, today)}`
  const trading = date === tradingDate ? 'a trading day' : `next trading day ${weekday(tradingDate, today)}`
  return `${days}-day lock-in${of} ${verb(date, today)} ${end}${date === tradingDate ? ',' : ';'} ${trading}`
}

/** Until when anchor investors may not sell. */
export const lockIns = {
  title: 'Lock-in of anchor investors',
  endsOn,
  ends: ({ days }: Pick<LockIn, 'days'>): string => `${days}-day lock-in ends`,
  /** `30-day lock-in ends (about)`, in a calendar. */
  label: ({ days, date, basis }: Pick<LockIn, 'days' | 'date' | 'basis'>, today: Day): string =>
    `${days}-day lock-in ${verb(date, today)}${basis === 'expected' ? ' (about)' : ''}`,
  /** `2,25,000 shares of anchor investors, 50% of theirs` */
  shares: ({ shares, sharePct }: Pick<LockIn, 'shares' | 'sharePct'>): string =>
    `${count(shares)} shares of anchor investors${sharePct === 100 ? '' : `, ${sharePct}% of theirs`}`,
  others:
    'Other lock-ins, of promoters and others from before the issue (six months and more), are not derived.',
} as const
