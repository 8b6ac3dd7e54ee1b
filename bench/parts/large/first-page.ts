import type { Instant } from '../../../src/market/calendar.ts'
import { compareText } from '../../../src/market/text-order.ts'
import { SEED } from '../../data/built-store.ts'
import { announcedAt, type InventedIssue, inventedIssue, movedAt, withdrawnAt } from '../../data/issues.ts'
import type { MarketSize } from '../../data/market-size.ts'

const PAGE = 60
/** Far more issues than in some weeks, so that none of the first page is missed. */
const LAST_ISSUES = 500
const END_OF_TIME: Instant = '9999-12-31T23:59:59.999Z'

/** The slugs that the first page of `/ipos` must have, from the invented data rather than the store. */
export function expectedIpos({ ipos }: MarketSize, asOf: Instant = END_OF_TIME): string[] {
  const known = lastKnown(ipos, asOf)
    .filter((issue) => !(issue.isWithdrawn && withdrawnAt(issue) <= asOf))
    .map((issue) => ({ slug: issue.slug, opens: movedAt(issue) <= asOf ? issue.opened : issue.planned }))
  return known
    .sort((a, b) => b.opens - a.opens || compareText(a.slug, b.slug))
    .slice(0, PAGE)
    .map(({ slug }) => slug)
}

/** Issues are announced in order of their index. */
function lastKnown(ipos: number, asOf: Instant): InventedIssue[] {
  const issue = (index: number) => inventedIssue(index, ipos, SEED)
  let [known, unknown] = [-1, ipos]
  while (unknown - known > 1) {
    const middle = Math.floor((known + unknown) / 2)
    if (announcedAt(issue(middle)) <= asOf) known = middle
    else unknown = middle
  }
  const first = Math.max(0, unknown - LAST_ISSUES)
  return Array.from({ length: unknown - first }, (_, n) => issue(first + n))
}
