import { MULTIPLE_ALONE } from '../../market/facts/fact.ts'
import { countFrom } from '../parsing/numbers.ts'
import { BadCell, type CellRule, cellIfPrinted } from '../parsing/row.ts'
import type { ReportedSubscription } from '../source.ts'

/** The numbers of shares behind a multiple; each is `null` where it is not printed. */
export type BidCounts = Pick<ReportedSubscription, 'sharesOffered' | 'sharesBid' | 'applications'>

/** Multiples are printed with two decimals or more. */
const ROUNDING = 0.01

const COUNT: CellRule<number> = {
  rule: 'shares-bid',
  expected: 'a number of shares',
  from: countFrom,
}

/**
 * The numbers of shares offered and bid for, from two columns of a table of bids. They must give the multiple that is
 * printed beside them.
 */
export function bidCounts(
  columns: readonly [string, string],
  [offered, bid]: readonly [string | null, string | null],
  timesSub: number,
): BidCounts {
  const sharesOffered = cellIfPrinted(columns[0], offered, COUNT) || null
  const sharesBid = cellIfPrinted(columns[1], bid, COUNT)
  if (sharesOffered === null || sharesBid === null) return { ...MULTIPLE_ALONE, sharesOffered, sharesBid }
  const times = sharesBid / sharesOffered
  if (Math.abs(times - timesSub) <= Math.max(ROUNDING, times * ROUNDING))
    return { ...MULTIPLE_ALONE, sharesOffered, sharesBid }
  throw new BadCell('shares-bid', `${sharesBid} bids for ${sharesOffered} shares are not ${timesSub} times`)
}
