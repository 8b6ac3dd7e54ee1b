import type { Change } from '../schemas/changes.ts'
import type { ServedMarket } from '../served-market.ts'
import type { MarketChange } from './change.ts'
import { positionName } from './position.ts'

/** A change as every surface shows it. */
export const publishedChange = (
  market: Pick<ServedMarket, 'demo'>,
  { at, position, kind, by, slug, name, old, new: now, into }: MarketChange,
): Change => ({ at, position: positionName(market, position), kind, by, slug, name, old, new: now, into })
