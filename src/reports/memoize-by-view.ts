import { LRUCache } from 'lru-cache'
import type { View } from '../store/view.ts'
import { type MarketData, onePerMarket } from './market-data.ts'

type Reading<T> = (market: MarketData, view: View) => Promise<T>

/** The present, and a few views that cursors use. */
const VIEWS_CACHED = 4

/**
 * Caches the result of a view, which never changes, since facts are only added. Callers share the cached object, so they
 * must not modify it.
 */
export function memoizeByView<T>(read: Reading<T>): Reading<T> {
  const viewsOf = onePerMarket(() => new LRUCache<string, Promise<T>>({ max: VIEWS_CACHED }))
  return (market, view) => {
    const views = viewsOf(market)
    const key = `${view.version} ${view.asOf}`
    const known = views.get(key)
    if (known) return known
    const reading = read(market, view)
    views.set(key, reading)
    // A failed reading is dropped, so that the next request tries again; a newer one may have replaced it already.
    reading.catch(() => {
      if (views.peek(key) === reading) views.delete(key)
    })
    return reading
  }
}
