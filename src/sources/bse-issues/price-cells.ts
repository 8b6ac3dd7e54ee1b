import type { Terms } from '../../market/fact.ts'
import type { Paise } from '../../market/money.ts'
import { type JsonObject, textOf } from '../reading/json.ts'
import { paiseFrom } from '../reading/numbers.ts'
import { type CellRule, cellIfPrinted } from '../reading/row.ts'

export type Band = Pick<Terms, 'priceMin' | 'priceMax'>

const NO_BAND: Band = { priceMin: null, priceMax: null }

const BAND: CellRule<Band> = { rule: 'price-band', expected: 'a band such as 95.00-100.00', from: bandFrom }

/** The band of a row: `95.00 - 100.00`, one price when it is fixed, zeros or nothing while it is not known. */
export const bandOf = (row: JsonObject, key: string): Band =>
  cellIfPrinted(key, textOf(row, key), BAND) ?? NO_BAND

/** An amount of a row, `null` while it is not known, for which zero stands too. */
export const amountOf = (row: JsonObject, key: string, rule: string): Paise | null =>
  cellIfPrinted(key, textOf(row, key), { rule, expected: 'an amount in rupees', from: amountFrom }) || null

function bandFrom(text: string): Band | null {
  // A note on discounts may follow: `95.00-100.00|/Discount of Rs 5 for employees|`.
  const [low = '', high = low, ...more] = (text.split('|')[0] ?? '').split('-')
  const [priceMin, priceMax] = [amountFrom(low), amountFrom(high)]
  if (priceMin === null || priceMax === null || more.length > 0) return null
  if (priceMax === 0) return NO_BAND
  return priceMin > 0 && priceMin <= priceMax ? { priceMin, priceMax } : null
}

function amountFrom(text: string): Paise | null {
  const amount = paiseFrom(text)
  return amount !== null && amount >= 0 ? amount : null
}
