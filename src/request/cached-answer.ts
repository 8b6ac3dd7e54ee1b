import { type Instant, msOf } from '../market/calendar.ts'
import type { AnswerDraft } from '../publish/answer.ts'
import type { AnswerCache, CacheResult } from '../publish/answer-cache.ts'
import type { ReusableAnswer } from '../publish/sender.ts'
import { versionKey } from '../reports/served-market.ts'
import type { MarketQuery } from './market-query.ts'
import { storeUnavailable } from './problems.ts'

export interface AnswerRequest {
  /** Distinguishes it from every other answer of its version. */
  readonly key: string
  /** What it depends on besides the market, such as the frame of a page. */
  readonly extraVersion?: string
  /** Until when `extraVersion` stays the same, in milliseconds. */
  readonly extraVersionUntil?: number
  readonly make: () => Promise<AnswerDraft>
}

export interface CachedAnswer extends CacheResult {
  /** Absent where every request must read the store. */
  readonly repeatable?: ReusableAnswer
}

/** The cached or newly built answer to a query; the last one, marked as stale, while the store is unavailable. */
export async function cachedAnswer(
  cache: AnswerCache,
  { market, isLive }: MarketQuery,
  now: Instant,
  { key, extraVersion = '', extraVersionUntil = Number.POSITIVE_INFINITY, make }: AnswerRequest,
): Promise<CachedAnswer> {
  if (!market.isUnavailable) {
    const version = `${versionKey(market)} ${extraVersion}`
    const answer = await cache.get({ key, version, now: msOf(now), make })
    // A past moment is read from the store each time: another process may have recorded facts for it.
    if (!isLive || answer.isStale) return answer
    return { ...answer, repeatable: { source: market, until: extraVersionUntil } }
  }
  const last = cache.last(key, msOf(now))
  if (!last) throw storeUnavailable()
  return last
}
