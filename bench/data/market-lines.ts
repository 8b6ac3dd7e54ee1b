import { compareText } from '../../src/market/text-order.ts'
import { dealLines, sharesOf } from './deal-lines.ts'
import { type IssueLine, issueLines } from './issue-lines.ts'
import { BEFORE_OPENING, inventedIssue } from './issues.ts'
import { type MarketSize, shareOf, TRADING_DAYS } from './market-size.ts'

/** Raised whenever the same size and seed give other facts, so that stores built before are not taken for new ones. */
export const GENERATOR_VERSION = 1

/** The lines of a facts file, day by day in the order in which they were learned; never more than some weeks at once. */
export function* marketDays(size: MarketSize, seed: number): Generator<readonly string[]> {
  const shares = sharesOf(size.deals)
  const coming = new Map<number, IssueLine[]>()
  for (let n = 0, index = 0; n < TRADING_DAYS; n++) {
    for (; index < size.ipos; index++) {
      const issue = inventedIssue(index, size.ipos, seed)
      if (issue.planned - BEFORE_OPENING > n) break
      for (const line of issueLines(issue, shareOf(size.gmp, size.ipos, index))) remember(coming, line)
    }
    const said = (coming.get(n) ?? []).sort((a, b) => compareText(a.recordedAt, b.recordedAt))
    coming.delete(n)
    yield [...said.map(({ text }) => text), ...dealLines(size.deals, shares, n, seed)]
  }
}

function remember(coming: Map<number, IssueLine[]>, line: IssueLine): void {
  const day = coming.get(line.day)
  if (day) day.push(line)
  else coming.set(line.day, [line])
}
