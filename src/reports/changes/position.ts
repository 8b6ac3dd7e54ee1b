import type { Instant } from '../../market/calendar.ts'
import { type ServedMarket, versionName } from '../served-market.ts'

/**
 * A place in the history of the market: the facts of the rounds up to a version, recorded by a moment, at its clock. A
 * version alone is not enough, since the clock changes status and day without one.
 */
export interface Position {
  readonly version: number
  readonly moment: Instant
}

/** As it is published: opaque to consumers. */
export const positionName = ({ demo }: Pick<ServedMarket, 'demo'>, { version, moment }: Position): string =>
  `${versionName({ demo, version })}@${moment}`

export const isSamePosition = (a: Position, b: Position): boolean =>
  a.version === b.version && a.moment === b.moment

/** The later of two positions, component by component. */
export const laterPosition = (from: Position, to: Position): Position => ({
  version: Math.max(from.version, to.version),
  moment: from.moment > to.moment ? from.moment : to.moment,
})
