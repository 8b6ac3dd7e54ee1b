import type { AlertEvent } from '../../alerts/alert.ts'
import { alertDeal, type DealRule } from '../../alerts/triggers/deal-alerts.ts'
import { dayAsDateTime } from '../../market/calendar.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import type { MarketChange } from '../../reports/changes/change.ts'
import { viewOfPosition } from '../../reports/changes/listed-states.ts'
import type { Position } from '../../reports/changes/position.ts'
import type { MarketData } from '../../reports/market-data.ts'
import { type DealFilter, dealsAfter, type StoredDeal } from '../../store/deals/deals.ts'

export interface TrialEvent {
  readonly event: AlertEvent
  /** Whether the rule's conditions hold for it. */
  readonly meetsConditions: boolean
}

/** The most deals of each symbol or client among which one above the value is looked for. */
const DEALS_LOOKED_AT = 200

/** The newest deal of the rule, or else the newest of all. */
export async function trialDeal(
  { db }: MarketData,
  position: Position,
  trigger: DealRule['trigger'],
): Promise<TrialEvent | undefined> {
  const view = viewOfPosition(position)
  const read = (filter: DealFilter) => dealsAfter(db, view, filter, null, DEALS_LOOKED_AT)
  const filter = trigger.client === null ? {} : { client: trigger.client }
  const searched = trigger.symbols?.map((symbol) => ({ ...filter, symbol })) ?? [filter]
  const found: StoredDeal[] = []
  for (const one of searched) found.push(...(await read(one)))
  const meeting = found
    .filter(({ value }) => rupeesFromPaise(value) >= trigger.minValue)
    .toSorted((a, b) => (a.tradeDate < b.tradeDate ? 1 : -1))[0]
  const deal = meeting ?? (await dealsAfter(db, view, {}, null, 1))[0]
  if (!deal) return undefined
  const { exchange, kind, tradeDate } = deal
  const cause: MarketChange = {
    at: position.moment,
    position,
    kind: 'deals',
    by: 'sources',
    slug: null,
    name: null,
    old: null,
    new: { exchange, kind, tradeDate: dayAsDateTime(tradeDate), deals: 1 },
    into: null,
  }
  return { event: { on: 'deal', deal: alertDeal(deal), cause }, meetsConditions: meeting !== undefined }
}
