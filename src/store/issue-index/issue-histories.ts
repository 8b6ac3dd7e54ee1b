import { type RawBuilder, sql } from 'kysely'
import {
  type FactsByRound,
  historiesOf,
  type IssueState,
  type WithRound,
} from '../../market/issues/issue-history.ts'
import type { Db } from '../engines/db.ts'
import { type FactOf, factFromRow } from '../facts/fact-rows.ts'
import { readRows } from '../facts/read-facts.ts'
import type { MergedSlugs } from './merged-slugs.ts'

type HeadTable = 'issue_facts' | 'sames' | 'listings' | 'retractions'

/** How each of these issues looked at every round up to a version, by slug. Their kin come along. */
export async function readHistories(
  db: Db,
  numbers: readonly number[],
  { version, kinships }: { readonly version: number; readonly kinships: MergedSlugs },
): Promise<Map<string, readonly IssueState[]>> {
  const all = new Set(numbers.flatMap((number) => kinships.ofNumber(number)))
  const facts = await broughtFacts(db, [...all], version)
  const histories = new Map<string, readonly IssueState[]>()
  for (const [slugs, ofSlugs] of apart(facts, kinships))
    for (const [slug, history] of historiesOf(slugs, ofSlugs)) histories.set(slug, history)
  return histories
}

/** All that was brought of how these issues look in a list. */
async function broughtFacts(db: Db, numbers: readonly number[], version: number): Promise<FactsByRound> {
  const isMeant = sql`issue in (${sql.join(numbers)}) and round <= ${version}`
  return {
    ipos: await brought(db, 'issue_facts', isMeant),
    sames: await brought(db, 'sames', isMeant),
    listings: await brought(db, 'listings', isMeant),
    retractions: await brought(db, 'retractions', sql`${isMeant} and fact in ('ipo', 'same', 'listing')`),
  }
}

async function brought<T extends HeadTable>(
  db: Db,
  table: T,
  condition: RawBuilder<unknown>,
): Promise<WithRound<FactOf[T]>[]> {
  const rows = await readRows(db, table, condition)
  return rows.map((row) => Object.assign(factFromRow(table, row), { round: row.round }))
}

/** The facts of slugs that have nothing to do with each other, apart. */
function apart(facts: FactsByRound, kinships: MergedSlugs): [string[], FactsByRound][] {
  const mergedSlugsOf = ({ slug }: { readonly slug: string }) => kinships.ofSlug(slug)[0] ?? slug
  const ipos = Map.groupBy(facts.ipos, mergedSlugsOf)
  const sames = Map.groupBy(facts.sames, mergedSlugsOf)
  const listings = Map.groupBy(facts.listings, mergedSlugsOf)
  const retractions = Map.groupBy(facts.retractions, ({ of }) => mergedSlugsOf({ slug: String(of.slug) }))
  // What nobody has said a term of is no issue, whatever else was said of it.
  return [...ipos].map(([kin, said]) => [
    kinships.ofSlug(kin),
    {
      ipos: said,
      sames: sames.get(kin) ?? [],
      listings: listings.get(kin) ?? [],
      retractions: retractions.get(kin) ?? [],
    },
  ])
}
