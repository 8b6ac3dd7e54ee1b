import { sql } from 'kysely'
import { dealKey } from '../../market/deals/deal.ts'
import type { DealFact } from '../../market/facts/fact.ts'
import type { Statement } from '../../market/facts/statement.ts'
import { asciiUpper } from '../../market/text-order.ts'
import { chunksOf } from '../engines/statements.ts'
import { readFacts } from '../facts/read-facts.ts'
import { insertRows, ROWS_PER_INSERT } from './insert-rows.ts'
import { countTaken, type Round, recordedOf, rowOf } from './round.ts'

export type DealStatement = Statement & { readonly fact: DealFact }

/**
 * Appends the deals of a file: the n-th equal row of a file is the n-th such deal, so that reading the file again adds
 * nothing.
 */
export class DealAppender {
  readonly #round: Round
  /** The highest id of a fact before this file. */
  readonly #lastBefore: number
  /** The ids of stored deals that a row of this file is. */
  readonly #matched = new Set<number>()
  readonly #clients = new Set<string>()
  /** The number of deals that were inserted, by the day of their recorded time in UTC. */
  readonly #counts = new Map<string, number>()

  constructor(round: Round) {
    this.#round = round
    this.#lastBefore = round.lastFact
  }

  async append(statements: readonly DealStatement[]): Promise<void> {
    for (const chunk of chunksOf(statements, ROWS_PER_INSERT)) {
      // Most deals are new and occur once, so that one insert is enough. Only the others are matched one by one.
      const rest = await this.#insert(
        chunk.map((statement) => ({ statement, occurrence: statement.occurrence ?? 1 })),
      )
      const unnumbered = rest.filter(({ occurrence }) => occurrence === undefined)
      this.#round.counts.known += rest.length - unnumbered.length
      if (unnumbered.length > 0) await this.#matchOccurrences(unnumbered)
    }
  }

  /** Adds the deals that were appended to the counts of their round. */
  async finish(): Promise<void> {
    const { tx, id: round } = this.#round
    for (const [day, deals] of this.#counts)
      await sql`insert into deal_counts (round, day, deals) values (${round}, ${day}, ${deals})
        on conflict (round, day) do update set deals = deal_counts.deals + excluded.deals`.execute(tx)
  }

  /** Returns the statements of deals that are stored already. */
  async #insert(
    deals: readonly { readonly statement: DealStatement; readonly occurrence: number }[],
  ): Promise<DealStatement[]> {
    const { tx, idBase } = this.#round
    const rows = deals.map(({ statement, occurrence }) => ({ ...rowOf(this.#round, statement), occurrence }))
    const statements = deals.map(({ statement }) => statement)
    const count = await insertRows(tx, 'deals', rows, { orNothing: true })
    const stored =
      count === rows.length ? null : await this.#idsAmong(statements.map(({ line }) => idBase + line))
    const isNew = ({ line }: DealStatement) => stored === null || stored.has(idBase + line)
    const inserted = statements.filter(isNew)
    countTaken(this.#round, inserted)
    await this.#noteClients(inserted)
    for (const statement of inserted) {
      const day = recordedOf(this.#round, statement).slice(0, 10)
      this.#counts.set(day, (this.#counts.get(day) ?? 0) + 1)
    }
    return statements.filter((statement) => !isNew(statement))
  }

  async #idsAmong(ids: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await this.#round.tx.selectFrom('deals').select('id').where('id', 'in', ids).execute()
    return new Set(rows.map(({ id }) => id))
  }

  async #noteClients(deals: readonly DealStatement[]): Promise<void> {
    const names = new Set(deals.map(({ fact }) => asciiUpper(fact.clientName)))
    const unseen = [...names].filter((name) => !this.#clients.has(name))
    for (const name of unseen) this.#clients.add(name)
    await insertRows(
      this.#round.tx,
      'deal_clients',
      unseen.map((name) => ({ name })),
      { orNothing: true },
    )
  }

  async #matchOccurrences(statements: readonly DealStatement[]): Promise<void> {
    const { idBase, counts } = this.#round
    const stored = await this.#equalDeals(statements)
    const further: { statement: DealStatement; occurrence: number }[] = []
    for (const statement of statements) {
      const key = dealKey(statement.fact)
      const equal = stored.get(key) ?? []
      const free = equal.find((id) => id <= this.#lastBefore && !this.#matched.has(id))
      if (free !== undefined) {
        this.#matched.add(free)
        counts.known++
      } else {
        further.push({ statement, occurrence: equal.length + 1 })
        stored.set(key, [...equal, idBase + statement.line])
      }
    }
    await this.#insert(further)
  }

  /** The ids of the stored deals equal to these, by key, in the order of their occurrence. */
  async #equalDeals(statements: readonly DealStatement[]): Promise<Map<string, number[]>> {
    const keys = sql.join(
      statements.map(
        ({ fact: d }) => sql`(${d.tradeDate}, ${d.symbol}, ${d.clientName}, cast(${d.quantity} as bigint),
          cast(${d.price} as bigint), ${d.exchange}, ${d.kind}, ${d.dealType})`,
      ),
    )
    const { rows } = await sql<{ id: number }>`
      select id from deals
      where (trade_date, symbol, client_name, quantity, price, exchange, kind, deal_type) in (values ${keys})
      order by occurrence`.execute(this.#round.tx)
    const ids = rows.map(({ id }) => id)
    const facts = await readFacts(this.#round.tx, 'deals', sql`id in (${sql.join(ids)})`)
    const keyOf = new Map(facts.map((fact) => [fact.id, dealKey(fact)]))
    return Map.groupBy(ids, (id) => keyOf.get(id) ?? '')
  }
}
