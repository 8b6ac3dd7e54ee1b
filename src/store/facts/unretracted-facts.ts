import { type RawBuilder, sql } from 'kysely'
import type { Recorded, RetractionFact } from '../../market/facts/fact.ts'
import { isRetracted } from '../../market/facts/retraction.ts'
import { type Db, isOnPostgres } from '../engines/db.ts'
import { isNumberOf } from '../engines/statements.ts'
import { isAlsoKnownTo, type View } from '../view.ts'
import { type FactOf, FIGURE_TABLES } from './fact-rows.ts'
import { type FactsOfTables, readFacts, readFactsOfNumbers, readTogether } from './read-facts.ts'

type IssueTable = 'issue_facts' | 'aliases' | 'sames' | 'gmp_reports' | 'subscription_reports' | 'listings'

/** The facts about these slugs that a view knows and that are not retracted, oldest first. */
export async function unretractedFacts<T extends IssueTable>(
  db: Db,
  view: View,
  table: T,
  slugs: readonly string[],
  condition: RawBuilder<unknown> = sql`1 = 1`,
): Promise<Recorded<FactOf[T]>[]> {
  return (await unretractedFactsOf(db, view, [table], slugs, condition))[table]
}

/** The same of several tables; the condition is on each of them. */
export async function unretractedFactsOf<T extends IssueTable>(
  db: Db,
  view: View,
  tables: readonly T[],
  slugs: readonly string[],
  condition: RawBuilder<unknown> = sql`1 = 1`,
): Promise<FactsOfTables<T>> {
  const unretracted: Partial<Record<T, unknown>> = {}
  if (slugs.length === 0) for (const table of tables) unretracted[table] = []
  else {
    const isKnown = isAlsoKnownTo(db, view)
    const isMuch = slugs.length > FEW_SLUGS && tables.some((table) => MANY_ROWS.has(table))
    const read = isMuch && isOnPostgres(db) ? readOneByOne : readOfFew
    const found = await read(db, slugs, [...tables, 'retractions'], (table) =>
      table === 'retractions' ? isKnown : sql`${isKnown} and ${condition}`,
    )
    const retractionsOf = bySlug(found.retractions)
    for (const table of tables) unretracted[table] = withoutRetracted(found[table], retractionsOf)
  }
  return unretracted as FactsOfTables<T>
}

/** Of these tables and with more slugs there are so many rows that lists take PostgreSQL longer than rows do. */
const MANY_ROWS: ReadonlySet<string> = new Set(FIGURE_TABLES)
const FEW_SLUGS = 5

type Read = (
  db: Db,
  slugs: readonly string[],
  tables: readonly (IssueTable | 'retractions')[],
  conditionOf: (table: IssueTable | 'retractions') => RawBuilder<unknown>,
) => Promise<FactsOfTables<IssueTable | 'retractions'>>

const readOfFew: Read = (db, slugs, tables, conditionOf) =>
  readTogether(db, tables, (table) => sql`${isOf(db, slugs)} and ${conditionOf(table)}`)

const readOneByOne: Read = async (db, slugs, tables, conditionOf) => {
  const { rows } = await sql<{ id: number; slug: string }>`
    select id, slug from issues where slug = any(${slugs})`.execute(db)
  const slugOf = new Map(rows.map(({ id, slug }) => [id, slug]))
  const found: Partial<Record<(typeof tables)[number], unknown>> = {}
  for (const table of tables) found[table] = await readFactsOfNumbers(db, table, slugOf, conditionOf(table))
  return found as FactsOfTables<IssueTable | 'retractions'>
}

/** The retractions of facts about a slug. */
export type RetractionsOf = (slug: string) => Recorded<RetractionFact>[]

/** The retractions known to a view of facts about these slugs, by slug. */
export const retractionsOn = async (db: Db, view: View, slugs: readonly string[]): Promise<RetractionsOf> =>
  slugs.length === 0 ? () => [] : issueRetractions(db, sql`${isOf(db, slugs)} and ${isAlsoKnownTo(db, view)}`)

export const withoutRetracted = <T extends IssueTable>(
  facts: readonly Recorded<FactOf[T]>[],
  retractionsOf: RetractionsOf,
): Recorded<FactOf[T]>[] => facts.filter((fact) => !isRetracted(fact, retractionsOf(fact.slug)))

export const isOf = (db: Db, slugs: readonly string[]): RawBuilder<unknown> =>
  isNumberOf(db, sql`issue`, slugs)

/** The retractions of facts about issues (not deals), by slug. */
export async function issueRetractions(
  db: Db,
  condition: RawBuilder<unknown>,
): Promise<(slug: string) => Recorded<RetractionFact>[]> {
  return bySlug(await readFacts(db, 'retractions', ofIssues(condition)))
}

const ofIssues = (condition: RawBuilder<unknown>) => sql`issue is not null and ${condition}`

function bySlug(retractions: readonly Recorded<RetractionFact>[]) {
  const groups = Map.groupBy(retractions, ({ of }) => String(of.slug))
  return (slug: string) => groups.get(slug) ?? []
}

/** The retractions of holidays, which belong to no issue. */
export const holidayRetractions = (
  db: Db,
  condition: RawBuilder<unknown> = sql`1 = 1`,
): Promise<Recorded<RetractionFact>[]> =>
  readFacts(db, 'retractions', sql`issue is null and fact = 'holiday' and ${condition}`)
