import type { ChangingIpo } from '../../reports/changes/listed-states.ts'
import type { Position } from '../../reports/changes/position.ts'
import type { AlertEvent, AlertIpo } from '../alert.ts'
import type { AlertRule, RuleConditions } from '../rules/alert-rules.ts'

/** A rule that fires about an IPO, before its details are read. */
export interface Occurrence {
  /** Names the occasion: the same one never gives a second message to a channel, whichever rule it is by. */
  readonly key: string
  readonly on: AlertEvent['on']
  readonly rule: Pick<AlertRule, 'name' | 'channels'>
  /** The number of the issue in the store. */
  readonly number: number
  /** Where the IPO is described: before the step for one that left the list. */
  readonly position: Position
  /** The IPO as it was known there. */
  readonly item: ChangingIpo
  readonly event: (ipo: AlertIpo) => AlertEvent
}

export const occasionKey = (...parts: readonly (string | number)[]): string => parts.join('|')

type JudgedIpo = Pick<
  AlertIpo,
  'slug' | 'board' | 'minAmount' | 'lastGmp' | 'lastGmpPct' | 'lastGmpOwners' | 'gmpDisputed'
>

/** Whether an IPO meets the conditions of a rule. An unknown figure lies in no range. */
export const meetsConditions = (where: RuleConditions, ipo: JudgedIpo): boolean =>
  (where.board === undefined || where.board === ipo.board) &&
  (where.ipos?.includes(ipo.slug) ?? true) &&
  isWithin(where.minAmount, ipo.minAmount) &&
  isWithin(where.gmpPercent, ipo.lastGmpPct) &&
  isWithin(where.gmp, ipo.lastGmp) &&
  isWithin(where.sources, ipo.lastGmpOwners) &&
  (where.disputed === undefined || where.disputed === ipo.gmpDisputed)

const isWithin = (range: RuleConditions['gmp'], value: number | null): boolean => {
  if (range === undefined) return true
  const { min = -Infinity, max = Infinity } = range
  return value !== null && value >= min && value <= max
}
