import { LRUCache } from 'lru-cache'
import { type MarketData, onePerMarket } from '../market-data.ts'

/** The parts of some of the largest pages: changed units and IPOs, each of a few kilobytes at most. */
const PARTS_KEPT = 6000
/** Clients that reconnect after the same interruption ask for the same pages; those of one walk for the same steps. */
const LISTS_KEPT = 40

/** What was derived between two positions, or at one: a view of the market never changes, so it holds for good. */
const cacheOf = onePerMarket(() => ({
  parts: new LRUCache<string, object>({ max: PARTS_KEPT }),
  lists: new LRUCache<string, Promise<unknown>>({ max: LISTS_KEPT }),
}))

/** A page or a list, derived once for all that ask meanwhile or later. A failed one is removed. */
export function derivedOnce<T>(market: MarketData, key: unknown, derive: () => Promise<T>): Promise<T> {
  const { lists } = cacheOf(market)
  const text = JSON.stringify(key)
  const found = (lists.get(text) as Promise<T> | undefined) ?? derive()
  lists.set(text, found)
  found.catch(() => lists.delete(text))
  return found
}

/** The part that belongs to each item. Those that are not known yet are derived together, whatever page they are for. */
export async function partsDerivedOnce<K, T extends object>(
  market: MarketData,
  items: readonly K[],
  keyOf: (item: K) => string,
  derive: (missing: readonly K[]) => Promise<ReadonlyMap<K, T>>,
): Promise<ReadonlyMap<K, T>> {
  const { parts } = cacheOf(market)
  const found = new Map(items.map((item) => [item, parts.get(keyOf(item)) as T | undefined]))
  const missing = items.filter((item) => found.get(item) === undefined)
  for (const [item, part] of missing.length === 0 ? [] : await derive(missing)) {
    found.set(item, part)
    parts.set(keyOf(item), part)
  }
  return found as Map<K, T>
}
