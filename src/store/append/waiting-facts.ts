import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { claimsOf, slugsNamedIn } from '../../market/facts/claim.ts'
import type { RetractableFact } from '../../market/facts/fact.ts'
import { isNamedBy } from '../../market/facts/retraction.ts'
import type { Statement } from '../../market/facts/statement.ts'
import { chunksOf } from '../engines/chunks.ts'
import type { Db } from '../engines/db.ts'
import { contradiction, type RetractionStatement } from './append-retractions.ts'
import { ROWS_PER_INSERT } from './insert-rows.ts'
import { PENDING_TIMESTAMP } from './pending-timestamp.ts'
import { LISTED_REFUSALS } from './refusal-log.ts'
import type { Round } from './round.ts'

/**
 * Facts without `recordedAt` are compared with their source's latest statement. So they wait, in temporary tables to
 * save memory, until all facts of the file that have a time are stored.
 */
export class WaitingFacts {
  readonly #tx: Db
  #isOpen = false

  constructor(tx: Db) {
    this.#tx = tx
  }

  async add(statements: readonly Statement[]): Promise<void> {
    if (statements.length === 0) return
    await this.#open()
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

  async #open(): Promise<void> {
    if (this.#isOpen) return
    this.#isOpen = true
    const statements = [
      sql`create temporary table waiting_statements
          (line integer primary key, fact text not null, slug text not null, statement text not null)`,
      sql`create temporary table waiting_claims (subject text not null, word text not null, line integer not null)`,
    ]
    for (const statement of statements) await statement.execute(this.#tx)
  }

  /**
   * Refuses waiting facts that contradict each other, then calls `take` for the rest: facts first, then retractions.
   */
  async settle(round: Round, take: (statements: Statement[]) => Promise<void>): Promise<void> {
    if (!this.#isOpen) return
    const indexes = [
      sql`create index waiting_claims_subject on waiting_claims (subject)`,
      sql`create index waiting_statements_slug on waiting_statements (slug, fact)`,
    ]
    for (const index of indexes) await index.execute(this.#tx)
    await this.#refuseContradictions(round)
    await this.#refuseRetractedAtOnce(round)
    for await (const page of this.#pages(sql`fact <> 'retraction'`)) await take(page)
    for await (const page of this.#pages(sql`fact = 'retraction'`)) await take(page)
    await sql`drop table waiting_claims`.execute(this.#tx)
    await sql`drop table waiting_statements`.execute(this.#tx)
  }

  async #refuseContradictions({ refusals }: Round): Promise<void> {
    const disputed = sql`select subject from waiting_claims group by subject having min(word) <> max(word)`
    const { rows } = await sql<{ line: number; other: number }>`
      select c.line as line, min(o.line) as other from waiting_claims c
      join waiting_claims o on o.subject = c.subject and o.word <> c.word
      where c.subject in (${disputed})
      group by c.line order by c.line limit ${LISTED_REFUSALS}`.execute(this.#tx)
    if (rows.length === 0) return
    const { numAffectedRows } = await sql`
      delete from waiting_statements
      where line in (select line from waiting_claims where subject in (${disputed}))`.execute(this.#tx)
    for (const { line, other } of rows) refusals.add(line, contradiction(other))
    refusals.addMany([], Number(numAffectedRows ?? 0) - rows.length, '')
  }

  /**
   * Refuses a fact and its retraction when both would get the time of this commit, whichever recording the retraction
   * names.
   */
  async #refuseRetractedAtOnce({ refusals }: Round): Promise<void> {
    const refused = new Map<number, string>()
    for await (const page of this.#pages(sql`fact = 'retraction'`)) {
      for (const { fact, line } of page as RetractionStatement[]) {
        const { recordedAt, ...of } = fact.of
        const { rows } = await sql<{ statement: string }>`
          select statement from waiting_statements
          where slug = ${slugsNamedIn(fact)[0] ?? ''} and fact = ${of.fact}`.execute(this.#tx)
        for (const { statement } of rows) {
          const other: Statement = JSON.parse(statement)
          const stamp = { recorded: PENDING_TIMESTAMP, id: other.line }
          if (isNamedBy(of, { ...(other.fact as RetractableFact), ...stamp }))
            refused.set(other.line, contradiction(line)).set(line, contradiction(other.line))
        }
      }
    }
    for (const [line, reason] of refused) {
      refusals.add(line, reason)
      await sql`delete from waiting_statements where line = ${line}`.execute(this.#tx)
    }
  }

  async *#pages(condition: ReturnType<typeof sql>): AsyncGenerator<Statement[]> {
    for (let after = 0; ; ) {
      const { rows } = await sql<{ line: number; statement: string }>`
        select line, statement from waiting_statements where ${condition} and line > ${after}
        order by line limit ${ROWS_PER_INSERT}`.execute(this.#tx)
      const last = rows.at(-1)
      if (!last) return
      yield rows.map(({ statement }) => JSON.parse(statement))
      after = last.line
    }
  }
}

/** Hash of a text that is only compared for equality and may be too long for an index. */
const markOf = (text: string) => hash('sha256', text, 'base64url')
