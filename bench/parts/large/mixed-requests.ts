import { pick, seeded, wholeBetween } from '../../../src/demo/seeded.ts'
import { SEED } from '../../data/built-store.ts'
import { sharesOf } from '../../data/deal-lines.ts'
import { inventedIssue } from '../../data/issues.ts'
import type { MarketSize } from '../../data/market-size.ts'
import { API } from '../../run/greymark.ts'
import { pastMoment } from './moments.ts'

/** Symbols and slugs that the small market also has, and the time from which its pages are as full as the large one's. */
const SYMBOLS = 20
const SLUGS = 100
const LAST_THIRD = 2 / 3

/** Mixed requests, as many different ones for both markets, with answers of the same size. */
export function* mixedRequests(size: MarketSize, count: number): Generator<string> {
  const random = seeded('mixed requests')
  const symbols = sharesOf(size.deals).slice(0, SYMBOLS)
  const symbol = () => pick(random, symbols).symbol
  const slug = () => inventedIssue(size.ipos - wholeBetween(random, 1, SLUGS), size.ipos, SEED).slug
  const moment = () => pastMoment(random, LAST_THIRD)
  const kinds = [
    () => '/ipos',
    () => `/ipos?limit=${wholeBetween(random, 1, 60)}`,
    () => `/ipos?asOf=${moment()}`,
    () => `/ipos/${slug()}`,
    () => `/ipos/${slug()}`,
    () => '/deals',
    () => `/deals?symbol=${symbol()}&limit=10`,
    () => `/deals?symbol=${symbol()}&limit=10&asOf=${moment()}`,
    () => `/deals?asOf=${moment()}`,
    () => `/deals?limit=${wholeBetween(random, 1, 300)}`,
  ]
  for (let n = 0; n < count; n++) yield `${API}${kinds[n % kinds.length]?.()}`
}
