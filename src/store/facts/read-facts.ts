import { type RawBuilder, sql } from 'kysely'
import type { Recorded, RetractionFact } from '../../market/facts/fact.ts'
import type { Db } from '../engines/db.ts'
import { isNumberOf } from '../engines/statements.ts'
import type { RoundRange } from '../version/market-version.ts'
import { type FactOf, type FactRow, type FactTable, factColumns, factFromRow } from './fact-rows.ts'

/** By a subquery: for a join with the issues of one page PostgreSQL may read all of them. */
const slugOf = (column: 'issue' | 'same_as'): RawBuilder<string> =>
  sql<string>`(select i.slug from issues i where i.id = f.${sql.ref(column)})`

/** The slugs that a row is read with: numbers of issues are internal to the store. */
const slugColumns = (table: FactTable): RawBuilder<unknown> => {
  if (table === 'holidays' || table === 'deals' || table === 'retractions') return sql``
  return table === 'sames'
    ? sql`, ${slugOf('issue')} as slug, ${slugOf('same_as')} as "as"`
    : sql`, ${slugOf('issue')} as slug`
}

const rowsOf = (
  table: FactTable,
  condition: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<FactRow> => sql<FactRow>`
  select ${factColumns(table, 'f')}${slugColumns(table)}${more} from ${sql.table(table)} f where ${condition}`

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

/** The retractions of facts about a slug. */
export type RetractionsOf = (slug: string) => readonly Recorded<RetractionFact>[]

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
