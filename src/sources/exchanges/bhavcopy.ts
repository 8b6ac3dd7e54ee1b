import type { Day } from '../../market/calendar.ts'
import { type Exchange, OPEN_ALONE } from '../../market/facts/fact.ts'
import type { Paise } from '../../market/money.ts'
import { type CsvLayout, readCsv } from '../formats/csv.ts'
import { countFrom, numberFrom, paiseFrom, priceFrom } from '../parsing/numbers.ts'
import { BadCell, parseRow, type Row } from '../parsing/row.ts'
import {
  type BadRow,
  type Entry,
  type ParsedDocument,
  type ReportedListing,
  type Subject,
  Unreadable,
} from '../source.ts'

/** The figures of a day beside its opening price; each is `null` where it is not printed. */
export type DayFigures = Pick<ReportedListing, 'high' | 'low' | 'close' | 'volume' | 'deliveredPct'>

/** The headings of the figures; `null` for one that the exchange never prints. */
type FigureHeadings = Readonly<Record<keyof DayFigures, string | null>>

/** The layout of an exchange's bhavcopy, the file of a day's prices. */
export interface BhavcopyLayout extends CsvLayout {
  readonly exchange: Exchange
  readonly headings: FigureHeadings & {
    readonly day: string
    readonly open: string
    readonly previousClose: string
  }
  /** True for shares: listings of funds, bonds and the like are out of scope. */
  readonly isShare: (row: Row) => boolean
  readonly subject: (row: Row) => Subject
  readonly dayFrom: (text: string) => Day | null
}

/** So many rows cannot all be bad by chance: then the layout has changed. */
const TOO_MANY_TO_BE_BAD = 10

/** Parses a bhavcopy. One of another day than requested gives no listings: on holidays an older file may be served. */
export function readBhavcopy(body: string, requested: Day | null, layout: BhavcopyLayout): ParsedDocument {
  const { rows, unknownColumns } = readCsv(body, layout)
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
  csvRow: Row,
  requested: Day | null,
  { headings, dayFrom }: BhavcopyLayout,
): BadRow | null {
  const day = csvRow.misfit === null ? dayFrom(csvRow.text(headings.day) ?? '') : null
  if (requested === null || day === null || day === requested) return null
  const reason = `${headings.day} is ${day}, the file of ${requested} was requested: none of it is accepted`
  return { row: csvRow.row, raw: csvRow.raw, rule: 'bhavcopy-day', reason }
}

function entriesOf(csvRow: Row, layout: BhavcopyLayout): Entry[] {
  const about = layout.subject(csvRow)
  const entries = parseRow(csvRow, (row) => (layout.isShare(row) ? [listingIn(row, about, layout)] : []))
  return entries.map((entry) =>
    'rule' in entry && entry.rule !== 'listing-security' ? { ...entry, about } : entry,
  )
}

/** A value of a cell; `right` completes the sentence "HEADING must be ...". */
interface Figure<T = number> {
  readonly from: (text: string) => T | null
  readonly right: string
}

const mustBe = (heading: string, { right }: Figure<unknown>, text: string): string =>
  `${heading} must be ${right}; got ${JSON.stringify(text)}`

const PRICE: Figure = { from: priceFrom, right: 'rupees above 0 with at most 2 decimals' }
/** None is also printed as 0. */
const PREVIOUS_CLOSE: Figure = {
  from: (text) => {
    const price = paiseFrom(text)
    return price !== null && price >= 0 ? price : null
  },
  right: 'rupees with at most 2 decimals, or none',
}
const FIGURES: Readonly<Record<keyof DayFigures, Figure>> = {
  high: PRICE,
  low: PRICE,
  close: PRICE,
  volume: { from: (text) => countFrom(text) || null, right: 'a number of shares above 0' },
  deliveredPct: {
    from: (text) => {
      const percent = numberFrom(text)
      return percent !== null && percent >= 0 && percent <= 100 ? percent : null
    },
    right: 'a percentage from 0 to 100',
  },
}

const isNone = (text: string | null): text is null | '-' => text === null || text === '-'

function listingIn(
  row: Row,
  subject: Subject,
  { exchange, headings, dayFrom }: BhavcopyLayout,
): ReportedListing {
  if (subject.symbol === null && subject.bseCode === null)
    throw new BadCell('listing-security', 'the row does not say of which security it is')
  const value = <T>(heading: string, figure: Figure<T>, rule: string): T => {
    const text = row.text(heading) ?? ''
    const found = figure.from(text)
    if (found !== null) return found
    throw new BadCell(rule, mustBe(heading, figure, text))
  }
  const { day, open, previousClose } = headings
  const listedOn = value(day, { from: dayFrom, right: 'a day' }, 'listing-day')
  const listingPrice = value(open, PRICE, 'listing-price')
  const closedAt = isNone(row.text(previousClose))
    ? null
    : value(previousClose, PREVIOUS_CLOSE, 'listing-previous-close') || null
  const { figures, fault } = dayFigures(row, headings, listingPrice)
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

/** Parses the other figures of a day with this opening price. A fault leaves out figures, never the opening price. */
export function dayFigures(
  row: Pick<Row, 'text'>,
  headings: FigureHeadings,
  open: Paise,
): { readonly figures: DayFigures; readonly fault: string | null } {
  const faults: string[] = []
  const figure = (key: keyof DayFigures): number | null => {
    const heading = headings[key]
    const text = heading === null ? null : row.text(heading)
    if (heading === null || isNone(text)) return null
    const value = FIGURES[key].from(text)
    if (value === null) faults.push(mustBe(heading, FIGURES[key], text))
    return value
  }
  const figures: DayFigures = {
    high: figure('high'),
    low: figure('low'),
    close: figure('close'),
    volume: figure('volume'),
    deliveredPct: figure('deliveredPct'),
  }
  const { high, low, close } = figures
  const isWithin = (price: Paise | null) =>
    price === null || ((high === null || price <= high) && (low === null || price >= low))
  if ([open, high, low, close].every(isWithin))
    return { figures, fault: faults.length > 0 ? faults.join('; ') : null }
  const fault = `the prices of ${headings.low} to ${headings.high} must contain the others`
  return { figures: OPEN_ALONE, fault }
}
