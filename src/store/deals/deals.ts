import { type RawBuilder, sql } from 'kysely'
import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import type { DealFact, DealKind, DealType, Exchange, Recorded } from '../../market/facts/fact.ts'
import { isNamedBy } from '../../market/facts/retraction.ts'
import type { Paise } from '../../market/money.ts'
import { asciiUpper } from '../../market/text-order.ts'
import { cachedPerStore, type Db, isOnPostgres, oneRow } from '../engines/db.ts'
import { type FactRow, factColumns, factFromRow } from '../facts/fact-rows.ts'
import { readFacts } from '../facts/read-facts.ts'
import { factIdsOf } from '../version/market-version.ts'
import { isAlsoKnownTo, isKnownTo, type View } from '../view.ts'

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
  const { from, matching } = await readingOf(db, filter)
  matching.push(isAlsoKnownTo(db, view), ...conditionsOf(filter), await isNotRetracted(db, view))
  // No deal is recorded before its trade date.
  const today = view.asOf === null ? undefined : istDay(view.asOf)
  const to = today !== undefined && (filter.to === undefined || today < filter.to) ? today : filter.to
  const days = { from: filter.from, to }
  const page = (conditions: RawBuilder<unknown>[], atMost: number) =>
    readPage(db, from, [...matching, ...conditions], atMost)
  if (after === null) return page(between(days), limit)
  // Two seeks rather than one OR: first the rest of the day, then the days before it.
  const ofDay = [sql`d.trade_date = ${after.tradeDate}`, followsWithinDay(after), ...between(days)]
  const sameDay = await page(ofDay, limit)
  if (sameDay.length >= limit) return sameDay
  const before = between({ ...days, before: after.tradeDate })
  return [...sameDay, ...(await page(before, limit - sameDay.length))]
}

/** Of so few clients all deals are read and sorted; the deals of more are so many that a page is soon found in order. */
const FEW_CLIENTS = 50

/** Which deals are read, and in which order: by client, by symbol, or the newest first. */
async function readingOf(
  db: Db,
  { symbol, client, clientName }: DealFilter,
): Promise<{ readonly from: RawBuilder<unknown>; readonly matching: RawBuilder<unknown>[] }> {
  const matching = client === undefined ? [] : [contains(sql`upper(d.client_name)`, client)]
  if (clientName !== undefined) {
    // The index has the names in upper case.
    const isClient = sql`upper(d.client_name) = ${asciiUpper(clientName)} and d.client_name = ${clientName}`
    return { from: dealsBy(db, 'deals_of_client'), matching: [isClient, ...matching] }
  }
  if (symbol !== undefined) return { from: dealsBy(db, 'deals_of_symbol'), matching }
  if (client !== undefined) {
    const { rows } = await sql<{ name: string }>`
      select name from deal_clients where ${contains(sql`name`, client)} limit ${FEW_CLIENTS + 1}`.execute(db)
    const names = rows.map(({ name }) => name)
    if (names.length === 0) return { from: dealsBy(db, 'deals_of_client'), matching: [sql`1 = 0`] }
    if (names.length <= FEW_CLIENTS) {
      const isOne = sql`upper(d.client_name) in (${sql.join(names)})`
      return { from: dealsBy(db, 'deals_of_client'), matching: [isOne] }
    }
  }
  return { from: dealsBy(db, 'deals_newest'), matching }
}

/**
 * The deals `d`, read by a named index. With statistics of few symbols or days, SQLite would choose another one and
 * sort all deals.
 */
const dealsBy = (
  db: Db,
  index: 'deals_newest' | 'deals_of_symbol' | 'deals_of_client' | 'deals_recorded',
): RawBuilder<unknown> => (isOnPostgres(db) ? sql`deals d` : sql`deals d indexed by ${sql.ref(index)}`)

/** True for an upper-case name that contains the part. */
const contains = (name: RawBuilder<unknown>, part: string): RawBuilder<unknown> =>
  sql`${name} like ${`%${asciiUpper(part).replace(/[!%_]/g, '!$&')}%`} escape '!'`

const followsWithinDay = (after: DealCursor) => sql`d.value <= ${after.value} and (d.value < ${after.value} or
  (d.symbol, d.client_name, d.deal_type, d.recorded, d.id) >
  (${after.symbol}, ${after.clientName}, ${after.dealType}, ${after.recorded}, cast(${after.id} as bigint)))`

