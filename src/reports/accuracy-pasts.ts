import { type IssuePast, pastsOf, type ToldFacts } from '../market/prediction.ts'
import type { Db } from '../store/db.ts'
import { issueIndex } from '../store/issue-index/kept-index.ts'
import { everListed, toldFacts } from '../store/told-facts.ts'
import { keptByNumber } from './kept-by-issue.ts'

/** Issues that were ever said to be the same, under the lowest of their numbers. */
interface Kin {
  readonly number: number
  readonly numbers: readonly number[]
  readonly slugs: readonly string[]
}

/**
 * What was promised for every issue that was ever said to have listed, and what came. It tells of every moment at once, since
 * nothing in it depends on what was learned later: so a past moment needs no deriving of its own.
 */
export async function listedPasts(db: Db, version: number): Promise<IssuePast[]> {
  const { kinships } = await issueIndex(db, version)
  const listed = await everListed(db, version)
  const pasts = await pastsOfKin(db, { version, asOf: null }, (offer) => {
    const seen = new Set<number>()
    for (const one of listed) {
      const numbers = kinships.ofNumber(one.number)
      const number = Math.min(...numbers)
      if (seen.has(number)) continue
      seen.add(number)
      offer(number, () => ({ number, numbers, slugs: kinships.ofSlug(one.slug) }))
    }
  })
  return [...pasts.values()].flat()
}

const pastsOfKin = keptByNumber(async (db, { version }, wanted: readonly Kin[]): Promise<IssuePast[][]> => {
  const all = wanted.flatMap(({ numbers }) => numbers)
  const factsOf = apart(await toldFacts(db, version, all), wanted)
  return wanted.map((kin) => pastsOf(kin.slugs, factsOf(kin)))
})

/** The facts of each kin alone. */
function apart(facts: ToldFacts, wanted: readonly Kin[]): (kin: Kin) => ToldFacts {
  const numbers = new Map(wanted.flatMap(({ number, slugs }) => slugs.map((slug) => [slug, number] as const)))
  const byKin = <F>(some: readonly F[], slugOf: (fact: F) => string) => {
    const groups = Map.groupBy(some, (fact) => numbers.get(slugOf(fact)))
    return ({ number }: Kin): readonly F[] => groups.get(number) ?? []
  }
  const ipos = byKin(facts.ipos, ({ slug }) => slug)
  const sames = byKin(facts.sames, ({ slug }) => slug)
  const listings = byKin(facts.listings, ({ slug }) => slug)
  const retractions = byKin(facts.retractions, ({ of }) => String(of.slug))
  const gmp = byKin(facts.gmp, ({ slug }) => slug)
  return (kin) => ({
    ipos: ipos(kin),
    sames: sames(kin),
    listings: listings(kin),
    retractions: retractions(kin),
    gmp: gmp(kin),
  })
}
