import type { Instant } from '../../market/calendar.ts'
import type { ChangeCause, ChangeKind, Difference } from '../../market/issues/changes.ts'
import type { Change } from '../schemas/changes.ts'
import type { ServedMarket } from '../served-market.ts'
import { type Position, positionName } from './position.ts'

/** One change of an IPO or of the deals of a day, or a number of added IPOs. */
export interface MarketChange extends Difference {
  readonly at: Instant
  readonly position: Position
  readonly kind: ChangeKind
  readonly by: ChangeCause
  /** `null` for deals and added IPOs. */
  readonly slug: string | null
  readonly name: string | null
}

/** A change as every surface shows it. */
export const publishedChange = (
  market: Pick<ServedMarket, 'demo'>,
  { at, position, kind, by, slug, name, old, new: now, into }: MarketChange,
): Change => ({ at, position: positionName(market, position), kind, by, slug, name, old, new: now, into })
