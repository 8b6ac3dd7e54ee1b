import type { Day } from '../../market/calendar.ts'
import { type Exchange, OPEN_ALONE } from '../../market/facts/fact.ts'
import type { Paise } from '../../market/money.ts'
import type { TableRow } from '../formats/csv.ts'
import { countFrom, numberFrom, paiseFrom, priceFrom } from '../parsing/numbers.ts'
import { BadCell, parseTableRow, type Row, tableRow } from '../parsing/row.ts'
import {
  type BadRow,
  type Entry,
  type ParsedDocument,
  type ReportedListing,
  type Subject,
  Unreadable,
} from '../source.ts'

/** The layout of an exchange's bhavcopy, the file of a day's prices. */
export interface BhavcopyLayout {
  readonly exchange: Exchange
  readonly headings: { readonly day: string; readonly open: string; readonly previousClose: string }
  readonly dayHeadings: DayHeadings
  /** True for shares: listings of funds, bonds and the like are out of scope. */
  readonly isShare: (row: Row) => boolean
  readonly subject: (row: Row) => Subject
  readonly dayFrom: (text: string) => Day | null
}

/** The figures of a day beside its opening price; each is `null` where it is not printed. */
export type DayFigures = Pick<ReportedListing, 'high' | 'low' | 'close' | 'volume' | 'deliveredPct'>

/** The headings of the figures; `null` for one that the exchange never prints. */
type DayHeadings = Readonly<Record<keyof DayFigures, string | null>>

/** So many rows cannot all be bad by chance: then the layout has changed. */
const TOO_MANY_TO_BE_BAD = 10

/** Parses a bhavcopy. One of another day than requested gives no listings: on holidays an older file may be served. */
export function readBhavcopy(
  csv: { readonly rows: readonly TableRow[]; readonly unknownColumns: readonly string[] },
  requested: Day | null,
  layout: BhavcopyLayout,
): ParsedDocument {
  const { rows, unknownColumns } = csv
  if (rows.length === 0) throw new Unreadable('the file has headings only; a day with trading has rows')
  const otherDay = rows.map((row) => ofAnotherDay(row, requested, layout)).find((found) => found !== null)
  if (otherDay) return { entries: [otherDay], rows: rows.length, unknownColumns }
  const entries = rows.flatMap((row) => entriesOf(row, layout))
  if (rows.length >= TOO_MANY_TO_BE_BAD) refuseIfAllBad(entries, rows.length)
  return { entries, rows: rows.length, unknownColumns }
}

/** Bad rows about other securities are skipped, so that otherwise nobody would notice that all rows are bad. */
function refuseIfAllBad(entries: readonly Entry[], rows: number): void {
  if (entries.some((entry) => 'said' in entry)) return
  const [first] = entries
  const why = first && 'reason' in first ? `, the first because ${first.reason}` : ''
  throw new Unreadable(`none of the ${rows} rows is a share with a day and a price${why}`)
}

function ofAnotherDay(
  csvRow: TableRow,
  requested: Day | null,
  { headings, dayFrom }: BhavcopyLayout,
): BadRow | null {
  const day = csvRow.misfit === null ? dayFrom(tableRow(csvRow).text(headings.day) ?? '') : null
  if (requested === null || day === null || day === requested) return null
  const reason = `${headings.day} is ${day}, the file of ${requested} was requested: none of it is accepted`
  return { row: csvRow.row, raw: csvRow.raw, rule: 'bhavcopy-day', reason }
}

function entriesOf(csvRow: TableRow, layout: BhavcopyLayout): Entry[] {
  const about = layout.subject(tableRow(csvRow))
  const entries = parseTableRow(csvRow, (row) => (layout.isShare(row) ? [listingIn(row, about, layout)] : []))
  return entries.map((entry) =>
    'rule' in entry && entry.rule !== 'listing-security' ? { ...entry, about } : entry,
  )
}

