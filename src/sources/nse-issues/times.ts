import { isMultiple } from '../../market/facts/bounds.ts'
import { numberFrom } from '../parsing/numbers.ts'
import { type CellRule, cellOf } from '../parsing/row.ts'
import { ifPrinted } from './cell-rules.ts'

const figure = (isRight: (value: number) => boolean): CellRule<number> => ({
  rule: 'times-unreadable',
  expected: 'a number',
  from: (text) => {
    const value = numberFrom(text)
    return value !== null && isRight(value) ? value : null
  },
})
const OFFERED = figure((shares) => shares >= 0)
const TIMES = figure(isMultiple)

/** How many times the offered shares were bid for; `null` where none were offered, or nothing is printed yet. */
export function timesSubscribed(offered: string | null, times: string | null): number | null {
  if (ifPrinted(offered) === null || ifPrinted(times) === null) return null
  return cellOf('the shares offered', offered, OFFERED) === 0
    ? null
    : cellOf('the times subscribed', times, TIMES)
}
