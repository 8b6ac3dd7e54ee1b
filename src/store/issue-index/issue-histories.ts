import { type RawBuilder, sql } from 'kysely'
import { factsByKey } from '../../market/facts/issue-facts.ts'
import {
  type FactsByRound,
  historiesOf,
  type IssueState,
  type WithRound,
} from '../../market/issues/issue-history.ts'
import type { Db } from '../engines/db.ts'
import { isAmong } from '../engines/json-values.ts'
import { type FactOf, factFromRow } from '../facts/fact-rows.ts'
import { readRows } from '../facts/read-facts.ts'
import type { MergedSlugs } from './merged-slugs.ts'

type HeadTable = 'issue_facts' | 'sames' | 'listings' | 'retractions'

/** The states of each of these issues at every round up to a version, by slug. Issues merged with them are included. */
export async function readHistories(
  db: Db,
  numbers: readonly number[],
  { version, mergedSlugs }: { readonly version: number; readonly mergedSlugs: MergedSlugs },
): Promise<Map<string, readonly IssueState[]>> {
  const all = new Set(numbers.flatMap((number) => mergedSlugs.ofNumber(number)))
  const facts = await headFacts(db, [...all], version)
  const histories = new Map<string, readonly IssueState[]>()
  for (const [slugs, ofSlugs] of groupByMerge(facts, mergedSlugs))
    for (const [slug, history] of historiesOf(slugs, ofSlugs)) histories.set(slug, history)
  return histories
}

/** All facts that decide how these issues look in a list. */
async function headFacts(db: Db, numbers: readonly number[], version: number): Promise<FactsByRound> {
  const matches = sql`${isAmong(db, sql`issue`, numbers)} and round <= ${version}`
  return {
    ipos: await factsWithRounds(db, 'issue_facts', matches),
    sames: await factsWithRounds(db, 'sames', matches),
    listings: await factsWithRounds(db, 'listings', matches),
    retractions: await factsWithRounds(
      db,
      'retractions',
      sql`${matches} and fact in ('ipo', 'same', 'listing')`,
    ),
  }
}

async function factsWithRounds<T extends HeadTable>(
  db: Db,
  table: T,
  condition: RawBuilder<unknown>,
): Promise<WithRound<FactOf[T]>[]> {
  const rows = await readRows(db, table, condition)
  return rows.map((row) => Object.assign(factFromRow(table, row), { round: row.round }))
}

/** Groups the facts by sets of merged slugs. */
function groupByMerge(facts: FactsByRound, mergedSlugs: MergedSlugs): [string[], FactsByRound][] {
  const mergeKeyOf = (slug: string) => mergedSlugs.ofSlug(slug)[0] ?? slug
  const factsOf = factsByKey(facts, mergeKeyOf)
  // A slug without any term is no issue, whatever other facts it has.
  const mergeKeys = new Set(facts.ipos.map(({ slug }) => mergeKeyOf(slug)))
  return [...mergeKeys].map((mergeKey) => [mergedSlugs.ofSlug(mergeKey), factsOf(mergeKey)])
}