function listingIn(
  row: Row,
  subject: Subject,
  { exchange, headings, dayHeadings, dayFrom }: BhavcopyLayout,
): ReportedListing {
  if (subject.symbol === null && subject.bseCode === null)
    throw new BadCell('listing-security', 'the row does not say of which security it is')
  const value = <T>(
    heading: string,
    from: (text: string) => T | undefined,
    rule: string,
    right: string,
  ): T => {
    const text = row.text(heading) ?? ''
    const found = from(text)
    if (found !== undefined) return found
    throw new BadCell(rule, `${heading} must be ${right}; got ${JSON.stringify(text)}`)
  }
  const { day, open, previousClose } = headings
  const listedOn = value(day, (text) => dayFrom(text) ?? undefined, 'listing-day', 'a day')
  const listingPrice = value(open, (text) => priceFrom(text) ?? undefined, 'listing-price', PRICE.right)
  const closedAt = value(
    previousClose,
    previousCloseFrom,
    'listing-previous-close',
    'rupees with at most 2 decimals, or none',
  )
  const { figures, fault } = dayFigures(row, dayHeadings, listingPrice)
  if (fault !== null) row.report([], 'listing-figures', fault)
  return {
    kind: 'listing',
    subject,
    listedOn,
    listingPrice,
    exchange,
    previousClose: closedAt,
    printed: [open, previousClose].map((heading) => `${heading} ${row.text(heading) ?? ''}`).join(', '),
    ...figures,
  }
}

/** `null` for none, which is also printed as 0; `undefined` for an invalid price. */
function previousCloseFrom(text: string): Paise | null | undefined {
  if (text === '' || text === '-') return null
  const price = paiseFrom(text)
  if (price === 0) return null
  return price === null || price < 0 ? undefined : price
}

interface Figure {
  readonly from: (text: string) => number | null
  /** Completes the sentence "HEADING must be ...". */
  readonly right: string
}

const PRICE: Figure = { from: priceFrom, right: 'rupees above 0 with at most 2 decimals' }
const FIGURES: Readonly<Record<keyof DayFigures, Figure>> = {
  high: PRICE,
  low: PRICE,
  close: PRICE,
  volume: { from: (text) => countFrom(text) || null, right: 'a number of shares above 0' },
  deliveredPct: { from: percentFrom, right: 'a percentage from 0 to 100' },
}

/** Parses the other figures of a day with this opening price. A fault leaves out figures, never the opening price. */
export function dayFigures(
  row: Pick<Row, 'text'>,
  headings: DayHeadings,
  open: Paise,
): { readonly figures: DayFigures; readonly fault: string | null } {
  const faults: string[] = []
  const figure = (key: keyof DayFigures): number | null => {
    const heading = headings[key]
    const text = heading === null ? null : row.text(heading)
    if (text === null || text === '-') return null
    const value = FIGURES[key].from(text)
    if (value === null) faults.push(`${heading} must be ${FIGURES[key].right}; got ${JSON.stringify(text)}`)
    return value
  }
  const figures: DayFigures = {
    high: figure('high'),
    low: figure('low'),
    close: figure('close'),
    volume: figure('volume'),
    deliveredPct: figure('deliveredPct'),
  }
  if (!isConsistent(figures, open))
    return {
      figures: OPEN_ALONE,
      fault: `the prices of ${headings.low} to ${headings.high} must contain the others`,
    }
  return { figures, fault: faults.length > 0 ? faults.join('; ') : null }
}

function isConsistent({ high, low, close }: DayFigures, open: Paise): boolean {
  const prices = [open, ...[high, low, close].filter((price) => price !== null)]
  return (
    Math.max(...prices) === (high ?? Math.max(...prices)) &&
    Math.min(...prices) === (low ?? Math.min(...prices))
  )
}

function percentFrom(text: string): number | null {
  const percent = numberFrom(text)
  return percent !== null && percent >= 0 && percent <= 100 ? percent : null
}
