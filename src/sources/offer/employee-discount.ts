import { isPrice } from '../../market/facts/bounds.ts'
import type { Paise } from '../../market/money.ts'
import { rupeesFrom } from '../parsing/exchange-text.ts'

/** The only words that may surround the amount: with others it may be for other bidders too. */
const WORDS: ReadonlySet<string> = new Set(
  'a an the of to for in emp employee employees eligible discount available bidding reservation portion'.split(
    ' ',
  ),
)
const AMOUNT = /(?:\bRs\b\.?|₹)\s?\d[\d,.]*(?:\s?\/?-)?\/?(?: per equity share\b)?/i

/**
 * The discount to employees in paise a share: `Rs. 80 per equity share to Eligible Employees`, `/EMP Discount of Rs 39
 * -/`. `null` unless it is for employees, and for no others, and below the lowest price.
 */
export function employeeDiscountFrom(text: string, priceMin: Paise | null): Paise | null {
  const plain = text.replace(/\s+/g, ' ')
  const amount = AMOUNT.exec(plain)?.[0]
  if (amount === undefined) return null
  const words = plain
    .replace(amount, ' ')
    .toLowerCase()
    .split(/[\s/|.]/)
  const isForEmployees = words.some((word) => /^emp(loyees?)?$/.test(word))
  if (!isForEmployees || !words.every((word) => word === '' || WORDS.has(word))) return null
  const paise = rupeesFrom(amount.replace(/\s?\/?-\/?/, ''))
  return paise !== null && isPrice(paise) && (priceMin === null || paise < priceMin) ? paise : null
}
