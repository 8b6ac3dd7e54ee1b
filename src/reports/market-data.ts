import type { Owners } from '../market/facts/publisher.ts'
import { type Db, onePerStore } from '../store/engines/db.ts'

/** What reports are computed from: the recorded facts, and who owns the sources that reported them. */
export interface MarketData {
  readonly db: Db
  readonly owners: Owners
}

/** Holds one object per store and owners: other owners give other figures from the same facts. */
export function onePerMarket<T extends object>(create: () => T): (market: MarketData) => T {
  const ofStore = onePerStore(() => new WeakMap<Owners, T>())
  return ({ db, owners }) => {
    const byOwners = ofStore(db)
    const kept = byOwners.get(owners) ?? create()
    byOwners.set(owners, kept)
    return kept
  }
}
