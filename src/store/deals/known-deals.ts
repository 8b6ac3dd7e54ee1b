import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { invariant } from '../../invariant.ts'
import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import { asciiUpper } from '../../market/text-order.ts'
import { type Db, isOnPostgres } from '../engines/db.ts'
import { hasDealRetractions, isRetractedDeal } from '../facts/retractions.ts'
import { isKnownTo, type View } from '../view.ts'
import { ALL_DEALS, MOMENT_LEVEL, PERIOD_LEVELS, periodAt } from './deal-periods.ts'

/** The deals `d`, by an index. With statistics of few symbols or days, SQLite would choose another, and sort all deals. */
export const dealsBy = (
  db: Db,
  index: 'deals_newest' | 'deals_of_symbol' | 'deals_of_client' | 'deals_recorded',
): RawBuilder<unknown> => (isOnPostgres(db) ? sql`deals d` : sql`deals d indexed by ${sql.ref(index)}`)

/** Deals that a view knows, of a symbol or of all. */
export interface KnownDeals {
  /** Without those that were retracted. */
  readonly total: number
  /** All of them were traded between these days; `null` where there is none. */
  readonly days: readonly [first: Day, last: Day] | null
}

/** Walks, each of whose pages tells the total; and what was asked lately. */
const VIEWS_KEPT = 1000
const kept = new WeakMap<Db, LRUCache<string, KnownDeals>>()

/** Reads kept totals, and so takes no longer for more deals. */
export async function knownDeals(db: Db, view: View, symbol?: string): Promise<KnownDeals> {
  const key = symbol === undefined ? ALL_DEALS : asciiUpper(symbol)
  const views = kept.get(db) ?? new LRUCache<string, KnownDeals>({ max: VIEWS_KEPT })
  kept.set(db, views)
  const name = `${view.version} ${view.asOf} ${key}`
  const known = views.get(name) ?? (await readKnown(db, view, key))
  views.set(name, known)
  return known
}

async function readKnown(db: Db, view: View, key: string): Promise<KnownDeals> {
  const { deals, newest, first, last } = await learned(db, key, view.asOf)
  if (first === null || last === null) return { total: 0, days: null }
  const later = newest > view.version ? await learnedIn(db, key, view, newest) : 0
  return { total: deals - later - (await retracted(db, key, view)), days: [first, last] }
}

interface Learned {
  readonly deals: number
  /** The market version that the totals are of. */
  readonly newest: number
  readonly first: Day | null
  readonly last: Day | null
}

/** What was learned up to a moment, of the newest version: one statement, so that no round comes between its parts. */
async function learned(db: Db, key: string, asOf: Instant | null): Promise<Learned> {
  const totals = asOf === null ? periodsOf(key, 0, sql`true`) : upTo(db, key, asOf)
  const { rows } = await sql<Learned>`
    select coalesce(sum(deals), 0) as deals, min(first_day) as first, max(last_day) as last,
      (select version from market_version) as newest
    from (${totals}) known`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the store gave no totals of deals')
  return { ...row, deals: Number(row.deals) }
}

const periodsOf = (key: string, level: number, condition: RawBuilder<unknown>) => sql`
  select deals, first_day, last_day from deal_totals
  where symbol = ${key} and level = ${sql.lit(level)} and ${condition}`

/** The years before, in the year the months before, and so on; of the period that is not split, its deals until then. */
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
 * The deals of a period's row `t` lie close together in an index: by day for a symbol, else by when they were learned. No
 * deal is known before its day.
 */
const isOfKey = (key: string, asOf: Instant) =>
  key === ALL_DEALS
    ? sql`true`
    : sql`upper(d.symbol) = ${key} and d.trade_date between t.first_day and ${istDay(asOf)}`

/** Of the rounds after a view: only a walk that began before them asks. */
async function learnedIn(db: Db, key: string, view: View, newest: number): Promise<number> {
  const { rows: before } = await sql<{ id: number }>`
    select id from deals where round <= ${view.version} order by id desc limit 1`.execute(db)
  const isOf = key === ALL_DEALS ? sql`true` : sql`upper(symbol) = ${key}`
  const isThen = view.asOf === null ? sql`true` : sql`recorded <= ${view.asOf}`
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from deals
    where id > ${before[0]?.id ?? 0} and round <= ${newest} and ${isOf} and ${isThen}`.execute(db)
  return Number(invariant(rows[0], 'the count of deals').n)
}

async function retracted(db: Db, key: string, view: View): Promise<number> {
  if (!(await hasDealRetractions(db))) return 0
  const isOf = key === ALL_DEALS ? sql`true` : sql`upper(r.deal_symbol) = ${key}`
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from deals d
    where d.id in (
        select named.id from retractions r cross join deals named
        where r.fact = 'deal' and ${isOf}
          and named.trade_date = r.deal_trade_date and named.symbol = r.deal_symbol
          and named.client_name = r.deal_client_name)
      and ${isKnownTo(view)} and ${isRetractedDeal(view)}`.execute(db)
  return Number(invariant(rows[0], 'the count of deals').n)
}
