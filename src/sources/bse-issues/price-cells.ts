import type { Paise } from '../../market/money.ts'
import { type JsonObject, textOf } from '../formats/json.ts'
import { rupeesFrom } from '../parsing/exchange-text.ts'
import { NO_BAND, type PriceBand, pricesFrom } from '../parsing/price-band.ts'
import { type CellRule, cellIfPrinted } from '../parsing/row.ts'

const BAND: CellRule<PriceBand> = {
  rule: 'price-band',
  expected: 'a band such as 95.00-100.00',
  from: bandFrom,
}

/** The band of a row: `95.00 - 100.00`, one price when it is fixed, zeros or nothing while it is not known. */
export const bandOf = (row: JsonObject, key: string): PriceBand =>
  cellIfPrinted(key, textOf(row, key), BAND) ?? NO_BAND

/** An amount of a row, `null` while it is not known, which BSE may also print as zero. */
export const amountOf = (row: JsonObject, key: string, rule: string): Paise | null =>
  cellIfPrinted(key, textOf(row, key), { rule, expected: 'an amount in rupees', from: amountFrom }) || null

function bandFrom(text: string): PriceBand | null {
  // A note on discounts may follow: `95.00-100.00|/Discount of Rs 5 for employees|`.
  const [priceMin, priceMax = priceMin] = pricesFrom(text.split('|')[0] ?? '') ?? []
  if (priceMin === undefined || priceMax === undefined) return null
  if (priceMax === 0) return NO_BAND
  return priceMin > 0 && priceMin <= priceMax ? { priceMin, priceMax } : null
}

function amountFrom(text: string): Paise | null {
  const amount = rupeesFrom(text)
  return amount !== null && amount >= 0 ? amount : null
}
