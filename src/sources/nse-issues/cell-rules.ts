import type { Day } from '../../market/calendar.ts'
import type { Terms } from '../../market/fact.ts'
import type { Paise } from '../../market/money.ts'
import { dayFromDMonY } from '../reading/days.ts'
import { countFrom, paiseFrom } from '../reading/numbers.ts'
import type { CellRule } from '../reading/row.ts'

type Band = Pick<Terms, 'priceMin' | 'priceMax'>
type Period = { readonly openDate: Day; readonly closeDate: Day }

const NOT_PRINTED = /^(-+|n\.?a\.?|not applicable|null)?$/i

/** `null` for the several ways in which NSE prints nothing. */
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
  from: (text) => {
    const days = text.split(/\s+to\s+/i).map(dayFromDMonY)
    const [openDate = null, closeDate = null] = days
    return openDate === null || closeDate === null || days.length > 2 ? null : { openDate, closeDate }
  },
}

/** `Rs. 50/-` is `Rs. 50`. */
const withoutDash = (text: string): string => text.replace(/\/-/g, '')

/** The amount of `Rs. 50/- per equity share`. */
const rupeesFrom = (text: string): Paise | null =>
  paiseFrom(withoutDash(text).replace(/(per\s+)?equity\s+shares?/gi, ''))

/** One price is both ends of its band. */
export const BAND: CellRule<Band> = {
  rule: 'band-unreadable',
  expected: 'a band such as Rs.95 to Rs.101, or one price',
  from: (text) => {
    const ends = withoutDash(text).split(/\s+to\s+|\s*[-–]\s*/i)
    const [priceMin = null, priceMax = priceMin] = ends.map(rupeesFrom)
    return priceMin === null || priceMax === null || ends.length > 2 ? null : { priceMin, priceMax }
  },
}

const amount = (rule: string): CellRule<Paise> => ({
  rule,
  expected: 'an amount in rupees',
  from: rupeesFrom,
})
export const PRICE = amount('price-unreadable')
export const FACE_VALUE = amount('face-value-unreadable')

/** `1200`, `1200 Equity Shares`, `Minimum 110 Equity shares and in multiples thereof`. */
export const SHARES: CellRule<number> = {
  rule: 'lot-unreadable',
  expected: 'a number of shares',
  from: (text) => {
    const count = /^(?:minimum\s+)?([\d,]+)(\s+(equity\s+)?shares?\b.*)?$/is.exec(text.trim())?.[1]
    return (count === undefined ? null : countFrom(count)) || null
  },
}

export const ISSUE_TYPE: CellRule<'book-built' | 'fixed-price'> = {
  rule: 'issue-type-unknown',
  expected: 'Book Building or Fixed Price',
  from: (text) => {
    if (/^(100\s*%\s*)?book\s+buil(ding|t)$/i.test(text.trim())) return 'book-built'
    return /^(100\s*%\s*)?fixed\s+price$/i.test(text.trim()) ? 'fixed-price' : null
  },
}
