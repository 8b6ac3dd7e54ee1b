import { type RawBuilder, sql } from 'kysely'
import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import type { DealFact, DealKind, DealType, Exchange, Recorded } from '../../market/facts/fact.ts'
import type { Paise } from '../../market/money.ts'
import { asciiUpper } from '../../market/text-order.ts'
import type { Db } from '../engines/db.ts'
import { factFromRow, type JoinedRow } from '../facts/fact-rows.ts'
import { factColumns } from '../facts/read-facts.ts'
import { hasDealRetractions, isRetractedDeal } from '../facts/unretracted-facts.ts'
import { isAlsoKnownTo, type View } from '../view.ts'
import { dealsOfClient, dealsOfClients, dealsOfGroups, isNamed } from './deal-groups.ts'
import { dealsBy, knownDeals } from './known-deals.ts'

/** A deal must meet every filter that is set. `symbol` and `client` ignore the case of ASCII letters. */
export interface DealFilter {
  readonly symbol?: string
  readonly kind?: readonly DealKind[]
  readonly dealType?: readonly DealType[]
  readonly exchange?: readonly Exchange[]
  /** A part of the client's name. */
  readonly client?: string
  /** The client's whole name, exactly as disclosed. */
  readonly clientName?: string
  readonly from?: Day
  readonly to?: Day
}

/**
 * A deal's position in the published order: newest day, highest value, symbol, client, type, then order of recording.
 */
export interface DealCursor {
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
  after: DealCursor | null,
  limit: number,
): Promise<StoredDeal[]> {
  const days = await daysOf(db, view, filter)
  if (days === null) return []
  const { from, matching } = await fastestPlan(db, view, filter, limit)
  const page = (conditions: RawBuilder<unknown>[], atMost: number) => readPage(db, from, conditions, atMost)
  matching.push(isAlsoKnownTo(db, view), ...conditionsOf(filter))
  if (await hasDealRetractions(db, view)) matching.push(sql`not ${isRetractedDeal(view)}`)
  if (after === null) return page([...matching, ...between(days)], limit)
  // Two seeks rather than one OR: first the rest of the day, then the days before it.
  const ofDay = [sql`d.trade_date = ${after.tradeDate}`, followsWithinDay(after), ...between(days)]
  const sameDay = await page([...matching, ...ofDay], limit)
  if (sameDay.length >= limit) return sameDay
  const before = between({ ...days, before: after.tradeDate })
  return [...sameDay, ...(await page([...matching, ...before], limit - sameDay.length))]
}

interface QueryPlan {
  readonly from: RawBuilder<unknown>
  readonly matching: RawBuilder<unknown>[]
}

/**
 * Chooses between reading in the published order and reading client by client. In order, a page is found sooner the
 * larger the clients' share of all deals is; client by client, all their deals are read and sorted.
 */
async function fastestPlan(db: Db, view: View, filter: DealFilter, limit: number): Promise<QueryPlan> {
  const { symbol, client, clientName } = filter
  if (clientName !== undefined) return exactPlan(db, view, { ...filter, clientName })
  const inOrder = { from: dealsBy(db, symbol === undefined ? 'deals_newest' : 'deals_of_symbol') }
  if (client === undefined) return { ...inOrder, matching: [] }
  const { deals } = await dealsOfClients(db, view, client)
  const { total } = await knownDeals(db, view, symbol)
  if (deals > (limit * total) / deals)
    return { ...inOrder, matching: [isNamed(sql`upper(d.client_name)`, client)] }
  return {
    from: sql`deal_groups c cross join ${dealsBy(db, 'deals_of_client')}`,
    // An expression, because SQLite would not look up a bare column in an expression index.
    matching: [
      sql`c.grouped_by = 'client'`,
      isNamed(sql`c.name`, client),
      sql`upper(d.client_name) = (c.name || '')`,
    ],
  }
}

/** Reads the deals of one client in order, or those of the symbol if they are fewer. */
async function exactPlan(
  db: Db,
  view: View,
  { symbol, client, clientName }: DealFilter & { readonly clientName: string },
): Promise<QueryPlan> {
  const { deals } = await dealsOfClient(db, view, clientName)
  const isSymbolRarer = symbol !== undefined && (await knownDeals(db, view, symbol)).total < deals
  return {
    from: dealsBy(db, isSymbolRarer ? 'deals_of_symbol' : 'deals_of_client'),
    matching: [
      // The index has the names in upper case.
      sql`upper(d.client_name) = ${asciiUpper(clientName)} and d.client_name = ${clientName}`,
      ...(client === undefined ? [] : [isNamed(sql`upper(d.client_name)`, client)]),
    ],
  }
}

const followsWithinDay = (after: DealCursor) => sql`d.value <= ${after.value} and (d.value < ${after.value} or
  (d.symbol, d.client_name, d.deal_type, d.recorded, d.id) >
  (${after.symbol}, ${after.clientName}, ${after.dealType}, ${after.recorded}, cast(${after.id} as bigint)))`

async function readPage(
  db: Db,
  from: RawBuilder<unknown>,
  matching: RawBuilder<unknown>[],
  limit: number,
): Promise<StoredDeal[]> {
  const { rows } = await sql<JoinedRow<'deals'>>`
    select ${factColumns('deals', 'd')} from ${from} where ${sql.join(matching, sql` and `)}
    order by d.trade_date desc, d.value desc, d.symbol, d.client_name, d.deal_type, d.recorded, d.id
    limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...factFromRow('deals', row), value: row.value }))
}

interface Days {
  readonly from: Day | undefined
  readonly to: Day | undefined
  readonly before?: Day
}

/** The days on which deals can match, `null` for none. They tell the database where to start and stop reading. */
async function daysOf(db: Db, view: View, filter: DealFilter): Promise<Days | null> {
  let { from, to } = filter
  const spans: (readonly [Day, Day] | null)[] = []
  if (view.asOf !== null) {
    spans.push((await knownDeals(db, view, filter.symbol)).days)
    // No deal is recorded before its trade date.
    spans.push(['', istDay(view.asOf)])
  }
  if (filter.client !== undefined) spans.push((await dealsOfClients(db, view, filter.client)).days)
  if (filter.clientName !== undefined) spans.push((await dealsOfClient(db, view, filter.clientName)).days)
  if (filter.kind || filter.dealType || filter.exchange)
    spans.push((await dealsOfGroups(db, view, filter)).days)
  for (const span of spans) {
    if (span === null) return null
    const [first, last] = span
    if (from === undefined || first > from) from = first
    if (to === undefined || last < to) to = last
  }
  return { from, to }
}

/** Sets one bound at each end: of two, SQLite may start at the wrong one and read everything in between. */
function between({ from, to, before }: Days): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (from !== undefined) conditions.push(sql`d.trade_date >= ${from}`)
  if (before !== undefined && !(to !== undefined && to < before))
    conditions.push(sql`d.trade_date < ${before}`)
  else if (to !== undefined) conditions.push(sql`d.trade_date <= ${to}`)
  return conditions
}

function conditionsOf({ symbol, kind, dealType, exchange }: DealFilter): RawBuilder<unknown>[] {
  const matching: RawBuilder<unknown>[] = []
  if (symbol !== undefined) matching.push(sql`upper(d.symbol) = ${asciiUpper(symbol)}`)
  if (kind) matching.push(sql`d.kind in (${sql.join(kind)})`)
  if (dealType) matching.push(sql`d.deal_type in (${sql.join(dealType)})`)
  if (exchange) matching.push(sql`d.exchange in (${sql.join(exchange)})`)
  return matching
}
