import type { AlertEvent, AlertIpo } from '../../alerts/alert.ts'
import type { AlertRule, Trigger } from '../../alerts/rules/alert-rules.ts'
import { dueTime } from '../../alerts/triggers/due.ts'
import { invariant } from '../../invariant.ts'
import { addDays, dayAsDateTime, istDay } from '../../market/calendar.ts'
import type { ChangeKind, Fields } from '../../market/issues/changes.ts'
import type { MarketChange } from '../../reports/changes/change.ts'
import type { Position } from '../../reports/changes/position.ts'
import type { MarketData } from '../../reports/market-data.ts'
import { type FittingIpo, fittingIpo, gmpIn } from './fitting-ipo.ts'
import { type TrialEvent, trialDeal } from './trial-deal.ts'

/** An event of a rule about an IPO or deal that fits, whether or not it happened; `undefined` when nothing fits. */
export async function trialEvent(
  market: MarketData,
  position: Position,
  rule: AlertRule,
): Promise<TrialEvent | undefined> {
  const { trigger } = rule
  if (trigger.on === 'deal') return trialDeal(market, position, trigger)
  const found = await fittingIpo(market, position, rule)
  if (!found) return undefined
  return { event: ipoEvent(position, trigger, found), meetsConditions: found.meetsConditions }
}

type IpoTrigger = Exclude<Trigger, { readonly on: 'deal' }>

function ipoEvent(position: Position, trigger: IpoTrigger, { ipo, reading }: FittingIpo): AlertEvent {
  const cause = (kind: ChangeKind, fields: readonly (keyof AlertIpo)[]) =>
    trialChange(position, kind, ipo, fields)
  switch (trigger.on) {
    case 'listed':
      return { on: trigger.on, ipo, cause: cause('listing', ['listing']) }
    case 'new':
      return { on: trigger.on, ipo, cause: { ...cause('new', []), old: null, new: { ...ipo } } }
    case 'withdrawn':
      return { on: trigger.on, ipo, cause: { ...cause('withdrawal', []), old: { ...ipo }, new: null } }
    case 'datesMoved': {
      const change = cause('dates', ['openDate', 'closeDate'])
      return { on: trigger.on, ipo, cause: { ...change, old: aDayEarlier(change.new ?? {}) } }
    }
    case 'dispute': {
      const direction = ipo.gmpDisputed ? 'begins' : 'ends'
      const change = cause('dispute', ['gmpDisputed'])
      return { on: trigger.on, ipo, direction, cause: { ...change, old: { gmpDisputed: !ipo.gmpDisputed } } }
    }
    case 'gmp': {
      const { unit, level } = trigger
      const direction = (gmpIn(unit, ipo) ?? 0) >= level ? 'up' : 'down'
      const change = cause('gmp', ['lastGmp', 'lastGmpPct', 'lastGmpDay', 'lastGmpOwners'])
      // A first quote crosses a level only upwards.
      const was = direction === 'up' ? null : level
      const wasQuoted =
        was === null ? null : { day: ipo.lastGmpDay ?? istDay(position.moment), owners: ipo.lastGmpOwners }
      return { on: trigger.on, ipo, unit, level, direction, was, wasQuoted, cause: change }
    }
    case 'subscription': {
      const { category, times } = trigger
      const { timesSub: is, observedAt: readAt } = invariant(reading, 'the reading of an IPO that fits')
      return { on: trigger.on, ipo, category, times, was: null, is, readAt, cause: null }
    }
    default: {
      const due = invariant(dueTime(trigger, ipo), 'the day of an IPO that fits')
      return { on: trigger.on, ipo, day: due.day, isAnnounced: due.isAnnounced, cause: null }
    }
  }
}

/** A change as if these fields had been unknown before. */
const trialChange = (
  position: Position,
  kind: ChangeKind,
  ipo: AlertIpo,
  fields: readonly (keyof AlertIpo)[],
): MarketChange => ({
  at: position.moment,
  position,
  kind,
  by: 'sources',
  slug: ipo.slug,
  name: ipo.name,
  old: valuesOf(fields, () => null),
  new: valuesOf(fields, (field) => ipo[field]),
  into: null,
})

const valuesOf = (fields: readonly (keyof AlertIpo)[], read: (field: keyof AlertIpo) => unknown): Fields =>
  Object.fromEntries(fields.map((field) => [field, read(field)]))

/** The days of these fields as if they had moved by one day. */
const aDayEarlier = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? dayAsDateTime(addDays(value.slice(0, 10), -1)) : null,
    ]),
  )
