import type { Change } from '../schemas/changes.ts'
import type { ServedMarket } from '../served-market.ts'
import { type Position, positionName } from './position.ts'

/** One change of an IPO or of the deals of a day, or a number of added IPOs, before its position has a name. */
export type MarketChange = Readonly<Omit<Change, 'position'>> & { readonly position: Position }

/** A change as every surface shows it. */
export const publishedChange = (
  market: Pick<ServedMarket, 'demo'>,
  { at, position, kind, by, slug, name, old, new: now, into }: MarketChange,
): Change => ({ at, position: positionName(market, position), kind, by, slug, name, old, new: now, into })
