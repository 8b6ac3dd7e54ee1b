import { invariant } from '../../invariant.ts'
import { factsByKey } from '../../market/facts/issue-facts.ts'
import { type PredictionHistory, predictionHistories } from '../../market/scores/prediction.ts'
import { everListed, factsOfIssues } from '../../store/facts/facts-of-issues.ts'
import { issueIndex } from '../../store/issue-index/issue-index.ts'
import { type MarketData, onePerMarket } from '../market-data.ts'
import { memoizeByNumber } from '../memoize-by-issue.ts'

/** Issues that were ever merged, under the lowest of their numbers. */
interface MergedIssues {
  readonly number: number
  readonly issues: readonly { readonly number: number; readonly slug: string }[]
}

/** Fewer than for a list, since all facts of each are read. */
const GROUPS_AT_A_TIME = 25

const lastReturned = onePerMarket(() => ({ pasts: [] as readonly PredictionHistory[] }))

/**
 * Expected and actual gain of every issue with a listing report. It covers every moment at once, since
 * nothing in it depends on facts recorded later: a past moment needs no computation of its own. Without new facts about
 * these issues it is the same array.
 */
export async function listedPredictions(
  market: MarketData,
  version: number,
): Promise<readonly PredictionHistory[]> {
  const { mergedSlugs } = await issueIndex(market.db, version)
  const listed = await everListed(market.db, version)
  // In the order of the store, which stays the same without new facts.
  const seen = new Set<number>()
  const derived = await pastsOfMerged(market, { version, asOf: null }, (offer) => {
    for (const one of listed) {
      const issues = mergedSlugs.of(one)
      const number = Math.min(...issues.map((issue) => issue.number))
      if (seen.has(number)) continue
      seen.add(number)
      offer(number, () => ({ number, issues }))
    }
  })
  const pasts = [...seen].flatMap((number) => invariant(derived.get(number), `the past of issue ${number}`))
  const last = lastReturned(market)
  const isSame = last.pasts.length === pasts.length && last.pasts.every((past, i) => past === pasts[i])
  if (!isSame) last.pasts = pasts
  return last.pasts
}

const pastsOfMerged = memoizeByNumber(
  async (market, { version }, wanted: readonly MergedIssues[]): Promise<Map<number, PredictionHistory[]>> => {
    const facts = await factsOfIssues(
      market.db,
      version,
      wanted.flatMap(({ issues }) => issues),
    )
    const numbers = new Map(
      wanted.flatMap(({ number, issues }) => issues.map(({ slug }) => [slug, number] as const)),
    )
    const factsOf = factsByKey(facts, (slug) => numbers.get(slug))
    return new Map(
      wanted.map(({ number, issues }) => {
        const slugs = issues.map(({ slug }) => slug)
        return [number, predictionHistories(slugs, factsOf(number), market.owners)]
      }),
    )
  },
  GROUPS_AT_A_TIME,
)
