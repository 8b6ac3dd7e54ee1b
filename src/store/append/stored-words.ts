import { type RawBuilder, sql } from 'kysely'
import type { Recorded } from '../../market/fact.ts'
import type { Db } from '../db.ts'
import type { FactOf } from '../fact-rows.ts'
import { readFacts } from '../read-facts.ts'
import type { FactTable } from '../tables.ts'

type IssueIdOf = (slug: string) => number
type SubjectTable = Exclude<FactTable, 'deals' | 'retractions'>

/** The columns that lead to what a source has said on a subject, and a fact's values for them. */
const SUBJECTS: {
  [T in SubjectTable]: { columns: string; keyOf: (fact: FactOf[T], idOf: IssueIdOf) => RawBuilder<unknown> }
} = {
  issue_facts: { columns: 'issue, source', keyOf: (f, idOf) => sql`${int(idOf(f.slug))}, ${f.source}` },
  aliases: { columns: 'issue, source', keyOf: (f, idOf) => sql`${int(idOf(f.slug))}, ${f.source}` },
  sames: { columns: 'issue, source', keyOf: (f, idOf) => sql`${int(idOf(f.slug))}, ${f.source}` },
  gmp_reports: {
    columns: 'issue, observed, source',
    keyOf: (f, idOf) => sql`${int(idOf(f.slug))}, ${f.observedAt}, ${f.source}`,
  },
  subscription_reports: {
    columns: 'issue, observed, category, book, source',
    keyOf: (f, idOf) => sql`${int(idOf(f.slug))}, ${f.observedAt}, ${f.category}, ${f.book}, ${f.source}`,
  },
  listings: {
    columns: 'issue, exchange, source',
    keyOf: (f, idOf) => sql`${int(idOf(f.slug))}, ${f.exchange}, ${f.source}`,
  },
}

// A list of values has no column types of its own to compare with.
const int = (value: number) => sql`cast(${value} as bigint)`

export const isSubjectTable = (table: FactTable): table is SubjectTable => table in SUBJECTS

/** All that the sources of these facts have said on the same subjects, oldest first. */
export async function storedWords<T extends SubjectTable>(
  tx: Db,
  table: T,
  facts: readonly FactOf[T][],
  idOf: IssueIdOf,
): Promise<Recorded<FactOf[T]>[]> {
  const { columns, keyOf } = SUBJECTS[table]
  const keys = sql.join(facts.map((fact) => sql`(${keyOf(fact, idOf)})`))
  return readFacts(tx, table, sql`(${sql.raw(columns)}) in (values ${keys})`)
}
