import { isCrore } from '../../market/facts/bounds.ts'
import { type Paise, RUPEES_PER_CRORE } from '../../market/money.ts'
import { numberFrom } from '../parsing/numbers.ts'
import { type Part, partNamed, QUANTITY, RUPEES_PER_UNIT, sizeSentence } from './size-sentence.ts'

/** The only words that may surround the numbers: any other may change their meaning. */
const PLAIN_WORDS =
  /^(\s|\.|,|\b(comprising|of|an?|fresh|issue|offer|for|sale|aggregating|value|up ?to|and)\b)*$/i

/**
 * The size of an issue in crore, from NSE's sentence: amounts, or shares at the upper price, of the fresh issue and the
 * offer for sale. Portions after `including` are part of them. `null` unless the size is certain.
 */
export function issueSizeCr(prose: string, upperPrice: Paise | null): number | null {
  const sentence = sizeSentence(prose)
  const parts = sentence && partsOf(sentence.offer, upperPrice)
  if (parts === null) return null
  const whole = parts.get('whole')
  const sum = (parts.get('fresh') ?? 0) + (parts.get('sale') ?? 0)
  if (whole !== undefined && parts.size > 1 && whole !== sum) return null
  const crore = (whole ?? sum) / (RUPEES_PER_CRORE * 100)
  return isCrore(crore) ? crore : null
}

/** In paise. Each number belongs to the words before it. */
function partsOf(sentence: string, upperPrice: Paise | null): ReadonlyMap<Part, number> | null {
  const parts = new Map<Part, number>()
  let end = 0
  for (const found of sentence.matchAll(QUANTITY)) {
    const words = sentence.slice(end, found.index)
    const part = partNamed(words)
    const paise = paiseOf(found.groups ?? {}, upperPrice)
    if (paise === null || part === null || parts.has(part) || !PLAIN_WORDS.test(words)) return null
    if (part === 'whole' && parts.size > 0) return null
    parts.set(part, paise)
    end = found.index + found[0].length
  }
  const rest = sentence.slice(end)
  return partNamed(rest) === 'whole' && PLAIN_WORDS.test(rest) ? parts : null
}

/** An amount has a currency and a unit, a number of shares has neither; anything in between is a misprint. */
function paiseOf(
  { rupees, number = '', unit, shares }: Record<string, string | undefined>,
  upperPrice: Paise | null,
): number | null {
  const value = numberFrom(number)
  if (value === null) return null
  if (rupees !== undefined && unit !== undefined)
    return Math.round(value * (RUPEES_PER_UNIT.get(unit.toLowerCase()) ?? Number.NaN) * 100)
  const isShares = rupees === undefined && shares !== undefined && Number.isInteger(value)
  return isShares && upperPrice !== null ? value * upperPrice : null
}
