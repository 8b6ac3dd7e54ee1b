import type { Instant } from '../../market/calendar.ts'
import type { ChangeCause, ChangeKind, Fields } from '../../market/issues/changes.ts'
import type { ServedMarket } from '../served-market.ts'
import type { MarketChange } from './change.ts'
import { positionName } from './position.ts'

/** A change as every surface tells it. The keys stand in the published order. */
export interface PublishedChange {
  at: Instant
  position: string
  kind: ChangeKind
  by: ChangeCause
  slug: string | null
  name: string | null
  old: Fields | null
  new: Fields | null
  into: string | null
}

export const publishedChange = (
  market: Pick<ServedMarket, 'demo'>,
  { at, position, kind, by, slug, name, old, new: now, into }: MarketChange,
): PublishedChange => ({
  at,
  position: positionName(market, position),
  kind,
  by,
  slug,
  name,
  old,
  new: now,
  into,
})
