import type { DocumentKind, Terms } from '../../market/facts/fact.ts'
import type { Paise } from '../../market/money.ts'
import { type JsonObject, textOf } from '../formats/json.ts'
import { packedCompaniesFrom } from '../offer/company-list.ts'
import { employeeDiscountFrom } from '../offer/employee-discount.ts'
import { DOCUMENT_ADDRESS } from '../offer/exchange-document.ts'
import { upiCutoff } from '../offer/upi-cutoff.ts'
import { sharesFrom } from '../parsing/exchange-text.ts'
import { type CellRule, cellIfPrinted } from '../parsing/row.ts'
import type { OptionalCells } from './issue-cells.ts'

const COMPANIES: CellRule<readonly string[]> = {
  rule: 'issue-parties',
  expected: 'names, each with ^ and its address',
  from: packedCompaniesFrom,
}
const REGISTRAR: CellRule<string> = {
  rule: 'registrar-name',
  expected: 'one name, with ^ and its address',
  from: (text) => {
    const [name, ...more] = packedCompaniesFrom(text) ?? []
    return name === undefined || more.length > 0 ? null : name
  },
}
const MAX_SHARES: CellRule<number> = {
  rule: 'maximum-bid',
  expected: 'a number of shares',
  from: sharesFrom,
}
const discount = (priceMin: Paise | null): CellRule<Paise> => ({
  rule: 'employee-discount',
  expected: 'a note such as |/Discount of Rs 5 for employees|',
  from: (text) => employeeDiscountFrom(text.slice(text.indexOf('|')), priceMin),
})

/** Who runs the offer, its documents, the UPI cut-off, the largest bid, and the discount in the note beside the band. */
export function bseOfferTerms(
  row: JsonObject,
  optional: OptionalCells,
  { closeDate, priceMin }: Pick<Terms, 'closeDate' | 'priceMin'>,
): Partial<Terms> {
  const cell = <T>(key: string, rule: CellRule<T>) =>
    optional([key], () => cellIfPrinted(key, textOf(row, key), rule))
  const managers = ['Book_Running_Lead_Manager', 'Co_Book_Running_Lead_Manager'].flatMap(
    (key) => cell(key, COMPANIES) ?? [],
  )
  return {
    registrar: cell('Registrar', REGISTRAR),
    leadManagers: managers.length > 0 ? [...new Set(managers)] : null,
    documents: documentsOf(cell),
    upiCutoffAt: cell('Cut_off_time_for_UPI_Mandate_Confirmation', upiCutoff('upi-cutoff', closeDate)),
    employeeDiscount: hasNote(row) ? cell('Price_Band', discount(priceMin)) : null,
    niiMaxShares: cell('Maximum_Bid_Quantity_For_Qualified_Non_Institutional_Investors', MAX_SHARES),
  }
}

/** `95.00-100.00|/Discount of Rs 5 for employees|`. */
const hasNote = (row: JsonObject): boolean => /\|[^|]*[a-z]/i.test(textOf(row, 'Price_Band') ?? '')

function documentsOf(cell: <T>(key: string, rule: CellRule<T>) => T | null): Terms['documents'] {
  const prospectus = cell('Prospectus_GID', DOCUMENT_ADDRESS)
  const anchor = cell('Anchor_Details', DOCUMENT_ADDRESS)
  const documents = [
    ...(prospectus === null ? [] : [{ kind: kindOf(prospectus), url: prospectus }]),
    ...(anchor === null ? [] : [{ kind: 'anchor', url: anchor } as const]),
  ]
  return documents.length > 0 ? documents : null
}

/** BSE has one column for both kinds, but most file names tell which it is. */
const kindOf = (url: string): DocumentKind =>
  /RHP|red(?:%20|[_-])?herring/i.test(url.split('/').at(-1) ?? '') ? 'rhp' : 'prospectus'
