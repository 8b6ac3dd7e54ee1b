import { compareText } from '../../src/market/text-order.ts'
import { dealLines, sharesOf } from './deal-lines.ts'
import { type IssueLine, issueLines } from './issue-lines.ts'
import { BEFORE_OPENING, inventedIssue } from './issues.ts'
import { type MarketSize, shareOf, TRADING_DAYS } from './market-size.ts'

/** Raised when the same size and seed give other facts, so that stores of older versions are not reused. */
export const GENERATOR_VERSION = 2

/** The lines of a facts file, day by day in order of recording; only some weeks are in memory at a time. */
export function* marketDays(size: MarketSize, seed: number): Generator<readonly string[]> {
  const shares = sharesOf(size.deals)
  const pending = new Map<number, IssueLine[]>()
  for (let n = 0, index = 0; n < TRADING_DAYS; n++) {
    for (; index < size.ipos; index++) {
      const issue = inventedIssue(index, size.ipos, seed)
      if (issue.planned - BEFORE_OPENING > n) break
      for (const line of issueLines(issue, shareOf(size.gmp, size.ipos, index))) addPending(pending, line)
    }
    const issueLinesOfDay = (pending.get(n) ?? []).sort((a, b) => compareText(a.recordedAt, b.recordedAt))
    pending.delete(n)
    yield [...issueLinesOfDay.map(({ text }) => text), ...dealLines(size.deals, shares, n, seed)]
  }
}

function addPending(pending: Map<number, IssueLine[]>, line: IssueLine): void {
  const day = pending.get(line.day)
  if (day) day.push(line)
  else pending.set(line.day, [line])
}
