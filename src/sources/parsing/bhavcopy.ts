import type { Day } from '../../market/calendar.ts'
import type { Exchange } from '../../market/facts/fact.ts'
import type { Paise } from '../../market/money.ts'
import { type CellUnder, cellsOf, type TableRow } from '../formats/csv.ts'
import { type BadRow, type Entry, type ParsedDocument, type Subject, Unreadable } from '../source.ts'
import { type DayHeadings, dayFigures } from './listing-day.ts'
import { paiseFrom, priceFrom } from './numbers.ts'

/** The layout of an exchange's bhavcopy, the file of a day's prices. */
export interface BhavcopyLayout {
  readonly exchange: Exchange
  readonly headings: { readonly day: string; readonly open: string; readonly previousClose: string }
  readonly dayHeadings: DayHeadings
  /** True for shares: listings of funds, bonds and the like are out of scope. */
  readonly isShare: (cell: CellUnder) => boolean
  readonly subject: (cell: CellUnder) => Subject
  readonly dayFrom: (text: string) => Day | null
}

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
  const day = csvRow.misfit === null ? dayFrom(cellsOf(csvRow)(headings.day)) : null
  if (requested === null || day === null || day === requested) return null
  const reason = `${headings.day} is ${day}, the file of ${requested} was requested: none of it is accepted`
  return { row: csvRow.row, raw: csvRow.raw, rule: 'bhavcopy-day', reason }
}

function entriesOf(csvRow: TableRow, layout: BhavcopyLayout): Entry[] {
  const { row, raw, misfit } = csvRow
  const cell = cellsOf(csvRow)
  const about = layout.subject(cell)
  if (misfit !== null) return [{ row, raw, rule: 'row-cells', reason: misfit, about }]
  return layout.isShare(cell) ? listingEntries(csvRow, about, layout) : []
}

function listingEntries(
  csvRow: TableRow,
  subject: Subject,
  { exchange, headings, dayHeadings, dayFrom }: BhavcopyLayout,
): Entry[] {
  const { row, raw } = csvRow
  const cell = cellsOf(csvRow)
  if (subject.symbol === null && subject.bseCode === null)
    return [{ row, raw, rule: 'listing-security', reason: 'the row does not say of which security it is' }]
  const badRow = (rule: string, reason: string): BadRow => ({ row, raw, rule, reason, about: subject })
  const badCell = (rule: string, heading: string, right: string): BadRow[] => [
    badRow(rule, `${heading} must be ${right}; got ${JSON.stringify(cell(heading))}`),
  ]
  const listedOn = dayFrom(cell(headings.day))
  if (listedOn === null) return badCell('listing-day', headings.day, 'a day')
  const listingPrice = priceFrom(cell(headings.open))
  if (listingPrice === null)
    return badCell('listing-price', headings.open, 'rupees above 0 with at most 2 decimals')
  const previousClose = previousCloseFrom(cell(headings.previousClose))
  if (previousClose === undefined)
    return badCell(
      'listing-previous-close',
      headings.previousClose,
      'rupees with at most 2 decimals, or none',
    )
  const printed = [headings.open, headings.previousClose]
    .map((heading) => `${heading} ${cell(heading)}`)
    .join(', ')
  const { figures, fault } = dayFigures(cell, dayHeadings, listingPrice)
  const listed = {
    kind: 'listing',
    subject,
    listedOn,
    listingPrice,
    exchange,
    previousClose,
    printed,
  } as const
  return [
    { row, raw, said: { ...listed, ...figures } },
    ...(fault === null ? [] : [badRow('listing-figures', fault)]),
  ]
}

/** `null` for none, which is also printed as 0; `undefined` for an invalid price. */
function previousCloseFrom(text: string): Paise | null | undefined {
  if (text === '' || text === '-') return null
  const price = paiseFrom(text)
  if (price === 0) return null
  return price === null || price < 0 ? undefined : price
}
