import { LRUCache } from 'lru-cache'
import type { View } from '../store/view.ts'
import { type MarketData, onePerMarket } from './market-data.ts'

type Reading<T> = (market: MarketData, view: View) => Promise<T>

/** The present, and a few that are being walked through. */
const VIEWS_KEPT = 4

/**
 * Reads only once what a view gives: facts are only ever added, so it never changes. What is kept is shared by all who
 * ask, so it must be something that nobody changes.
 */
export function memoizeByView<T>(read: Reading<T>): Reading<T> {
  const viewsOf = onePerMarket(() => new LRUCache<string, Promise<T>>({ max: VIEWS_KEPT }))
  return (market, view) => {
    const views = viewsOf(market)
    const key = `${view.version} ${view.asOf}`
    const known = views.get(key)
    if (known) return known
    const reading = read(market, view)
    views.set(key, reading)
    // A failed reading is not kept, so that the next request tries again; it may be that it has begun already.
    reading.catch(() => {
      if (views.peek(key) === reading) views.delete(key)
    })
    return reading
  }
}
