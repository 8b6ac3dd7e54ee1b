import type { DealKind } from '../../market/facts/fact.ts'
import { type CsvRow, cellsOf, readCsv } from '../formats/csv.ts'
import type { Entry, ParsedDocument } from '../source.ts'
import { bseDealEntry, type DealColumns } from './deal-row.ts'

/** The stars refer to footnotes of the page that the file is downloaded from. */
const COLUMNS: DealColumns = {
  date: 'Deal Date',
  security: 'Security Name',
  client: 'Client Name',
  side: 'Deal Type *',
  quantity: 'Quantity',
  price: 'Price **',
}

const LAYOUT = { required: Object.values(COLUMNS), known: ['Security Code'], mayLackLastLineEnd: true }

/** Parses the file that BSE's deal pages offer for download. It may span many days, and does not name its list. */
export function readBseDealsCsv(body: string, kind: DealKind): ParsedDocument {
  const { rows, unknownColumns } = readCsv(body, LAYOUT)
  return { entries: rows.map((row) => entryOf(row, kind)), rows: rows.length, unknownColumns }
}

function entryOf(csvRow: CsvRow, kind: DealKind): Entry {
  const { row, raw, misfit } = csvRow
  if (misfit !== null) return { row, raw, rule: 'row-cells', reason: misfit }
  return bseDealEntry({ row, raw, cell: cellsOf(csvRow) }, kind, COLUMNS)
}
