import { type Instant, msOf } from '../market/calendar.ts'
import type { Made } from '../publish/answer.ts'
import type { AnswerCache, Given } from '../publish/answer-cache.ts'
import { versionKey } from '../reports/served-market.ts'
import type { Asked } from './asked.ts'
import { storeAway } from './problems.ts'

export interface WantedAnswer {
  /** What tells it from every other answer of its version. */
  readonly key: string
  /** What it depends on beside the market, such as what stands around a page. */
  readonly around?: string
  readonly make: () => Promise<Made>
}

/**
 * The answer to what was asked, made or kept. While the store is away nothing is asked of it: what was given before is
 * given again, and marked.
 */
export async function keptAnswer(
  cache: AnswerCache,
  { market }: Asked,
  now: Instant,
  { key, around = '', make }: WantedAnswer,
): Promise<Given> {
  if (!market.isAway)
    return cache.get({ key, version: `${versionKey(market)} ${around}`, now: msOf(now), make })
  const last = cache.last(key, msOf(now))
  if (!last) throw storeAway()
  return last
}
