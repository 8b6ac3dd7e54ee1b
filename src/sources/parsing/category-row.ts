import type { Category } from '../../market/facts/fact.ts'

/** Labels repeat and mislead; only the row numbers identify the categories. */
const CATEGORY_OF_NUMBER: ReadonlyMap<string, Category> = new Map([
  ['1', 'QIB'],
  ['2', 'NII'],
  ['2.1', 'BNII'],
  ['2.2', 'SNII'],
  ['3', 'RII'],
  ['4', 'EMP'],
  ['5', 'SHA'],
  ['6', 'POL'],
])

/** `1.` and ` 1 ` are `1`. */
const plainNumber = (number: string | null): string =>
  (number ?? '').replace(/\s+/g, '').replace(/(?<!\.)\.+$/, '')

/** The category of a row in an exchange's table of bids; only the total has no number. `null` when it is unknown. */
export function categoryOfRow(number: string | null, label: string | null): Category | null {
  const plain = plainNumber(number)
  if (plain !== '') return CATEGORY_OF_NUMBER.get(plain) ?? null
  return /^total$/i.test(label?.trim() ?? '') ? 'TOTAL' : null
}

/** `1(a)`, `2.1(b)`, `1(D)`: the bidders of a category by kind. */
export const isPartOfCategory = (number: string | null): boolean =>
  /^[\d.]+(\([a-z]+\))+$/i.test(plainNumber(number))

/** The row of headings above the others. */
export const isHeadingRow = (number: string | null): boolean =>
  /^(s|sr|serial)\.?\s*no\.?$/i.test(number?.trim() ?? '')
