import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import { dealValue } from '../../market/deals/deal.ts'
import {
  type AliasFact,
  type DealFact,
  type Fact,
  fieldsOf,
  type GmpFact,
  type HolidayFact,
  type IpoFact,
  type ListingFact,
  type PlainKind,
  type Recorded,
  type RetractionFact,
  type SameFact,
  type SubscriptionFact,
  type ValueKind,
} from '../../market/facts/fact.ts'

/** The table of each kind of fact. */
export const TABLE_OF = {
  ipo: 'issue_facts',
  alias: 'aliases',
  same: 'sames',
  gmp: 'gmp_reports',
  subscription: 'subscription_reports',
  listing: 'listings',
  holiday: 'holidays',
  deal: 'deals',
  retraction: 'retractions',
} as const satisfies Record<Fact['fact'], string>
export type FactTable = (typeof TABLE_OF)[keyof typeof TABLE_OF]
export const FACT_TABLES: readonly FactTable[] = Object.values(TABLE_OF)
export const FIGURE_TABLES = ['gmp_reports', 'subscription_reports'] as const
/** The facts that decide what is shown of an issue. */
export const ISSUE_TABLES = ['issue_facts', 'listings', 'sames', 'retractions', ...FIGURE_TABLES] as const

/** Which fact each table holds. */
export interface FactOf {
  issue_facts: IpoFact
  aliases: AliasFact
  sames: SameFact
  gmp_reports: GmpFact
  subscription_reports: SubscriptionFact
  listings: ListingFact
  holidays: HolidayFact
  deals: DealFact
  retractions: RetractionFact
}

/** The columns of every fact: its id, its round, the time of recording, its source, and the download it was parsed from. */
export interface FactColumns {
  /** Ascending over all fact tables together. */
  id: number
  round: number
  recorded: Instant
  source: string
  /** `null` for an imported file. */
  fetch: number | null
}

/** A column with a value of a fact, and the value's key in the fact. */
interface Column {
  readonly key: string
  readonly name: string
  readonly type: 'text' | 'bigint' | 'double precision'
  readonly isNullable: boolean
  /** True where the value is an object, which is stored as JSON. */
  readonly isJson?: true
}

const TYPES: Readonly<Partial<Record<ValueKind, Column['type']>>> = {
  price: 'bigint',
  amount: 'bigint',
  count: 'bigint',
  countFromZero: 'bigint',
  percent: 'double precision',
  multiple: 'double precision',
}

/** Slugs are stored as numbers of issues, and the source is a column of every fact. */
const plainColumns = (kind: PlainKind): Column[] =>
  fieldsOf(kind).flatMap(([key, { kind: value, isNullable = false }]) =>
    value === 'slug' || key === 'source'
      ? []
      : {
          key,
          name: key.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
          type: TYPES[value] ?? 'text',
          isNullable,
        },
  )

const jsonColumn = (key: string, name: string): Column => ({
  ...{ key, name, type: 'text', isNullable: false, isJson: true },
})

const COLUMNS: Readonly<Record<FactTable, readonly Column[]>> = {
  // JSON of the reported terms: a key that is left out differs from a null.
  issue_facts: [jsonColumn('said', 'said')],
  aliases: plainColumns('alias'),
  sames: plainColumns('same'),
  gmp_reports: plainColumns('gmp'),
  subscription_reports: plainColumns('subscription'),
  listings: plainColumns('listing'),
  holidays: plainColumns('holiday'),
  deals: plainColumns('deal'),
  retractions: [
    jsonColumn('of', 'named'),
    { key: 'reason', name: 'reason', type: 'text', isNullable: false },
  ],
}

