import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import { compareRecorded, type Recorded, type RetractionFact } from '../../market/facts/fact.ts'
import { unretracted } from '../../market/facts/retraction.ts'
import { type Db, isOnPostgres } from '../engines/db.ts'
import { jsonValueRows } from '../engines/json-values.ts'
import type { FactOf } from '../facts/fact-rows.ts'
import { readFacts } from '../facts/read-facts.ts'
import type { FactTable } from '../tables.ts'
import { PENDING_TIMESTAMP } from './pending-timestamp.ts'

type IssueIdOf = (slug: string) => number
export type SubjectTable = Exclude<FactTable, 'deals' | 'retractions'>
export type SubjectFact = FactOf[SubjectTable]

type Value = string | number

/** The columns that identify what a source's statement is about, and a fact's values for them. */
const SUBJECTS: {
  [T in SubjectTable]: {
    columns: readonly string[]
    keyOf: (fact: FactOf[T], idOf: IssueIdOf) => readonly Value[]
  }
} = {
  issue_facts: { columns: ['issue', 'source'], keyOf: (f, idOf) => [idOf(f.slug), f.source] },
  aliases: {
    columns: ['issue', 'name', 'source'],
    keyOf: (f, idOf) => [idOf(f.slug), f.name, f.source],
  },
  sames: { columns: ['issue', 'source'], keyOf: (f, idOf) => [idOf(f.slug), f.source] },
  gmp_reports: {
    columns: ['issue', 'observed', 'source'],
    keyOf: (f, idOf) => [idOf(f.slug), f.observedAt, f.source],
  },
  subscription_reports: {
    columns: ['issue', 'observed', 'category', 'book', 'source'],
    keyOf: (f, idOf) => [idOf(f.slug), f.observedAt, f.category, f.book, f.source],
  },
  holidays: {
    columns: ['day', 'exchange', 'segment', 'source'],
    keyOf: (f) => [f.day, f.exchange, f.segment, f.source],
  },
  listings: {
    columns: ['issue', 'exchange', 'source'],
    keyOf: (f, idOf) => [idOf(f.slug), f.exchange, f.source],
  },
}

export const isSubjectTable = (table: FactTable): table is SubjectTable => table in SUBJECTS

/** A fact that is about to be stored. */
interface NewStatement {
  readonly fact: SubjectFact
  readonly recordedAt: Instant | null
  readonly onlyNews?: boolean
}

/** True for a fact that is already known when it repeats its source's latest statement. */
export const isOnlyNews = ({ recordedAt, onlyNews = false }: NewStatement): boolean =>
  recordedAt === null || onlyNews

/** Parts of the history of a subject that are read one after the other: most facts need only the latest statement. */
const NEWEST_AT_FIRST = 1
const TIMES_MORE = 8

/**
 * The stored statements of these facts' sources that decide whether the facts are already known, by subject: those
 * recorded at the same moment and, where only news counts, the latest. The rest of a history is not read.
 */
export class StoredStatements {
  readonly #tx: Db
  readonly #table: SubjectTable
  readonly #idOf: IssueIdOf
  readonly #bySubject = new Map<string, Map<number, Recorded<SubjectFact>>>()

  constructor(tx: Db, table: SubjectTable, idOf: IssueIdOf) {
    this.#tx = tx
    this.#table = table
    this.#idOf = idOf
  }

