import type { ChangingIpo } from '../../reports/changes/listed-states.ts'
import type { Position } from '../../reports/changes/position.ts'
import type { AlertEvent, AlertIpo } from '../alert.ts'
import type { AlertRule, RuleConditions } from '../rules/alert-rules.ts'

type WithoutIpo<Event> = Event extends { readonly ipo: AlertIpo } ? Omit<Event, 'ipo'> : never

/** What makes a rule fire about an IPO. */
export interface Fired {
  /** What tells this occasion from others about the same IPO. */
  readonly occasion: readonly (string | number)[]
  readonly event: WithoutIpo<AlertEvent>
}

/** An IPO as it was known at a position. */
export interface NumberedIpo {
  /** The number of the issue in the store. */
  readonly number: number
  readonly item: ChangingIpo
}

/** A rule that fires about an IPO, before its details are read. */
export interface Occurrence extends NumberedIpo {
  /** Names the occasion: the same one never gives a second message to a channel, whichever rule it is by. */
  readonly key: string
  readonly rule: AlertRule
  /** Where the IPO is described: before the step for one that left the list. */
  readonly position: Position
  readonly event: Fired['event']
}

export const occasionKey = (...parts: readonly (string | number)[]): string => parts.join('|')

/** The rules that fire about an IPO and whose conditions it meets, in their order. */
export const occurrencesOf = <Rule extends AlertRule>(
  rules: readonly Rule[],
  about: NumberedIpo & Pick<Occurrence, 'position'>,
  firedBy: (trigger: Rule['trigger']) => Fired | null | undefined,
): Occurrence[] =>
  rules.flatMap((rule) => {
    const fired = firedBy(rule.trigger)
    if (!fired || !meetsConditions(rule.where, about.item)) return []
    const key = occasionKey(fired.event.on, about.item.slug, ...fired.occasion)
    return [{ ...about, key, rule, event: fired.event }]
  })

const meetsConditions = (where: RuleConditions, ipo: ChangingIpo): boolean =>
  (where.board === undefined || where.board === ipo.board) &&
  (where.ipos?.includes(ipo.slug) ?? true) &&
  isWithin(where.minAmount, ipo.minAmount) &&
  isWithin(where.gmpPercent, ipo.lastGmpPct) &&
  isWithin(where.gmp, ipo.lastGmp) &&
  isWithin(where.sources, ipo.lastGmpOwners) &&
  (where.disputed === undefined || where.disputed === ipo.gmpDisputed)

/** An unknown figure lies in no range. */
const isWithin = (range: RuleConditions['gmp'], value: number | null): boolean => {
  if (range === undefined) return true
  const { min = -Infinity, max = Infinity } = range
  return value !== null && value >= min && value <= max
}
