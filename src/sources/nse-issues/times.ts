import { numberFrom } from '../reading/numbers.ts'
import { type CellRule, cellOf } from '../reading/row.ts'
import { ifPrinted } from './cell-rules.ts'

const FIGURE: CellRule<number> = {
  rule: 'times-unreadable',
  expected: 'a number',
  from: (text) => {
    const value = numberFrom(text)
    return value !== null && value >= 0 ? value : null
  },
}

/** How many times over the shares were bid for; `null` where none were offered, or nothing is printed yet. */
export function timesSubscribed(offered: string | null, times: string | null): number | null {
  if (ifPrinted(offered) === null || ifPrinted(times) === null) return null
  return cellOf('the shares offered', offered, FIGURE) === 0
    ? null
    : cellOf('the times subscribed', times, FIGURE)
}