  /** The statements on a fact's subject. */
  of(fact: SubjectFact): Recorded<SubjectFact>[] {
    return [...(this.#bySubject.get(this.#subjectOf(fact))?.values() ?? [])]
  }

  add(statement: Recorded<SubjectFact>): void {
    const subject = this.#subjectOf(statement)
    const found = this.#bySubject.get(subject)
    if (found) found.set(statement.id, statement)
    else this.#bySubject.set(subject, new Map([[statement.id, statement]]))
  }

  async read(
    statements: readonly NewStatement[],
    retractionsOf: (fact: SubjectFact) => readonly Recorded<RetractionFact>[],
  ): Promise<void> {
    await this.#readOfSameMoment(statements.filter(({ recordedAt }) => recordedAt !== null))
    let undecided = statements.filter(isOnlyNews)
    for (let newest = NEWEST_AT_FIRST; undecided.length > 0; newest *= TIMES_MORE) {
      await this.#readNewest(undecided, newest)
      undecided = undecided.filter(({ fact, recordedAt }) => {
        const before = this.of(fact).filter(({ recorded }) => recordedAt === null || recorded <= recordedAt)
        if (before.length < newest) return false
        const latest = before.toSorted(compareRecorded).slice(-newest)
        return !coversTerms(unretracted(latest, retractionsOf(fact)), fact)
      })
    }
  }

  async #readOfSameMoment(statements: readonly NewStatement[]): Promise<void> {
    if (statements.length === 0) return
    const { table, input, isOnSubject, moment } = this.#inputOf(statements)
    // As a range: by equality SQLite might use the index on the moment alone, which a whole import may share.
    await this.#read(sql`f.id in (
      select s.id from ${input} cross join ${table} s
      where ${isOnSubject} and recorded >= ${moment} and recorded <= ${moment})`)
  }

  async #readNewest(statements: readonly NewStatement[], newest: number): Promise<void> {
    const { table, input, isOnSubject, moment } = this.#inputOf(statements)
    const latest = sql`
      select id from ${table} where ${isOnSubject} and recorded <= ${moment}
      order by recorded desc, id desc limit ${sql.lit(newest)}`
    await this.#read(
      isOnPostgres(this.#tx)
        ? sql`f.id = any(array(select l.id from ${input} cross join lateral (${latest}) l))`
        : newest === 1
          ? sql`f.id in (select (${latest}) from ${input})`
          : sql`f.id in (select s.id from ${input} cross join ${table} s where s.id in (${latest}))`,
    )
  }

  /** Parts of a query: the subjects of statements as rows `input`, and the moment at which each of them is recorded. */
  #inputOf(statements: readonly NewStatement[]) {
    const { columns } = SUBJECTS[this.#table]
    const value = (index: number) => sql`(${sql.raw(`input.value ->> ${index}`)})`
    const typed = (column: string, index: number) =>
      column === 'issue' && isOnPostgres(this.#tx) ? sql`cast(${value(index)} as bigint)` : value(index)
    const isEqual = columns.map((column, i) => sql`${sql.ref(column)} = ${typed(column, i)}`)
    const rows = statements.map(({ fact, recordedAt }) => [
      ...this.#keyOf(fact),
      recordedAt ?? PENDING_TIMESTAMP,
    ])
    return {
      table: sql.table(this.#table),
      input: jsonValueRows(this.#tx, rows),
      isOnSubject: sql.join(isEqual, sql` and `),
      moment: value(columns.length),
    }
  }

  async #read(condition: RawBuilder<unknown>): Promise<void> {
    for (const statement of await readFacts(this.#tx, this.#table, condition)) this.add(statement)
  }

  #subjectOf(fact: SubjectFact): string {
    return JSON.stringify(this.#keyOf(fact))
  }

  #keyOf(fact: SubjectFact): readonly Value[] {
    const { keyOf } = SUBJECTS[this.#table] as {
      keyOf: (fact: SubjectFact, idOf: IssueIdOf) => readonly Value[]
    }
    return keyOf(fact, this.#idOf)
  }
}

/** True when no earlier statement can matter. The terms of an issue may come from several statements. */
function coversTerms(latest: readonly SubjectFact[], fact: SubjectFact): boolean {
  if (latest.length === 0 || fact.fact !== 'ipo') return latest.length > 0
  const terms = new Set(
    latest.flatMap((earlier) => (earlier.fact === 'ipo' ? Object.keys(earlier.said) : [])),
  )
  return Object.entries(fact.said).every(([term, value]) => value === undefined || terms.has(term))
}
