import { sql } from 'kysely'
import type { Day, Instant } from '../../market/calendar.ts'
import { asciiUpper } from '../../market/text-order.ts'
import { ALL_DEALS, MOMENT_LEVEL, periodAt } from '../deals/deal-periods.ts'
import { chunksOf } from '../engines/chunks.ts'
import type { Db } from '../engines/db.ts'
import type { NewRow, StoreRow } from '../tables.ts'
import { addSpan, DealGroups, type DealSpan, type GroupedDeal, greatest, least } from './deal-groups.ts'
import { putRows, ROWS_PER_INSERT } from './insert-rows.ts'
import { PENDING_TIMESTAMP } from './pending-timestamp.ts'

/** The columns of a deal that the totals depend on. */
export interface CountedDeal extends GroupedDeal {
  readonly symbol: string
  readonly trade_date: Day
  readonly recorded: Instant
}

/** Deals of one symbol, by the moment at which they were recorded. */
type Heaps = Map<Instant, DealSpan>

/** Deals of a symbol that were recorded in one period. */
interface Period {
  readonly symbol: string
  readonly level: number
  readonly period: string
  readonly heaps: Heaps
}

/** So few deals are counted one by one in no time. A period with more deals, of several moments, is split. */
const MOST_IN_ONE = 128
/** Where at most so many times the deals of a symbol were recorded in a period in all, these are read. */
const OTHERS_READ = 4
/** Bounds the memory of a large import with times of its own. */
const MOST_HEAPS = 50_000

/** Maintains `deal_totals` and `deal_groups` while a round appends deals. */
export class StoredDealTotals {
  readonly #tx: Db
  readonly #mostInOne: number
  readonly #groups: DealGroups
  #dated = new Map<string, Heaps>()
  #datedHeaps = 0
  readonly #undated = new Map<string, DealSpan>()

  constructor(tx: Db, mostInOne = MOST_IN_ONE) {
    this.#tx = tx
    this.#mostInOne = mostInOne
    this.#groups = new DealGroups(tx)
  }

