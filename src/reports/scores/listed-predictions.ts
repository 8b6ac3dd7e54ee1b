import { invariant } from '../../invariant.ts'
import { factsByKey } from '../../market/facts/issue-facts.ts'
import { type PredictionHistory, predictionHistories } from '../../market/scores/prediction.ts'
import { everListed, factsOfIssues } from '../../store/facts/facts-of-issues.ts'
import { issueIndex } from '../../store/issue-index/current-index.ts'
import { type MarketData, onePerMarket } from '../market-data.ts'
import { memoizeByNumber } from '../memoize-by-issue.ts'

/** Issues that were ever said to be the same, under the lowest of their numbers. */
interface Kin {
  readonly number: number
  readonly issues: readonly { readonly number: number; readonly slug: string }[]
}

/** Many more facts are read of each than for a list. */
const KIN_AT_A_TIME = 25

const lastGiven = onePerMarket(() => ({ pasts: [] as readonly PredictionHistory[] }))

/**
 * What was promised for every issue that was ever said to have listed, and what came. It tells of every moment at once, since
 * nothing in it depends on what was learned later: so a past moment needs no deriving of its own. While nothing is learned of
 * any of these issues it is the same array.
 */
export async function listedPredictions(
  market: MarketData,
  version: number,
): Promise<readonly PredictionHistory[]> {
  const { mergedSlugs: kinships } = await issueIndex(market.db, version)
  const listed = await everListed(market.db, version)
  // In the order of the store, which is kept while nothing is learned.
  const seen = new Set<number>()
  const kept = await pastsOfKin(market, { version, asOf: null }, (offer) => {
    for (const one of listed) {
      const issues = kinships.of(one)
      const number = Math.min(...issues.map((kin) => kin.number))
      if (seen.has(number)) continue
      seen.add(number)
      offer(number, () => ({ number, issues }))
    }
  })
  const pasts = [...seen].flatMap((number) => invariant(kept.get(number), `the past of issue ${number}`))
  const last = lastGiven(market)
  const isSame = last.pasts.length === pasts.length && last.pasts.every((past, i) => past === pasts[i])
  if (!isSame) last.pasts = pasts
  return last.pasts
}

const pastsOfKin = memoizeByNumber(
  async (market, { version }, wanted: readonly Kin[]): Promise<Map<number, PredictionHistory[]>> => {
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
  KIN_AT_A_TIME,
)
