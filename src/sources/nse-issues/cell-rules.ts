import type { Day } from '../../market/calendar.ts'
import { isMultiple, isPrice } from '../../market/facts/bounds.ts'
import type { Paise } from '../../market/money.ts'
import { dayFromDMonY, type Period, periodFrom } from '../parsing/dates.ts'
import { rupeesFrom, sharesFrom } from '../parsing/exchange-text.ts'
import { numberFrom } from '../parsing/numbers.ts'
import { type PriceBand, pricesFrom } from '../parsing/price-band.ts'
import { type CellRule, cellOf } from '../parsing/row.ts'

const NOT_PRINTED = /^(-+|n\.?a\.?|not applicable|null)?$/i

/** `null` for the several forms in which NSE prints an empty value. */
export const ifPrinted = (text: string | null): string | null =>
  text === null || NOT_PRINTED.test(text.trim()) ? null : text

export const DAY: CellRule<Day> = {
  rule: 'date-unreadable',
  expected: 'a day such as 21-Aug-2026',
  from: dayFromDMonY,
}

export const PERIOD: CellRule<Period> = {
  rule: 'date-unreadable',
  expected: 'two days such as 21-Aug-2026 to 25-Aug-2026',
  from: periodFrom,
}

/** One price is both ends of its band. */
export const BAND: CellRule<PriceBand> = {
  rule: 'band-unreadable',
  expected: 'a band such as Rs.95 to Rs.101, or one price, above 0',
  from: (text) => {
    const [priceMin, priceMax = priceMin] = pricesFrom(text) ?? []
    if (priceMin === undefined || priceMax === undefined) return null
    return isPrice(priceMin) && isPrice(priceMax) ? { priceMin, priceMax } : null
  },
}

const amount = (rule: string): CellRule<Paise> => ({
  rule,
  expected: 'an amount in rupees above 0',
  from: (text) => {
    const amount = rupeesFrom(text)
    return amount !== null && isPrice(amount) ? amount : null
  },
})
export const PRICE = amount('price-unreadable')
export const FACE_VALUE = amount('face-value-unreadable')

export const SHARES: CellRule<number> = {
  rule: 'lot-unreadable',
  expected: 'a number of shares',
  from: (text) => sharesFrom(text) || null,
}

export const ISSUE_TYPE: CellRule<'book-built' | 'fixed-price'> = {
  rule: 'issue-type-unknown',
  expected: 'Book Building or Fixed Price',
  from: (text) => {
    if (/^(100\s*%\s*)?book[\s-]+buil(ding|t)(\s+(issue|offer|process))?$/i.test(text.trim()))
      return 'book-built'
    return /^(100\s*%\s*)?fixed[\s-]+price(\s+(issue|offer|process))?$/i.test(text.trim())
      ? 'fixed-price'
      : null
  },
}

const figure = (isRight: (value: number) => boolean): CellRule<number> => ({
  rule: 'times-unreadable',
  expected: 'a number',
  from: (text) => {
    const value = numberFrom(text)
    return value !== null && isRight(value) ? value : null
  },
})
const OFFERED = figure((shares) => shares >= 0)
const TIMES = figure(isMultiple)

/** How many times the offered shares were bid for; `null` where none were offered, or nothing is printed yet. */
export function timesSubscribed(offered: string | null, times: string | null): number | null {
  if (ifPrinted(offered) === null || ifPrinted(times) === null) return null
  return cellOf('the shares offered', offered, OFFERED) === 0
    ? null
    : cellOf('the times subscribed', times, TIMES)
}