  /** Adds deals that have just been stored; those without a time are stored with `PENDING_TIMESTAMP`. */
  async note(deals: readonly CountedDeal[]): Promise<void> {
    for (const { symbol, trade_date: day, recorded } of deals) {
      const heap = { deals: 1, first_day: day, last_day: day }
      if (recorded === PENDING_TIMESTAMP) addSpan(this.#undated, symbol, heap)
      else {
        const heaps = this.#dated.get(symbol) ?? new Map<Instant, DealSpan>()
        if (heaps.size === 0) this.#dated.set(symbol, heaps)
        if (!heaps.has(recorded)) this.#datedHeaps++
        addSpan(heaps, recorded, heap)
      }
    }
    await this.#groups.note(deals)
    if (this.#datedHeaps > MOST_HEAPS) await this.writeDated()
  }

  /** Removes deals without a time that the same round has added. */
  forget(deals: readonly { readonly symbol: string }[]): void {
    for (const { symbol } of deals) {
      const heap = this.#undated.get(symbol)
      if (heap && --heap.deals === 0) this.#undated.delete(symbol)
    }
  }

  /** Writes the totals of deals that have their own time. */
  async writeDated(): Promise<void> {
    const dated = this.#dated
    this.#dated = new Map()
    this.#datedHeaps = 0
    await this.#groups.write()
    await this.#count(dated)
  }

  /** Writes the totals of the other deals, once they are stamped. May be repeated after a rollback. */
  async writeUndated(stamp: Instant): Promise<void> {
    await this.#count(new Map([...this.#undated].map(([symbol, heap]) => [symbol, new Map([[stamp, heap]])])))
  }

  /** Adds to the years, and to the parts of years that are split. */
  async #count(noted: ReadonlyMap<string, Heaps>): Promise<void> {
    const bySymbol = new Map<string, Heaps>()
    for (const [symbol, heaps] of noted)
      for (const key of [ALL_DEALS, asciiUpper(symbol)]) {
        const sums = bySymbol.get(key) ?? new Map<Instant, DealSpan>()
        bySymbol.set(key, sums)
        for (const [recorded, heap] of heaps) addSpan(sums, recorded, heap)
      }
    let periods = [...bySymbol].flatMap(([symbol, heaps]) => parts(symbol, 0, heaps))
    while (periods.length > 0) periods = await this.#addTo(periods)
  }

  /** Returns the parts that still have to be added to. */
  async #addTo(periods: readonly Period[]): Promise<Period[]> {
    const left: Period[] = []
    for (const chunk of chunksOf(periods, ROWS_PER_INSERT)) {
      const stored = await this.#stored(chunk)
      const rows: NewRow<'deal_totals'>[] = []
      const ofAll = new Map<string, number>()
      for (const period of chunk) {
        const before = stored.get(keyOf(period))
        const sum = rowOf(period, before)
        rows.push(sum)
        if (period.symbol === ALL_DEALS) ofAll.set(period.period, sum.deals)
        if (before?.is_split) left.push(...partsOf(period))
        else if (this.#mustSplit(sum)) {
          sum.is_split = 1
          rows.push(...this.#split({ ...period, heaps: await this.#allHeaps(period, before, sum, ofAll) }))
        }
      }
      await putRows(this.#tx, 'deal_totals', rows, REPLACE_EXISTING)
    }
    return left
  }

  #mustSplit({ level, deals, first_recorded, last_recorded }: NewRow<'deal_totals'>): boolean {
    return level < MOMENT_LEVEL && deals > this.#mostInOne && first_recorded < last_recorded
  }

  #split(period: Period): NewRow<'deal_totals'>[] {
    return partsOf(period).flatMap((part) => {
      const sum = rowOf(part)
      if (!this.#mustSplit(sum)) return [sum]
      return [{ ...sum, is_split: 1 as const }, ...this.#split(part)]
    })
  }

  /** The deals of a period, including those stored before. */
  async #allHeaps(
    { heaps, period }: Period,
    before: StoreRow<'deal_totals'> | undefined,
    { symbol, deals, first_day, last_day, first_recorded, last_recorded }: NewRow<'deal_totals'>,
    ofAll: ReadonlyMap<string, number>,
  ): Promise<Heaps> {
    if (!before) return heaps
    if (before.first_recorded === before.last_recorded) {
      const all = new Map(heaps)
      addSpan(all, before.first_recorded, before)
      return all
    }
    const isMostOfPeriod = (ofAll.get(period) ?? Number.POSITIVE_INFINITY) <= OTHERS_READ * deals
    const isOfSymbol =
      symbol === ALL_DEALS
        ? sql`true`
        : isMostOfPeriod
          ? // Not by the index of symbols: the symbol may have far more deals of these days in other periods.
            sql`upper(symbol) || '' = ${symbol}`
          : sql`upper(symbol) = ${symbol} and trade_date between ${first_day} and ${last_day}`
    const { rows } = await sql<DealSpan & { recorded: Instant }>`
      select recorded, count(*) as deals, min(trade_date) as first_day, max(trade_date) as last_day from deals
      where ${isOfSymbol} and recorded between ${first_recorded} and ${last_recorded}
      group by recorded`.execute(this.#tx)
    return new Map(rows.map(({ recorded, ...heap }) => [recorded, heap]))
  }

  async #stored(periods: readonly Period[]): Promise<Map<string, StoreRow<'deal_totals'>>> {
    const keys = sql.join(periods.map(({ symbol, period }) => sql`(${symbol}, ${period})`))
    const { rows } = await sql<StoreRow<'deal_totals'>>`
      select * from deal_totals
      where level = ${periods[0]?.level} and (symbol, period) in (values ${keys})`.execute(this.#tx)
    return new Map(rows.map((row) => [keyOf(row), row]))
  }
}

const REPLACE_EXISTING = `on conflict (symbol, level, period) do update set deals = excluded.deals,
  first_recorded = excluded.first_recorded, last_recorded = excluded.last_recorded,
  first_day = excluded.first_day, last_day = excluded.last_day, is_split = excluded.is_split`

const keyOf = ({ symbol, period }: { symbol: string; period: string }): string => `${period} ${symbol}`

function parts(symbol: string, level: number, heaps: Heaps): Period[] {
  const byPeriod = Map.groupBy(heaps, ([recorded]) => periodAt(recorded, level))
  return [...byPeriod].map(([period, entries]) => ({ symbol, level, period, heaps: new Map(entries) }))
}

const partsOf = ({ symbol, level, heaps }: Period): Period[] => parts(symbol, level + 1, heaps)

/** The row of a period, added to the one stored before. */
function rowOf(
  { symbol, level, period, heaps }: Period,
  before?: StoreRow<'deal_totals'>,
): NewRow<'deal_totals'> {
  let { deals, first_recorded, last_recorded, first_day, last_day } = before ?? NOTHING
  for (const [recorded, heap] of heaps) {
    deals += heap.deals
    first_recorded = least(first_recorded, recorded)
    last_recorded = greatest(last_recorded, recorded)
    first_day = least(first_day, heap.first_day)
    last_day = greatest(last_day, heap.last_day)
  }
  const sums = { deals, first_recorded, last_recorded, first_day, last_day }
  return { symbol, level, period, ...sums, is_split: before?.is_split ?? 0 }
}

const NOTHING = {
  deals: 0,
  first_recorded: PENDING_TIMESTAMP,
  last_recorded: '',
  first_day: PENDING_TIMESTAMP,
  last_day: '',
}
