import { addDays, istDay } from '../../market/calendar.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import { asciiUpper } from '../../market/text-order.ts'
import type { MarketChange } from '../../reports/changes/change.ts'
import { viewOfPosition } from '../../reports/changes/listed-states.ts'
import type { MarketData } from '../../reports/market-data.ts'
import { type DealListDay, dealsAfter, type StoredDeal } from '../../store/deals/deals.ts'
import type { AlertEvent } from '../alert.ts'
import { AlertedDeal } from '../messages/alert-body.ts'
import { picked } from '../messages/alert-data.ts'
import type { AlertRule, TriggerOn } from '../rules/alert-rules.ts'
import type { StepPositions } from './changed-ipos.ts'
import { type Occurrence, occasionKey } from './occurrence.ts'

export type DealRule = AlertRule & { readonly trigger: TriggerOn<'deal'> }

export const isDealRule = (rule: AlertRule): rule is DealRule => rule.trigger.on === 'deal'

/** Deals of earlier days are history, such as an import. */
const TRADED_WITHIN_DAYS = 7
/** A list of one day has a few hundred deals. */
const MOST_DEALS = 10_000

/** The deals of a list that a step made known and that meet a rule. */
export async function dealOccurrences(
  { db }: MarketData,
  rules: readonly DealRule[],
  step: StepPositions,
  { tradeDate, exchange, kind }: DealListDay,
  cause: MarketChange,
): Promise<(Pick<Occurrence, 'key' | 'rule'> & { readonly event: AlertEvent })[]> {
  if (rules.length === 0 || tradeDate < addDays(istDay(step.after.moment), -TRADED_WITHIN_DAYS)) return []
  const filter = { from: tradeDate, to: tradeDate, exchange: [exchange], kind: [kind] }
  const dealsAt = (position: StepPositions['after']) =>
    dealsAfter(db, viewOfPosition(position), filter, null, MOST_DEALS)
  const known = new Set((await dealsAt(step.before)).map(({ id }) => id))
  const times = new Map<string, number>()
  return (await dealsAt(step.after)).flatMap((stored) => {
    const deal = alertedDeal(stored)
    const alike = dealKey(deal)
    const nth = (times.get(alike) ?? 0) + 1
    times.set(alike, nth)
    if (known.has(stored.id)) return []
    const key = occasionKey(alike, nth)
    const event = { on: 'deal', deal, cause } as const
    return rules.filter((rule) => isMet(rule, deal)).map((rule) => ({ key, rule, event }))
  })
}

/** Equal deals have equal keys. They are recorded with alerts, so that another order of the parts would repeat these. */
export const dealKey = (deal: AlertedDeal): string =>
  occasionKey(
    ...['deal', deal.symbol, String(deal.securityName), deal.clientName, deal.exchange, deal.kind],
    ...[deal.dealType, deal.tradeDate, deal.quantity, deal.price, deal.value],
  )

const isMet = ({ trigger: { symbols, client, minValue } }: DealRule, deal: AlertedDeal): boolean =>
  (symbols === undefined || symbols.includes(asciiUpper(deal.symbol))) &&
  (client === undefined || asciiUpper(deal.clientName).includes(client)) &&
  deal.value >= minValue

const alertedDeal = (deal: StoredDeal): AlertedDeal =>
  picked(AlertedDeal, { ...deal, price: rupeesFromPaise(deal.price), value: rupeesFromPaise(deal.value) })
