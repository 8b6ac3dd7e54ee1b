import { sql } from 'kysely'
import { dealKey } from '../../market/deals/deal.ts'
import type { DealFact } from '../../market/facts/fact.ts'
import type { Statement } from '../../market/facts/statement.ts'
import { chunksOf } from '../engines/chunks.ts'
import { factFromRow, type JoinedRow, rowFromFact } from '../facts/fact-rows.ts'
import type { NewRow } from '../tables.ts'
import { insertNewDeals, insertRows, ROWS_PER_INSERT } from './insert-rows.ts'
import { lineOf, type Round, recordedTimeOf } from './round.ts'

export type DealStatement = Statement & { readonly fact: DealFact }

/** A set of ids with one bit each, so that reading a file of millions of known deals again needs little memory. */
export class IdSet {
  #bits = new Uint8Array(1024)

  add(id: number): void {
    const byte = Math.floor(id / 8)
    if (byte >= this.#bits.length) {
      const grown = new Uint8Array(Math.max(2 * this.#bits.length, byte + 1))
      grown.set(this.#bits)
      this.#bits = grown
    }
    this.#bits[byte] = (this.#bits[byte] ?? 0) | (1 << (id % 8))
  }

  has(id: number): boolean {
    return ((this.#bits[Math.floor(id / 8)] ?? 0) & (1 << (id % 8))) !== 0
  }
}

/** Appends deals: the n-th equal row of a file is the n-th such deal, and reading the file again adds nothing. */
export async function appendDeals(
  round: Round,
  statements: readonly DealStatement[],
  matched: IdSet,
): Promise<void> {
  round.writtenTables.add('deals')
  for (const chunk of chunksOf(statements, ROWS_PER_INSERT)) {
    // Most deals are new and occur once, so that one insert is enough. Only the others are matched one by one.
    const rows = chunk.map((statement) => dealRow(round, statement, statement.occurrence ?? 1))
    const inserted = await insertNewDeals(round.tx, rows)
    await round.dealTotals.note(inserted)
    round.counts.taken += inserted.length
    if (inserted.length === chunk.length) continue
    const lines = new Set(inserted.map(({ id }) => lineOf(round, id)))
    const rest = chunk.filter(({ line }) => !lines.has(line))
    const unnumbered = rest.filter(({ occurrence }) => occurrence === undefined)
    round.counts.known += rest.length - unnumbered.length
    if (unnumbered.length > 0) await matchOccurrences(round, unnumbered, matched)
  }
}

async function matchOccurrences(round: Round, rest: readonly DealStatement[], matched: IdSet): Promise<void> {
  const stored = await storedDeals(round, rest)
  const extra: NewRow<'deals'>[] = []
  for (const statement of rest) {
    const key = dealKey(statement.fact)
    const equal = stored.get(key) ?? []
    const free = equal.find(({ id, round: storedIn }) => storedIn !== round.id && !matched.has(id))
    if (free) {
      matched.add(free.id)
      round.counts.known++
    } else {
      extra.push(dealRow(round, statement, equal.length + 1))
      stored.set(key, [...equal, { id: round.idBase + statement.line, round: round.id }])
    }
  }
  await insertRows(round.tx, 'deals', extra)
  await round.dealTotals.note(extra)
  round.counts.taken += extra.length
}

async function storedDeals(round: Round, statements: readonly DealStatement[]) {
  const keys = sql.join(
    statements.map(
      ({ fact: d }) => sql`(${d.tradeDate}, ${d.symbol}, ${d.clientName}, cast(${d.quantity} as bigint),
        cast(${d.price} as bigint), ${d.exchange}, ${d.kind}, ${d.dealType})`,
    ),
  )
  const { rows } = await sql<JoinedRow<'deals'>>`
    select * from deals
    where (trade_date, symbol, client_name, quantity, price, exchange, kind, deal_type) in (values ${keys})
    order by occurrence`.execute(round.tx)
  const stored = new Map<string, { id: number; round: number }[]>()
  for (const row of rows) {
    const key = dealKey(factFromRow('deals', row))
    stored.set(key, [...(stored.get(key) ?? []), { id: row.id, round: row.round }])
  }
  return stored
}

function dealRow(round: Round, statement: DealStatement, occurrence: number): NewRow<'deals'> {
  const row = rowFromFact('deals', statement.fact, recordedTimeOf(round, statement), () => 0)
  return occurrence === row.occurrence ? row : { ...row, occurrence }
}
