import type { Position } from '../../reports/changes/position.ts'
import type { MarketData } from '../../reports/market-data.ts'
import type { FiredAlert, StatedAlert } from '../alert.ts'
import type { AlertRules } from '../rules/alert-rules.ts'

export interface TriggerContext extends MarketData {
  readonly rules: Pick<AlertRules, 'rules' | 'digest'>
  readonly publicUrl: string
  readonly isDemo: boolean
  /** What earlier messages stated about an IPO, oldest first. */
  readonly statedOn: (slug: string) => Promise<readonly StatedAlert[]>
}

export interface FiredPage {
  /** In the order of the market. */
  readonly alerts: readonly FiredAlert[]
  /** All alerts up to here are included. */
  readonly reached: Position
  readonly isComplete: boolean
}

/**
 * The alerts that fire after one position, up to another at most. They depend only on what was known at each moment and on
 * the clock, not on how a walk is cut into calls.
 */
export async function alertsBetween(
  _context: TriggerContext,
  _since: Position,
  end: Position,
): Promise<FiredPage> {
  return { alerts: [], reached: end, isComplete: true }
}
