import type { Day } from '../../market/calendar.ts'
import { asciiUpper } from '../../market/text-order.ts'
import { sortOfDeal } from '../deals/deal-groups.ts'
import type { Db } from '../engines/db.ts'
import type { NewRow } from '../tables.ts'
import { putRows } from './insert-rows.ts'

type Group = NewRow<'deal_groups'>

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
  readonly #clients = new Map<string, Group>()
  readonly #sorts = new Map<string, Group>()

  constructor(tx: Db) {
    this.#tx = tx
  }

  async note(deals: readonly GroupedDeal[]): Promise<void> {
    for (const deal of deals) {
      add(this.#clients, 'client', deal.client_name, deal.trade_date)
      add(this.#sorts, 'sort', sortOfDeal(deal.exchange, deal.kind, deal.deal_type), deal.trade_date)
    }
    if (this.#clients.size > MOST_GROUPS) await this.write()
  }

  async write(): Promise<void> {
    // Names that differ only in letter case are one group, and one statement may contain a group only once.
    const upper = new Map<string, Group>()
    for (const [client, group] of this.#clients) {
      const name = asciiUpper(client)
      const other = upper.get(name)
      upper.set(name, other ? sumOf(other, group) : { ...group, name })
    }
    const groups = [...upper.values(), ...this.#sorts.values()]
    this.#clients.clear()
    this.#sorts.clear()
    await putRows(this.#tx, 'deal_groups', groups, ADD_TO_EXISTING)
  }
}

const ADD_TO_EXISTING = `on conflict (grouped_by, name) do update set deals = deal_groups.deals + excluded.deals,
  first_day = case when deal_groups.first_day < excluded.first_day then deal_groups.first_day else excluded.first_day end,
  last_day = case when deal_groups.last_day > excluded.last_day then deal_groups.last_day else excluded.last_day end`

function add(groups: Map<string, Group>, by: Group['grouped_by'], name: string, day: Day): void {
  const group = groups.get(name)
  if (!group) groups.set(name, { grouped_by: by, name, deals: 1, first_day: day, last_day: day })
  else {
    group.deals++
    if (day < group.first_day) group.first_day = day
    if (day > group.last_day) group.last_day = day
  }
}

const sumOf = (a: Group, b: Group): Group => ({
  ...a,
  deals: a.deals + b.deals,
  first_day: a.first_day < b.first_day ? a.first_day : b.first_day,
  last_day: a.last_day > b.last_day ? a.last_day : b.last_day,
})
