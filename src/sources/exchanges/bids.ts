import { isMultiple } from '../../market/facts/bounds.ts'
import { type Category, MULTIPLE_ALONE } from '../../market/facts/fact.ts'
import { type JsonObject, textOf } from '../formats/json.ts'
import { countFrom, numberFrom } from '../parsing/numbers.ts'
import { BadCell, type CellRule, cellIfPrinted, cellOf, cellRule, type Row } from '../parsing/row.ts'
import { type ReportedSubscription, Unreadable } from '../source.ts'

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

/**
 * The rows of a table of bids below its headings. The headings name the contents of the keys: if they no longer fit, the
 * figures may be others.
 */
export function rowsBelowHeadings(
  lines: readonly JsonObject[],
  keys: BidColumns & { readonly number: string },
  fault: (offered: string, times: string) => string,
): readonly JsonObject[] {
  return lines.filter((line) => {
    if (!isHeadingRow(textOf(line, keys.number))) return true
    const [offered, times] = [textOf(line, keys.offered) ?? '', textOf(line, keys.times) ?? '']
    if (/offered|reserved/i.test(offered) && /times/i.test(times)) return false
    throw new Unreadable(`${fault(offered, times)}, shares offered and times were expected`)
  })
}

/** How many times the offered shares were bid for. */
export function multipleFrom(text: string): number | null {
  const times = numberFrom(text)
  return times !== null && isMultiple(times) ? times : null
}

/** The columns of a row of bids: the shares offered, the shares bid for, and the multiple. */
export interface BidColumns {
  readonly offered: string
  readonly bid: string
  readonly times: string
}

/** How an exchange prints these figures. */
export interface BidForm {
  /** `null` for the forms of an empty value. */
  readonly ifPrinted: (text: string | null) => string | null
  readonly offered: CellRule<number>
  readonly times: CellRule<number>
  /** What faults call the cells. */
  readonly names: { readonly offered: string; readonly times: string }
}

/**
 * The bids of a row with a multiple; none where no shares are offered, or nothing is printed yet. Numbers of shares that
 * do not fit the multiple are reported and left out.
 */
export function bidsOfRow(
  row: Row,
  { offered, bid, times }: BidColumns,
  form: BidForm,
  about: () => Pick<ReportedSubscription, 'subject' | 'observedAt' | 'category' | 'book'>,
): ReportedSubscription[] {
  const textIn = (column: string) => form.ifPrinted(row.text(column))
  const [shares, sharesBid, printed] = [textIn(offered), textIn(bid), textIn(times)]
  if (shares === null || printed === null || cellOf(form.names.offered, shares, form.offered) === 0) return []
  const timesSub = cellOf(form.names.times, printed, form.times)
  const said = about()
  const counts = row.optional([offered], () => bidCounts([offered, bid], [shares, sharesBid], timesSub))
  return [{ kind: 'subscription', ...said, timesSub, printed, ...(counts ?? MULTIPLE_ALONE) }]
}

/** The numbers of shares behind a multiple; each is `null` where it is not printed. */
type BidCounts = Pick<ReportedSubscription, 'sharesOffered' | 'sharesBid' | 'applications'>

/** Multiples are printed with two decimals or more. */
const ROUNDING = 0.01

const COUNT = cellRule('shares-bid', 'a number of shares', countFrom)

/**
 * The numbers of shares offered and bid for, from two columns of a table of bids. They must give the multiple that is
 * printed beside them.
 */
export function bidCounts(
  columns: readonly [string, string],
  [offered, bid]: readonly [string | null, string | null],
  timesSub: number,
): BidCounts {
  const sharesOffered = cellIfPrinted(columns[0], offered, COUNT) || null
  const sharesBid = cellIfPrinted(columns[1], bid, COUNT)
  if (sharesOffered === null || sharesBid === null) return { ...MULTIPLE_ALONE, sharesOffered, sharesBid }
  const times = sharesBid / sharesOffered
  if (Math.abs(times - timesSub) <= Math.max(ROUNDING, times * ROUNDING))
    return { ...MULTIPLE_ALONE, sharesOffered, sharesBid }
  throw new BadCell('shares-bid', `${sharesBid} bids for ${sharesOffered} shares are not ${timesSub} times`)
}
