import type { Paise } from '../../market/money.ts'
import { paiseFrom } from './numbers.ts'

export interface PriceBand {
  readonly priceMin: Paise | null
  readonly priceMax: Paise | null
}

const UNKNOWN: PriceBand = { priceMin: null, priceMax: null }

/** `₹95 to ₹101`, `131-138`; one price alone is the upper end, since trackers print that. */
export function bandFrom(text: string): PriceBand {
  const prices = text.split(/\s*[-–—]\s*|\s+to\s+/i).map(paiseFrom)
  if (!prices.every((price) => price !== null && price > 0)) return UNKNOWN
  const [first = null, last = null, ...more] = prices
  if (first === null || more.length > 0) return UNKNOWN
  if (last === null) return { priceMin: null, priceMax: first }
  return first <= last ? { priceMin: first, priceMax: last } : UNKNOWN
}
