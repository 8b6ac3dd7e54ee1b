import { isPrice } from '../../market/facts/bounds.ts'
import { type DocumentKind, RESERVED_CATEGORIES, type Terms } from '../../market/facts/fact.ts'
import type { Paise } from '../../market/money.ts'
import { companiesFrom } from '../offer/company-list.ts'
import { employeeDiscountFrom } from '../offer/employee-discount.ts'
import { DOCUMENT_ADDRESS } from '../offer/exchange-document.ts'
import { upiCutoff } from '../offer/upi-cutoff.ts'
import { rupeesFrom } from '../parsing/exchange-text.ts'
import type { CellRule } from '../parsing/row.ts'
import { SHARES } from './cell-rules.ts'

/** The value of a title; `null` when it is empty, or invalid and therefore reported. */
export type CellReader = <T>(title: string, rule: CellRule<T>) => T | null

const TEXT: CellRule<string> = { rule: 'text-unreadable', expected: 'a text', from: (text) => text }
const COMPANIES: CellRule<readonly string[]> = {
  rule: 'companies-unreadable',
  expected: 'companies such as Fig Limited and Elm Private Limited',
  from: companiesFrom,
}
const LIMIT: CellRule<Paise> = {
  rule: 'limit-unreadable',
  expected: 'an amount in rupees above 0',
  from: (text) => {
    const amount = rupeesFrom(text)
    return amount !== null && isPrice(amount) ? amount : null
  },
}
const MAX_SHARES: CellRule<number> = { ...SHARES, rule: 'limit-unreadable' }
const discount = (priceMin: Paise | null): CellRule<Paise> => ({
  rule: 'discount-unreadable',
  expected: 'an amount such as Rs. 5 per equity share to Eligible Employees',
  from: (text) => employeeDiscountFrom(text, priceMin),
})

const DOCUMENT_TITLES: ReadonlyMap<string, DocumentKind> = new Map([
  ['Red Herring Prospectus', 'rhp'],
  ['Prospectus', 'prospectus'],
  ['Ratios / Basis of Issue Price', 'ratios'],
  ['Anchor Allocation Report', 'anchor'],
])

/** Who runs the offer, its documents and its limits. A discount and a UPI cut-off must fit the price and the period. */
export function nseOfferTerms(
  cell: CellReader,
  { closeDate = null, priceMin = null }: Pick<Partial<Terms>, 'closeDate' | 'priceMin'>,
): Partial<Terms> {
  const limit = (bidder: string) => cell(`Maximum Subscription Amount for ${bidder}`, LIMIT)
  return {
    registrar: cell('Name of the Registrar', TEXT),
    leadManagers: cell('Book Running Lead Managers', COMPANIES),
    documents: documentsIn(cell),
    employeeDiscount: cell('Discount', discount(priceMin)),
    upiCutoffAt: cell(
      'Cut-off time for UPI Mandate Confirmation',
      upiCutoff('upi-cutoff-unreadable', closeDate),
    ),
    reservedFor: reservedIn(cell('Categories', TEXT) ?? ''),
    retailLimit: limit('Retail Investor'),
    employeeLimit: limit('Eligible Employee') ?? limit('Eligible Employees'),
    shareholderLimit: limit('Eligible Shareholders'),
    niiMaxShares: cell('Maximum Bid Quantity for NIB Investors', MAX_SHARES),
  }
}

function documentsIn(cell: CellReader): Terms['documents'] {
  const documents = [...DOCUMENT_TITLES].flatMap(([title, kind]) => {
    const url = cell(title, DOCUMENT_ADDRESS)
    return url === null ? [] : [{ kind, url }]
  })
  return documents.length > 0 ? documents : null
}

/** `FI, IC, MF, IND, NOH, EMP and SHA`: the codes of all who may bid, among them those with a part of their own. */
function reservedIn(text: string): Terms['reservedFor'] {
  const codes = new Set(text.toUpperCase().split(/[^A-Z]/))
  const reserved = RESERVED_CATEGORIES.filter((category) => codes.has(category))
  return reserved.length > 0 ? reserved : null
}
