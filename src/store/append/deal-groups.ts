import type { Day } from '../../market/calendar.ts'
import { asciiUpper } from '../../market/text-order.ts'
import { dealGroupKey } from '../deals/deal-groups.ts'
import type { Db } from '../engines/db.ts'
import type { NewRow } from '../tables.ts'
import { putRows } from './insert-rows.ts'

/** A number of deals, and their first and last day. */
export interface DealSpan {
  deals: number
  first_day: Day
  last_day: Day
}

/** The columns of a deal that its groups depend on. */
export type GroupedDeal = Pick<
  NewRow<'deals'>,
  'client_name' | 'exchange' | 'kind' | 'deal_type' | 'trade_date'
>

/** Bounds the memory of a large import. */
const MOST_GROUPS = 50_000

/** Maintains `deal_groups`: the number of deals of each group, and their first and last day. */
export class DealGroups {
  readonly #tx: Db
  readonly #clients = new Map<string, DealSpan>()
  readonly #kinds = new Map<string, DealSpan>()

  constructor(tx: Db) {
    this.#tx = tx
  }

  async note(deals: readonly GroupedDeal[]): Promise<void> {
    for (const { client_name, exchange, kind, deal_type, trade_date } of deals) {
      const one = { deals: 1, first_day: trade_date, last_day: trade_date }
      addSpan(this.#clients, client_name, one)
      addSpan(this.#kinds, dealGroupKey(exchange, kind, deal_type), one)
    }
    if (this.#clients.size > MOST_GROUPS) await this.write()
  }

  async write(): Promise<void> {
    // Names that differ only in letter case are one group, and one statement may contain a group only once.
    const upper = new Map<string, DealSpan>()
    for (const [client, span] of this.#clients) addSpan(upper, asciiUpper(client), span)
    const rowsOf = (grouped_by: 'client' | 'sort', spans: ReadonlyMap<string, DealSpan>) =>
      [...spans].map(([name, span]) => ({ grouped_by, name, ...span }))
    const groups = [...rowsOf('client', upper), ...rowsOf('sort', this.#kinds)]
    this.#clients.clear()
    this.#kinds.clear()
    await putRows(this.#tx, 'deal_groups', groups, ADD_TO_EXISTING)
  }
}

const ADD_TO_EXISTING = `on conflict (grouped_by, name) do update set deals = deal_groups.deals + excluded.deals,
  first_day = case when deal_groups.first_day < excluded.first_day then deal_groups.first_day else excluded.first_day end,
  last_day = case when deal_groups.last_day > excluded.last_day then deal_groups.last_day else excluded.last_day end`

/** Adds deals to those under a key. */
export function addSpan(spans: Map<string, DealSpan>, key: string, added: DealSpan): void {
  const span = spans.get(key)
  if (!span) {
    const { deals, first_day, last_day } = added
    spans.set(key, { deals, first_day, last_day })
    return
  }
  span.deals += added.deals
  span.first_day = least(span.first_day, added.first_day)
  span.last_day = greatest(span.last_day, added.last_day)
}

export const least = (a: string, b: string) => (a < b ? a : b)
export const greatest = (a: string, b: string) => (a > b ? a : b)
