import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { claimsOf, slugsNamedIn } from '../../market/facts/claim.ts'
import type { Statement } from '../../market/facts/statement.ts'
import { chunksOf } from '../engines/chunks.ts'
import type { Db } from '../engines/db.ts'
import { ROWS_PER_INSERT } from './insert-rows.ts'
import { LISTED_REFUSALS } from './refusal-log.ts'
import type { Contradictions, WaitingStatements } from './waiting-memory.ts'

/** Waiting statements in temporary tables, so that a file of millions of lines needs little memory. */
export class WaitingTables implements WaitingStatements {
  readonly #tx: Db

  private constructor(tx: Db) {
    this.#tx = tx
  }

  static async create(tx: Db): Promise<WaitingTables> {
    const statements = [
      sql`create temporary table waiting_statements
          (line integer primary key, fact text not null, slug text not null, statement text not null)`,
      sql`create temporary table waiting_claims (subject text not null, word text not null, line integer not null)`,
    ]
    for (const statement of statements) await statement.execute(tx)
    return new WaitingTables(tx)
  }

  async add(statements: readonly Statement[]): Promise<void> {
    const rows = statements.map((statement) => {
      const slug = slugsNamedIn(statement.fact)[0] ?? ''
      return sql`(${statement.line}, ${statement.fact.fact}, ${slug}, ${JSON.stringify(statement)})`
    })
    const claims = statements.flatMap(({ fact, line }) =>
      claimsOf(fact).map(
        ({ subject, statement }) => sql`(${markOf(subject)}, ${markOf(statement)}, ${line})`,
      ),
    )
    for (const chunk of chunksOf(rows, ROWS_PER_INSERT)) {
      await sql`insert into waiting_statements (line, fact, slug, statement) values ${sql.join(chunk)}`.execute(
        this.#tx,
      )
    }
    for (const chunk of chunksOf(claims, ROWS_PER_INSERT)) {
      await sql`insert into waiting_claims (subject, word, line) values ${sql.join(chunk)}`.execute(this.#tx)
    }
  }

  async removeContradictions(): Promise<Contradictions> {
    const indexes = [
      sql`create index waiting_claims_subject on waiting_claims (subject)`,
      sql`create index waiting_statements_slug on waiting_statements (slug, fact)`,
    ]
    for (const index of indexes) await index.execute(this.#tx)
    const disputed = sql`select subject from waiting_claims group by subject having min(word) <> max(word)`
    const { rows } = await sql<{ line: number; other: number }>`
      select c.line as line, min(o.line) as other from waiting_claims c
      join waiting_claims o on o.subject = c.subject and o.word <> c.word
      where c.subject in (${disputed})
      group by c.line order by c.line limit ${LISTED_REFUSALS}`.execute(this.#tx)
    if (rows.length === 0) return { first: [], count: 0 }
    const { numAffectedRows } = await sql`
      delete from waiting_statements
      where line in (select line from waiting_claims where subject in (${disputed}))`.execute(this.#tx)
    return { first: rows, count: Number(numAffectedRows ?? 0) }
  }

  async about(slug: string, kind: string): Promise<Statement[]> {
    const { rows } = await sql<{ statement: string }>`
      select statement from waiting_statements where slug = ${slug} and fact = ${kind}`.execute(this.#tx)
    return rows.map(({ statement }) => JSON.parse(statement))
  }

  async remove(line: number): Promise<void> {
    await sql`delete from waiting_statements where line = ${line}`.execute(this.#tx)
  }

  async *pages(of: 'facts' | 'retractions'): AsyncGenerator<Statement[]> {
    const isOf = of === 'facts' ? sql`fact <> 'retraction'` : sql`fact = 'retraction'`
    for (let after = 0; ; ) {
      const { rows } = await sql<{ line: number; statement: string }>`
        select line, statement from waiting_statements where ${isOf} and line > ${after}
        order by line limit ${ROWS_PER_INSERT}`.execute(this.#tx)
      const last = rows.at(-1)
      if (!last) return
      yield rows.map(({ statement }) => JSON.parse(statement))
      after = last.line
    }
  }

  async drop(): Promise<void> {
    await sql`drop table waiting_claims`.execute(this.#tx)
    await sql`drop table waiting_statements`.execute(this.#tx)
  }
}

/** Hash of a text that is only compared for equality and may be too long for an index. */
const markOf = (text: string) => hash('sha256', text, 'base64url')
