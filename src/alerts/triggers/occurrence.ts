import type { ChangingIpo } from '../../reports/changes/listed-states.ts'
import type { Position } from '../../reports/changes/position.ts'
import type { AlertEvent, AlertIpo } from '../alert.ts'
import type { AlertRule } from '../rules/alert-rules.ts'

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
