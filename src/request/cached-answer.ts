import { type Instant, msOf } from '../market/calendar.ts'
import type { AnswerDraft } from '../publish/answer.ts'
import type { AnswerCache, CacheResult } from '../publish/answer-cache.ts'
import type { ReusableAnswer } from '../publish/sender.ts'
import { versionKey } from '../reports/served-market.ts'
import type { MarketQuery } from './market-query.ts'
import { storeUnavailable } from './problems.ts'

export interface AnswerRequest {
  /** What tells it from every other answer of its version. */
  readonly key: string
  /** What it depends on beside the market, such as what stands around a page. */
  readonly around?: string
  /** Until when that is what it is, in milliseconds. */
  readonly aroundUntil?: number
  readonly make: () => Promise<AnswerDraft>
}

export interface CachedAnswer extends CacheResult {
  /** Left out where the same request needs a look at the store each time. */
  readonly repeatable?: ReusableAnswer
}

/**
 * The answer to what was asked, made or kept. While the store is away nothing is asked of it: what was given before is
 * given again, and marked.
 */
export async function cachedAnswer(
  cache: AnswerCache,
  { market, isLive }: MarketQuery,
  now: Instant,
  { key, around = '', aroundUntil = Number.POSITIVE_INFINITY, make }: AnswerRequest,
): Promise<CachedAnswer> {
  if (!market.isUnavailable) {
    const version = `${versionKey(market)} ${around}`
    const given = await cache.get({ key, version, now: msOf(now), make })
    // About a moment of the past the store is asked anew each time: another process may have brought facts for it.
    if (!isLive || given.isStale) return given
    return { ...given, repeatable: { source: market, until: aroundUntil } }
  }
  const last = cache.last(key, msOf(now))
  if (!last) throw storeUnavailable()
  return last
}
