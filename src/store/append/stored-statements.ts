import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import { fieldsOf, type Recorded } from '../../market/facts/fact.ts'
import type { Db } from '../engines/db.ts'
import { inputRows } from '../engines/statements.ts'
import { type FactOf, type FactTable, TABLE_OF } from '../facts/fact-rows.ts'
import { readFacts } from '../facts/read-facts.ts'

export type SubjectTable = Exclude<FactTable, 'deals' | 'retractions'>
/** A fact that is compared with its source's earlier statements on the same subject. */
export type SubjectFact = FactOf[SubjectTable]
type SubjectKind = SubjectFact['fact']

/** The keys of a fact that identify what its source's statement is about. */
const SUBJECT_KEYS: Readonly<Record<SubjectKind, readonly string[]>> = {
  ipo: ['slug', 'source'],
  ...Object.fromEntries(
    (['gmp', 'subscription', 'listing', 'holiday', 'alias', 'same'] as const).map((kind) => [
      kind,
      fieldsOf(kind).flatMap(([key, { part }]) => (part === 'identity' ? key : [])),
    ]),
  ),
} as unknown as Readonly<Record<SubjectKind, readonly string[]>>

const columnOf = (key: string): string => key.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

/** A fact that is about to be stored. */
interface NewFact {
  readonly fact: SubjectFact
  /** Only what the source has said at this very moment is needed; `null`: all that it has said. */
  readonly onlyAt: Instant | null
}

/** The stored statements on the subjects of facts of one kind, by subject. */
export class StoredStatements {
  readonly #tx: Db
  readonly #kind: SubjectKind
  readonly #numberOf: (slug: string) => number
  readonly #bySubject = new Map<string, Recorded<SubjectFact>[]>()

  constructor(tx: Db, kind: SubjectKind, numberOf: (slug: string) => number) {
    this.#tx = tx
    this.#kind = kind
    this.#numberOf = numberOf
  }

  /** The statements on a fact's subject. */
  of(fact: SubjectFact): readonly Recorded<SubjectFact>[] {
    return this.#bySubject.get(this.#subjectOf(fact)) ?? []
  }

  add(statement: Recorded<SubjectFact>): void {
    const subject = this.#subjectOf(statement)
    const found = this.#bySubject.get(subject)
    if (found) found.push(statement)
    else this.#bySubject.set(subject, [statement])
  }

  async read(facts: readonly NewFact[]): Promise<void> {
    for (const onlyAt of [false, true]) {
      const some = facts.filter((fact) => (fact.onlyAt !== null) === onlyAt)
      if (some.length > 0) await this.#read(some)
    }
  }

  async #read(facts: readonly NewFact[]): Promise<void> {
    const subjects = facts.map(({ fact }) => this.#valuesOf(fact))
    const keys = SUBJECT_KEYS[this.#kind]
    const columns = keys.map((key, i) => [key, subjects.map((values) => String(values[i]))])
    const input = inputRows(this.#tx, {
      ...Object.fromEntries(columns),
      moment: facts.map(({ onlyAt }) => onlyAt ?? ''),
    })
    const isEqual = keys.map((key) =>
      key === 'slug'
        ? sql`s.issue = cast(input.slug as bigint)`
        : sql`${sql.ref(`s.${columnOf(key)}`)} = ${sql.ref(`input.${key}`)}`,
    )
    // As a range: by equality SQLite might use the index on the moment alone, which a whole import may share.
    const isThen =
      facts[0]?.onlyAt === null ? sql`true` : sql`s.recorded >= input.moment and s.recorded <= input.moment`
    const table = TABLE_OF[this.#kind]
    const found = await readFacts(
      this.#tx,
      table,
      sql`f.id in (
        select s.id from ${input} cross join ${sql.table(table)} s
        where ${sql.join(isEqual, sql` and `)} and ${isThen})`,
    )
    for (const statement of found) this.add(statement as Recorded<SubjectFact>)
  }

  #valuesOf(fact: SubjectFact): (string | number)[] {
    const values = fact as unknown as Readonly<Record<string, string>>
    return SUBJECT_KEYS[this.#kind].map((key) =>
      key === 'slug' ? this.#numberOf(values[key] ?? '') : (values[key] ?? ''),
    )
  }

  #subjectOf(fact: SubjectFact): string {
    return JSON.stringify(this.#valuesOf(fact))
  }
}
