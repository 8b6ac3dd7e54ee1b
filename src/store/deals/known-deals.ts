import { type RawBuilder, sql } from 'kysely'
import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import { asciiUpper } from '../../market/text-order.ts'
import { type Db, isOnPostgres, oneRow } from '../engines/db.ts'
import { cachedPerStore } from '../engines/per-store.ts'
import type { DealListDay } from '../facts/facts-in-rounds.ts'
import { hasDealRetractions, isRetractedDeal } from '../facts/unretracted-facts.ts'
import { isKnownTo, type View } from '../view.ts'
import { ALL_DEALS, MOMENT_LEVEL, PERIOD_LEVELS, periodAt } from './deal-periods.ts'

/**
 * The deals `d`, read by a named index. With statistics of few symbols or days, SQLite would choose another one and
 * sort all deals.
 */
export const dealsBy = (
  db: Db,
  index: 'deals_newest' | 'deals_of_symbol' | 'deals_of_client' | 'deals_recorded',
): RawBuilder<unknown> => (isOnPostgres(db) ? sql`deals d` : sql`deals d indexed by ${sql.ref(index)}`)

/** The deals known to a view, of one symbol or of all. */
export interface KnownDeals {
  /** Without those retracted. */
  readonly total: number
  /** The first and the last trade date; `null` when there is no deal. */
  readonly days: readonly [first: Day, last: Day] | null
}

/** Cache size: each page of a walk repeats the total, and so do recent queries. */
const MAX_CACHED = 1000
const cached = cachedPerStore<KnownDeals>(MAX_CACHED)

/** Reads stored totals, so that the time does not grow with the number of deals. */
export function knownDeals(db: Db, view: View, symbol?: string): Promise<KnownDeals> {
  const key = symbol === undefined ? ALL_DEALS : asciiUpper(symbol)
  return cached(db, `${view.version} ${view.asOf} ${key}`, () => readKnown(db, view, key))
}

async function readKnown(db: Db, view: View, key: string): Promise<KnownDeals> {
  const { deals, newest, first, last } = await recordedTotals(db, key, view.asOf)
  if (first === null || last === null) return { total: 0, days: null }
  const later = newest > view.version ? await recordedAfter(db, key, view, newest) : 0
  return { total: deals - later - (await retracted(db, key, view)), days: [first, last] }
}

interface RecordedTotals {
  readonly deals: number
  /** The market version of the totals. */
  readonly newest: number
  readonly first: Day | null
  readonly last: Day | null
}

/** The totals of the newest version up to a moment. One statement, so that no round is committed between its parts. */
async function recordedTotals(db: Db, key: string, asOf: Instant | null): Promise<RecordedTotals> {
  const totals = asOf === null ? periodsOf(key, 0, sql`true`) : upTo(db, key, asOf)
  const row = await oneRow(
    db,
    sql<RecordedTotals>`
    select coalesce(sum(deals), 0) as deals, min(first_day) as first, max(last_day) as last,
      (select version from market_version) as newest
    from (${totals}) known`,
  )
  return { ...row, deals: Number(row.deals) }
}

const periodsOf = (key: string, level: number, condition: RawBuilder<unknown>) => sql`
  select deals, first_day, last_day from deal_totals
  where symbol = ${key} and level = ${sql.lit(level)} and ${condition}`

/**
 * Adds the whole years before the moment, the whole months before it in its year, and so on down the levels. In a
 * period that is not split, it counts the single deals up to the moment.
 */
function upTo(db: Db, key: string, asOf: Instant): RawBuilder<unknown> {
  const ofKey = dealsBy(db, key === ALL_DEALS ? 'deals_recorded' : 'deals_of_symbol')
  const before = PERIOD_LEVELS.map((level) => {
    const end = level === MOMENT_LEVEL ? sql`period <= ${asOf}` : sql`period < ${periodAt(asOf, level)}`
    return periodsOf(key, level, level === 0 ? end : sql`period > ${periodAt(asOf, level - 1)} and ${end}`)
  })
  const around = PERIOD_LEVELS.map((level) => sql`(${sql.lit(level)}, ${periodAt(asOf, level)})`)
  const within = sql`
    select case when last_recorded <= ${asOf} then deals else (
        select count(*) from ${ofKey} where ${isOfKey(key, asOf)}
          and d.recorded between t.first_recorded and ${asOf}
      ) end as deals, first_day, last_day
    from deal_totals t
    where symbol = ${key} and (level, period) in (values ${sql.join(around.slice(0, MOMENT_LEVEL))})
      and is_split = 0 and first_recorded <= ${asOf}`
  return sql.join([...before, within], sql` union all `)
}

/**
 * Bounds the deals of a period's row `t` so that they are close together in an index: by trade date for a symbol, by
 * recording time for all. No deal is recorded before its trade date.
 */
const isOfKey = (key: string, asOf: Instant) =>
  key === ALL_DEALS
    ? sql`true`
    : sql`upper(d.symbol) = ${key} and d.trade_date between t.first_day and ${istDay(asOf)}`

/** Counts deals of rounds after the view's version. Only a walk that began before those rounds needs this. */
async function recordedAfter(db: Db, key: string, view: View, newest: number): Promise<number> {
  const { rows: before } = await sql<{ id: number }>`
    select id from deals where round <= ${view.version} order by id desc limit 1`.execute(db)
  const isOf = key === ALL_DEALS ? sql`true` : sql`upper(symbol) = ${key}`
  const isThen = view.asOf === null ? sql`true` : sql`recorded <= ${view.asOf}`
  const isLater = sql`id > ${before[0]?.id ?? 0} and round <= ${newest}`
  return countOf(db, sql`deals where ${isLater} and ${isOf} and ${isThen}`)
}

async function retracted(db: Db, key: string, view: View): Promise<number> {
  if (!(await hasDealRetractions(db, view))) return 0
  const isOf = key === ALL_DEALS ? sql`true` : sql`upper(r.deal_symbol) = ${key}`
  return countOf(
    db,
    sql`deals d
    where d.id in (
        select named.id from retractions r cross join deals named
        where r.fact = 'deal' and ${isOf}
          and named.trade_date = r.deal_trade_date and named.symbol = r.deal_symbol
          and named.client_name = r.deal_client_name)
      and ${isKnownTo(view)} and ${isRetractedDeal(view)}`,
  )
}

/** Counts the deals of a list that a view knows, without those retracted. */
export async function dealCount(
  db: Db,
  view: View,
  { tradeDate, exchange, kind }: DealListDay,
): Promise<number> {
  const isUnretracted = (await hasDealRetractions(db, view)) ? sql`not ${isRetractedDeal(view)}` : sql`1 = 1`
  return countOf(
    db,
    sql`${dealsBy(db, 'deals_newest')}
    where d.trade_date = ${tradeDate} and d.exchange = ${exchange} and d.kind = ${kind}
      and ${isKnownTo(view)} and ${isUnretracted}`,
  )
}

async function countOf(db: Db, deals: RawBuilder<unknown>): Promise<number> {
  return Number((await oneRow(db, sql<{ n: number }>`select count(*) as n from ${deals}`)).n)
}
