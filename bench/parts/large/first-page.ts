import { compareText } from '../../../src/market/text-order.ts'
import { SEED } from '../../data/built-store.ts'
import { inventedIssue } from '../../data/issues.ts'
import type { MarketSize } from '../../data/market-size.ts'

const PAGE = 60
/** Far more than the last weeks bring, so that none of them is left out. */
const LAST_ISSUES = 500

/** The slugs that the first page of `/ipos` must show, as they were invented rather than as they were stored. */
export function expectedFirstPage({ ipos }: MarketSize): string[] {
  const first = Math.max(0, ipos - LAST_ISSUES)
  return Array.from({ length: ipos - first }, (_, n) => inventedIssue(first + n, ipos, SEED))
    .filter(({ isWithdrawn }) => !isWithdrawn)
    .sort((a, b) => b.opened - a.opened || compareText(a.slug, b.slug))
    .slice(0, PAGE)
    .map(({ slug }) => slug)
}
