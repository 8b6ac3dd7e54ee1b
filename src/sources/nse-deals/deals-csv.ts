import type { DealKind } from '../../market/facts/fact.ts'
import { type CsvRow, cellsOf, readCsv } from '../formats/csv.ts'
import { dayFromDMonY } from '../parsing/days.ts'
import { dealEntry } from '../parsing/deal-row.ts'
import type { Entry, ParsedDocument } from '../source.ts'

const HEADING = {
  date: 'Date',
  symbol: 'Symbol',
  securityName: 'Security Name',
  clientName: 'Client Name',
  side: 'Buy/Sell',
  quantity: 'Quantity Traded',
  price: 'Trade Price / Wght. Avg. Price',
} as const

/** The line that replaces deals on a day without any. */
const NO_RECORDS = /^[",\s]*no records[",\s]*$/i

const LAYOUT = { required: Object.values(HEADING), known: ['Remarks'], filler: NO_RECORDS }

/** Parses NSE's disclosed deals, both from its archive and from the download of its website. */
export function readNseDealsCsv(body: string, kind: DealKind): ParsedDocument {
  if (NO_RECORDS.test(body)) return { entries: [], rows: 0, unknownColumns: [] }
  const { rows, unknownColumns } = readCsv(body, LAYOUT)
  return { entries: rows.map((row) => entryOf(row, kind)), rows: rows.length, unknownColumns }
}

function entryOf(csvRow: CsvRow, kind: DealKind): Entry {
  const { row, raw, misfit } = csvRow
  if (misfit !== null) return { row, raw, rule: 'row-cells', reason: misfit }
  const cell = cellsOf(csvRow)
  return dealEntry({
    row,
    raw,
    exchange: 'NSE',
    kind,
    date: cell(HEADING.date),
    tradeDate: dayFromDMonY(cell(HEADING.date)),
    symbol: cell(HEADING.symbol),
    securityName: cell(HEADING.securityName),
    clientName: cell(HEADING.clientName),
    side: cell(HEADING.side),
    quantity: cell(HEADING.quantity),
    price: cell(HEADING.price),
  })
}
