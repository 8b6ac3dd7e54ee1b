import type { Day } from '../../market/calendar.ts'
import { BadCell, type CellRule } from '../reading/row.ts'

export const NAME: CellRule<string> = {
  rule: 'issue-name',
  expected: "the company's name",
  from: (text) => text,
}

/** BSE's own number of an issue. Its bidding code, which stands beside it, is neither this nor the trading code. */
export const IPO_NUMBER: CellRule<string> = {
  rule: 'ipo-number',
  expected: 'a number',
  from: (text) => (/^\d+$/.test(text) ? text : null),
}

export function checkPeriod(openDate: Day | null, closeDate: Day | null): void {
  if (openDate !== null && closeDate !== null && closeDate < openDate)
    throw new BadCell('issue-period', `the issue closes on ${closeDate}, before it opens on ${openDate}`)
}
