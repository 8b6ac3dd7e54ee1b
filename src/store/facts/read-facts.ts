import { type RawBuilder, sql } from 'kysely'
import type { Recorded, RetractionFact } from '../../market/facts/fact.ts'
import { isRetracted } from '../../market/facts/retraction.ts'
import type { Db } from '../engines/db.ts'
import { isNumberOf } from '../engines/statements.ts'
import type { RoundRange } from '../version/market-version.ts'
import { isAlsoKnownTo, type View } from '../view.ts'
import {
  type FactOf,
  type FactRow,
  type FactTable,
  type FIGURE_TABLES,
  factColumns,
  factFromRow,
} from './fact-rows.ts'

/** The slugs that a row is read with: numbers of issues are internal to the store. */
const slugColumns = (table: FactTable): RawBuilder<unknown> => {
  if (table === 'holidays' || table === 'deals' || table === 'retractions') return sql``
  return table === 'sames' ? sql`, i.slug as slug, other.slug as "as"` : sql`, i.slug as slug`
}

/**
 * Joins the issues to the rows, for each of which a subquery takes PostgreSQL as long as to read the row. SQLite never
 * begins with the right side of a left join, so the condition on the rows decides how they are found.
 */
const withIssues = (table: FactTable): RawBuilder<unknown> => {
  if (table === 'holidays' || table === 'deals' || table === 'retractions') return sql``
  const join = (name: string, column: string) =>
    sql`left join (select id as number, slug from issues) ${sql.ref(name)}
      on ${sql.ref(`${name}.number`)} = ${sql.ref(`f.${column}`)}`
  return table === 'sames' ? sql`${join('i', 'issue')} ${join('other', 'same_as')}` : join('i', 'issue')
}

const rowsOf = (
  table: FactTable,
  condition: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<FactRow> => sql<FactRow>`
  select ${factColumns(table, 'f')}${slugColumns(table)}${more}
  from ${sql.table(table)} f ${withIssues(table)} where ${condition}`

/** The facts of a table that meet a condition on its columns, in the order of recording. */
export async function readFacts<T extends FactTable>(
  db: Db,
  table: T,
  condition: RawBuilder<unknown>,
  limit?: number,
): Promise<Recorded<FactOf[T]>[]> {
  const page = limit === undefined ? sql`` : sql`limit ${limit}`
  const { rows } = await rowsOf(table, sql`${condition} order by f.recorded, f.id ${page}`).execute(db)
  return rows.map((row) => factFromRow(table, row))
}

/** A fact about an issue with the round that recorded it, and the number of the issue. */
export type NumberedFact<F> = F & { readonly round: number; readonly issue: number }

/** The first facts about issues with ids in a range, in the order of their ids. */
export async function readFactsById<T extends Exclude<FactTable, 'deals' | 'holidays'>>(
  db: Db,
  table: T,
  { after, upTo }: RoundRange,
  limit: number,
): Promise<NumberedFact<Recorded<FactOf[T]>>[]> {
  const isInRange = sql`f.id > ${after} and f.id <= ${upTo} and f.issue is not null order by f.id limit ${limit}`
  const { rows } = await rowsOf(table, isInRange, sql`, f.issue as issue`).execute(db)
  return rows.map((row) =>
    Object.assign(factFromRow(table, row), { round: row.round, issue: row.issue as number }),
  )
}

export const isOf = (db: Db, slugs: readonly string[]): RawBuilder<unknown> =>
  isNumberOf(db, sql`issue`, slugs)

type FigureTable = (typeof FIGURE_TABLES)[number]
/** The facts of several tables, each in the order of recording. */
type FactsOfTables<T extends FactTable> = { readonly [K in T]: Recorded<FactOf[K]>[] }

/** The reports on these slugs that a view knows, that meet a condition and are not retracted, oldest first. */
export async function unretractedReports<T extends FigureTable>(
  db: Db,
  view: View,
  tables: readonly T[],
  slugs: readonly string[],
  condition: RawBuilder<unknown> = sql`1 = 1`,
): Promise<FactsOfTables<T>> {
  const isKnown = sql`${isOf(db, slugs)} and ${isAlsoKnownTo(db, view)}`
  const retractionsOf = slugs.length === 0 ? () => [] : await issueRetractions(db, isKnown)
  const found: Partial<Record<T, unknown>> = {}
  for (const table of tables) {
    const matches = sql`${isKnown} and ${condition}`
    const facts = slugs.length === 0 ? [] : await readFacts<FigureTable>(db, table, matches)
    found[table] = withoutRetracted(facts, retractionsOf)
  }
  return found as FactsOfTables<T>
}

/** The retractions of facts about a slug. */
export type RetractionsOf = (slug: string) => readonly Recorded<RetractionFact>[]

export const withoutRetracted = <F extends Recorded<FactOf[FigureTable]>>(
  facts: readonly F[],
  retractionsOf: RetractionsOf,
): F[] => facts.filter((fact) => !isRetracted(fact, retractionsOf(fact.slug)))

/** The retractions of facts about issues (not deals) that meet a condition, by slug. */
export async function issueRetractions(db: Db, condition: RawBuilder<unknown>): Promise<RetractionsOf> {
  const retractions = await readFacts(db, 'retractions', sql`issue is not null and ${condition}`)
  const groups = Map.groupBy(retractions, ({ of }) => String(of.slug))
  return (slug) => groups.get(slug) ?? []
}

/** The retractions of holidays, which belong to no issue. */
export const holidayRetractions = (
  db: Db,
  condition: RawBuilder<unknown> = sql`1 = 1`,
): Promise<Recorded<RetractionFact>[]> =>
  readFacts(db, 'retractions', sql`issue is null and fact = 'holiday' and ${condition}`)
