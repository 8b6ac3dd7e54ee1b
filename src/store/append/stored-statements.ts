import { type RawBuilder, sql } from 'kysely'
import type { Recorded } from '../../market/facts/fact.ts'
import { type Db, isOnPostgres } from '../engines/db.ts'
import { jsonValueRows } from '../engines/json-values.ts'
import type { FactOf } from '../facts/fact-rows.ts'
import { readFacts } from '../facts/read-facts.ts'
import type { FactTable } from '../tables.ts'

type IssueIdOf = (slug: string) => number
type SubjectTable = Exclude<FactTable, 'deals' | 'retractions'>

type Value = string | number | null

/**
 * The columns that identify what a source's statement is about, and a fact's values for them.
 */
const SUBJECTS: {
  [T in SubjectTable]: { columns: string; keyOf: (fact: FactOf[T], idOf: IssueIdOf) => readonly Value[] }
} = {
  issue_facts: { columns: 'issue, source', keyOf: (f, idOf) => [idOf(f.slug), f.source] },
  aliases: { columns: 'issue, source', keyOf: (f, idOf) => [idOf(f.slug), f.source] },
  sames: { columns: 'issue, source', keyOf: (f, idOf) => [idOf(f.slug), f.source] },
  gmp_reports: {
    columns: 'issue, observed, source',
    keyOf: (f, idOf) => [idOf(f.slug), f.observedAt, f.source],
  },
  subscription_reports: {
    columns: 'issue, observed, category, book, source',
    keyOf: (f, idOf) => [idOf(f.slug), f.observedAt, f.category, f.book, f.source],
  },
  holidays: {
    columns: 'day, exchange, segment, source',
    keyOf: (f) => [f.day, f.exchange, f.segment, f.source],
  },
  listings: {
    columns: 'issue, exchange, source',
    keyOf: (f, idOf) => [idOf(f.slug), f.exchange, f.source],
  },
}

export const isSubjectTable = (table: FactTable): table is SubjectTable => table in SUBJECTS

/** All statements of these facts' sources on the same subjects, oldest first. */
export async function storedStatements<T extends SubjectTable>(
  tx: Db,
  table: T,
  facts: readonly FactOf[T][],
  idOf: IssueIdOf,
): Promise<Recorded<FactOf[T]>[]> {
  const { columns, keyOf } = SUBJECTS[table]
  const keys = facts.map((fact) => keyOf(fact, idOf))
  const keyList = isOnPostgres(tx) ? valueList(keys) : jsonList(tx, keys)
  return readFacts(tx, table, sql`(${sql.raw(columns)}) in (${keyList})`)
}

/** PostgreSQL plans by the number of values, and needs a cast because a list of values has no column types. */
const valueList = (keys: readonly (readonly Value[])[]): RawBuilder<unknown> =>
  sql`values ${sql.join(keys.map((key) => sql`(${sql.join(key.map(typed))})`))}`

const typed = (value: Value) => (typeof value === 'number' ? sql`cast(${value} as bigint)` : value)

/** SQLite takes longer to prepare a long list than to look it up. */
function jsonList(tx: Db, keys: readonly (readonly Value[])[]): RawBuilder<unknown> {
  const columns = keys[0]?.map((_, i) => sql.raw(`value ->> ${i}`)) ?? []
  return sql`select ${sql.join(columns)} from ${jsonValueRows(tx, keys)}`
}
