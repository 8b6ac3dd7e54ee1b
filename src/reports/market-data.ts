import type { Owners } from '../market/facts/publisher.ts'
import type { Db } from '../store/engines/db.ts'

/** What reports are computed from: the recorded facts, and who owns the sources that reported them. */
export interface MarketData {
  readonly db: Db
  readonly owners: Owners
}

/** Keeps one thing for each market. Other owners make other figures of the same facts, so they share nothing. */
export function onePerMarket<T extends object>(create: () => T): (market: MarketData) => T {
  const byStore = new WeakMap<Db, WeakMap<Owners, T>>()
  return ({ db, owners }) => {
    const byOwners = byStore.get(db) ?? new WeakMap<Owners, T>()
    byStore.set(db, byOwners)
    const kept = byOwners.get(owners) ?? create()
    byOwners.set(owners, kept)
    return kept
  }
}
