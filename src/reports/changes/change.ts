import type { Instant } from '../../market/calendar.ts'
import type { ChangeCause, ChangeKind, Difference } from '../../market/issues/changes.ts'
import type { Position } from './position.ts'

/** One change, for one who reads it and for a program that takes it over. */
export interface MarketChange extends Difference {
  readonly at: Instant
  readonly position: Position
  readonly kind: ChangeKind
  readonly by: ChangeCause
  /** `null` where it is about deals. */
  readonly slug: string | null
  readonly name: string | null
}
