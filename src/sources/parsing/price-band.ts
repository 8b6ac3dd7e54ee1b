import type { Terms } from '../../market/facts/fact.ts'
import type { Paise } from '../../market/money.ts'
import { rupeesFrom, withoutNote } from './exchange-text.ts'

export type PriceBand = Pick<Terms, 'priceMin' | 'priceMax'>

export const NO_BAND: PriceBand = { priceMin: null, priceMax: null }

/** The prices in a text, one or two: `Rs. 95 to Rs. 101 per share`, `₹131 - ₹138`. `null` unless all can be parsed. */
export function pricesFrom(text: string): readonly [Paise, Paise?] | null {
  const ends = withoutNote(text)
    .replace(/\/-(?!\s*\d)/g, ' ')
    .split(/[-–—]|\sto\s/i)
  const [first = null, last, ...more] = ends.map(rupeesFrom)
  if (first === null || last === null || more.length > 0) return null
  return last === undefined ? [first] : [first, last]
}

/** `₹95 to ₹101`, `114-120`; one price alone is the upper end, since trackers print that. */
export function bandFrom(text: string): PriceBand {
  const [first = 0, last] = pricesFrom(text) ?? []
  if (first <= 0) return NO_BAND
  if (last === undefined) return { priceMin: null, priceMax: first }
  return first <= last ? { priceMin: first, priceMax: last } : NO_BAND
}