const REFERENCES = 'not null references issues (id)'
/** The columns of numbers of issues, and those that are derived from a fact. */
const FURTHER_COLUMNS: Readonly<Record<FactTable, string>> = {
  issue_facts: `issue integer ${REFERENCES}`,
  aliases: `issue integer ${REFERENCES}`,
  sames: `issue integer ${REFERENCES}, same_as integer ${REFERENCES}`,
  gmp_reports: `issue integer ${REFERENCES}`,
  subscription_reports: `issue integer ${REFERENCES}`,
  listings: `issue integer ${REFERENCES}`,
  holidays: '',
  // The n-th equal row of its file, from 1: exact duplicates in one disclosure are separate deals.
  deals: 'value bigint not null, occurrence integer not null',
  // Of a retraction: the kind of the fact that it names, and its issue if it has one.
  retractions: 'fact text not null, issue integer references issues (id)',
}

/** The definition of a fact's table. `integer` keys are SQLite's row ids, so that rows are stored in their order. */
export function tableDefinition(table: FactTable): string {
  const own = COLUMNS[table].map(
    ({ name, type, isNullable }) => `${name} ${type}${isNullable ? '' : ' not null'}`,
  )
  const common =
    'id integer primary key, round integer not null, recorded text not null, source text not null, "fetch" integer'
  return `${table} (${[common, FURTHER_COLUMNS[table], ...own].filter(Boolean).join(', ')})`
}

/** A row as it is read: its columns by the keys of the fact, with the slugs of its issues. */
export type FactRow = Readonly<Record<string, unknown>> & {
  readonly id: number
  readonly round: number
  readonly recorded: Instant
  readonly source: string
}

/** The columns of a table's rows, which are called by this name in the statement, without the slugs. */
export const factColumns = (table: FactTable, row: string): RawBuilder<unknown> =>
  sql.join([
    ...['id', 'round', 'recorded', 'source'].map((column) => sql.ref(`${row}.${column}`)),
    ...COLUMNS[table].map(({ key, name }) => sql`${sql.ref(`${row}.${name}`)} as ${sql.ref(key)}`),
  ])

const KIND_OF = Object.fromEntries(Object.entries(TABLE_OF).map(([kind, table]) => [table, kind]))
const SLUG_KEYS: Readonly<Record<FactTable, readonly string[]>> = {
  ...{ issue_facts: ['slug'], aliases: ['slug'], sames: ['slug', 'as'], gmp_reports: ['slug'] },
  ...{ subscription_reports: ['slug'], listings: ['slug'], holidays: [], deals: [], retractions: [] },
}

export function factFromRow<T extends FactTable>(table: T, row: FactRow): Recorded<FactOf[T]> {
  const fact: Record<string, unknown> = { fact: KIND_OF[table] }
  for (const key of SLUG_KEYS[table]) fact[key] = row[key]
  for (const { key, isJson } of COLUMNS[table])
    fact[key] = isJson ? JSON.parse(row[key] as string) : (row[key] ?? null)
  fact.source = row.source
  fact.recorded = row.recorded
  fact.id = row.id
  return fact as unknown as Recorded<FactOf[T]>
}

type Stamp = Omit<FactColumns, 'source'>
type IssueIdOf = (slug: string) => number

/** The row of a fact, by columns. */
export function rowFromFact(
  fact: Fact,
  stamp: Stamp,
  issueIdOf: IssueIdOf,
): Readonly<Record<string, unknown>> {
  const values = fact as unknown as Readonly<Record<string, unknown>>
  const row: Record<string, unknown> = { ...stamp, source: fact.source }
  for (const { key, name, isJson } of COLUMNS[TABLE_OF[fact.fact]])
    row[name] = isJson ? JSON.stringify(values[key]) : values[key]
  if ('slug' in fact) row.issue = issueIdOf(fact.slug)
  if (fact.fact === 'same') row.same_as = issueIdOf(fact.as)
  if (fact.fact === 'deal') Object.assign(row, { value: dealValue(fact), occurrence: 1 })
  if (fact.fact === 'retraction') {
    const { slug } = fact.of
    Object.assign(row, { fact: fact.of.fact, issue: typeof slug === 'string' ? issueIdOf(slug) : null })
  }
  return row
}
