import { type RawBuilder, sql } from 'kysely'
import type { Day, Instant } from '../market/calendar.ts'
import type { DealFact, DealKind, DealType, Exchange, Recorded } from '../market/fact.ts'
import type { Paise } from '../market/money.ts'
import { asciiUpper } from '../market/text-order.ts'
import type { Db } from './db.ts'
import { factFromRow, type ReadRow } from './fact-rows.ts'
import { knownDeals } from './known-deals.ts'
import { hasDealRetractions, isRetractedDeal } from './retractions.ts'
import { isKnownTo, type View } from './view.ts'

/** Every filter that is given must be met. `symbol` and `client` disregard the case of ASCII letters. */
export interface DealFilter {
  readonly symbol?: string
  readonly kind?: readonly DealKind[]
  readonly dealType?: readonly DealType[]
  readonly exchange?: readonly Exchange[]
  /** Part of the client's name. */
  readonly client?: string
  readonly from?: Day
  readonly to?: Day
}

/** Where a deal stands in the published order: newest day, highest value, then by text, then as disclosed. */
export interface DealPosition {
  readonly tradeDate: Day
  readonly value: Paise
  readonly symbol: string
  readonly clientName: string
  readonly dealType: DealType
  readonly recorded: Instant
  readonly id: number
}

export type StoredDeal = Recorded<DealFact> & { readonly value: Paise }

/** The deals that follow `after` in the published order. */
export async function dealsAfter(
  db: Db,
  view: View,
  filter: DealFilter,
  after: DealPosition | null,
  limit: number,
): Promise<StoredDeal[]> {
  const matching = await conditions(db, view, filter)
  if (matching === null) return []
  if (after === null) return page(db, matching, limit)
  // Two seeks rather than one OR: first the rest of the day, then the days before it.
  const sameDay = await page(
    db,
    [...matching, sql`d.trade_date = ${after.tradeDate}`, followsWithinDay(after)],
    limit,
  )
  if (sameDay.length >= limit) return sameDay
  const earlier = await page(
    db,
    [...matching, sql`d.trade_date < ${after.tradeDate}`],
    limit - sameDay.length,
  )
  return [...sameDay, ...earlier]
}

const followsWithinDay = (
  after: DealPosition,
) => sql`d.value <= ${after.value} and (d.value < ${after.value} or
  (d.symbol, d.client_name, d.deal_type, d.recorded, d.id) >
  (${after.symbol}, ${after.clientName}, ${after.dealType}, ${after.recorded}, cast(${after.id} as bigint)))`

async function page(db: Db, matching: RawBuilder<unknown>[], limit: number): Promise<StoredDeal[]> {
  const { rows } = await sql<ReadRow<'deals'>>`
    select d.* from deals d where ${sql.join(matching, sql` and `)}
    order by d.trade_date desc, d.value desc, d.symbol, d.client_name, d.deal_type, d.recorded, d.id
    limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...factFromRow('deals', row), value: row.value }))
}

/** `null` when nothing can match. */
async function conditions(db: Db, view: View, filter: DealFilter): Promise<RawBuilder<unknown>[] | null> {
  const { symbol, kind, dealType, exchange, client, from, to } = filter
  const matching: RawBuilder<unknown>[] = [isKnownTo(view)]
  if (view.asOf !== null) {
    // This leaves nothing out: it tells the database where to begin, and where to end.
    const { days } = await knownDeals(db, view, symbol)
    if (days === null) return null
    matching.push(sql`d.trade_date between ${days[0]} and ${days[1]}`)
  }
  if (symbol !== undefined) matching.push(sql`upper(d.symbol) = ${asciiUpper(symbol)}`)
  if (kind) matching.push(sql`d.kind in (${sql.join(kind)})`)
  if (dealType) matching.push(sql`d.deal_type in (${sql.join(dealType)})`)
  if (exchange) matching.push(sql`d.exchange in (${sql.join(exchange)})`)
  if (client !== undefined) matching.push(sql`upper(d.client_name) like ${contains(client)} escape '!'`)
  if (from !== undefined) matching.push(sql`d.trade_date >= ${from}`)
  if (to !== undefined) matching.push(sql`d.trade_date <= ${to}`)
  if (await hasDealRetractions(db)) matching.push(sql`not ${isRetractedDeal(view)}`)
  return matching
}

const contains = (part: string) => `%${asciiUpper(part).replace(/[!%_]/g, '!$&')}%`