async function readPage(
  db: Db,
  from: RawBuilder<unknown>,
  matching: RawBuilder<unknown>[],
  limit: number,
): Promise<StoredDeal[]> {
  const { rows } = await sql<FactRow & { readonly value: Paise }>`
    select ${factColumns('deals', 'd')}, d.value from ${from} where ${sql.join(matching, sql` and `)}
    order by d.trade_date desc, d.value desc, d.symbol, d.client_name, d.deal_type, d.recorded, d.id
    limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...factFromRow('deals', row), value: row.value }))
}

interface Days {
  readonly from: Day | undefined
  readonly to: Day | undefined
  readonly before?: Day
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

/** The retracted deals of a view, of which there are few. */
async function retractedDeals(db: Db, view: View): Promise<readonly Recorded<DealFact>[]> {
  const { version, asOf } = view
  return cachedRetracted(db, `${version} ${asOf}`, async () => {
    // A literal condition: with a parameter SQLite would not use the partial index on it.
    const retractions = await readFacts(db, 'retractions', sql`fact = 'deal' and ${isKnownTo(view)}`)
    const found = new Map<number, Recorded<DealFact>>()
    for (const { of, recorded } of retractions) {
      const isOf = sql`trade_date = ${of.tradeDate} and symbol = ${of.symbol} and client_name = ${of.clientName}`
      const deals = await readFacts(db, 'deals', sql`${isOf} and ${isKnownTo(view)}`)
      for (const deal of deals) if (deal.recorded < recorded && isNamedBy(of, deal)) found.set(deal.id, deal)
    }
    return [...found.values()]
  })
}

const MAX_CACHED = 1000
const cachedRetracted = cachedPerStore<readonly Recorded<DealFact>[]>(MAX_CACHED)

/** True for the deals `d` that are not retracted. */
async function isNotRetracted(db: Db, view: View): Promise<RawBuilder<unknown>> {
  const retracted = await retractedDeals(db, view)
  return retracted.length === 0 ? sql`1 = 1` : sql`d.id not in (${sql.join(retracted.map(({ id }) => id))})`
}

/** The number of deals that a view knows, of one symbol or of all, without those retracted. */
export async function knownDealCount(db: Db, view: View, symbol?: string): Promise<number> {
  const key = symbol === undefined ? null : asciiUpper(symbol)
  const total = key === null ? await countOfAll(db, view) : await countOfSymbol(db, view, key)
  const retracted = await retractedDeals(db, view)
  return total - retracted.filter((deal) => key === null || asciiUpper(deal.symbol) === key).length
}

/** By the ids of the rounds: at present the index alone is read. */
async function countOfSymbol(db: Db, { version, asOf }: View, symbol: string): Promise<number> {
  const { upTo } = await factIdsOf(db, { after: 0, upTo: version })
  const isThen = asOf === null ? sql`true` : sql`d.recorded <= ${asOf}`
  const isOf = sql`upper(d.symbol) = ${symbol} and d.id <= ${upTo} and ${isThen}`
  return countOf(db, sql`${dealsBy(db, 'deals_of_symbol')} where ${isOf}`)
}

/** The sum of the days before that of the moment, which are counted when recorded, and the deals of that day. */
async function countOfAll(db: Db, { version, asOf }: View): Promise<number> {
  const day = asOf?.slice(0, 10) ?? null
  const isBefore = day === null ? sql`true` : sql`day < ${day}`
  const { n } = await oneRow(
    db,
    sql<{
      n: number | null
    }>`select sum(deals) as n from deal_counts where round <= ${version} and ${isBefore}`,
  )
  if (day === null) return Number(n)
  const isThen = sql`d.recorded >= ${day} and d.recorded <= ${asOf} and d.round <= ${version}`
  return Number(n) + (await countOf(db, sql`${dealsBy(db, 'deals_recorded')} where ${isThen}`))
}

/** The first day with a deal on an exchange in each of these symbols, in upper case, that a view knows. */
export async function firstDealDays(
  db: Db,
  view: View,
  exchange: Exchange,
  symbols: readonly string[],
): Promise<Map<string, Day>> {
  if (symbols.length === 0) return new Map()
  const { rows } = await sql<{ symbol: string; day: Day }>`
    select upper(d.symbol) as symbol, min(d.trade_date) as day from ${dealsBy(db, 'deals_of_symbol')}
    where upper(d.symbol) in (${sql.join(symbols)}) and d.exchange = ${exchange}
      and ${isAlsoKnownTo(db, view)} and ${await isNotRetracted(db, view)}
    group by upper(d.symbol)`.execute(db)
  return new Map(rows.map(({ symbol, day }) => [symbol, day]))
}

/** The deals of one exchange and kind on one day. */
export interface DealListDay {
  readonly tradeDate: Day
  readonly exchange: Exchange
  readonly kind: DealKind
}

/** Counts the deals of a list that a view knows, without those retracted. */
export async function dealCount(
  db: Db,
  view: View,
  { tradeDate, exchange, kind }: DealListDay,
): Promise<number> {
  return countOf(
    db,
    sql`${dealsBy(db, 'deals_newest')}
    where d.trade_date = ${tradeDate} and d.exchange = ${exchange} and d.kind = ${kind}
      and ${isKnownTo(view)} and ${await isNotRetracted(db, view)}`,
  )
}

async function countOf(db: Db, deals: RawBuilder<unknown>): Promise<number> {
  return Number((await oneRow(db, sql<{ n: number }>`select count(*) as n from ${deals}`)).n)
}
