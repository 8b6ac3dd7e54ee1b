import { readCsv } from '../formats/csv.ts'
import { dayFromDMonYY } from '../parsing/dates.ts'
import { anyText, cellRule, parseRow, type Row } from '../parsing/row.ts'
import { rangeOf, withinRange } from '../past.ts'
import {
  type DownloadedDocument,
  type Entry,
  type ParsedDocument,
  type ReportedTerms,
  UNNAMED_SUBJECT,
  Unreadable,
} from '../source.ts'

const COLUMNS = {
  required: ['SYMBOL', 'NAME OF COMPANY', 'SERIES', 'DATE OF LISTING', 'ISIN NUMBER'],
  known: ['PAID UP VALUE', 'MARKET LOT', 'FACE VALUE'],
}

const SYMBOL = cellRule('security-symbol', 'a symbol', anyText)
const NAME = cellRule('security-name', 'the name of a company', anyText)
const LISTED_ON = cellRule('security-day', 'a day such as 21-AUG-2026 or 21-Aug-26', dayFromDMonYY)
const ISIN = cellRule('security-isin', 'an ISIN such as INE000A01018', (text) =>
  /^IN[A-Z0-9]{9}\d$/.test(text) ? text : null,
)

/**
 * Parses a list of all securities of a board: those that listed in the range that the document names. A row only adds to
 * what is known about an issue of that symbol.
 */
export function readSecurities({ document, body }: DownloadedDocument): ParsedDocument {
  const range = rangeOf(document)
  // The list of SME shares has underscores in its headings.
  const { rows, unknownColumns } = readCsv(
    body.replace(/^[^\n]*/, (headings) => headings.replaceAll('_', ' ')),
    COLUMNS,
  )
  if (rows.length === 0) throw new Unreadable('the list has headings only; an exchange has securities')
  return withinRange({ entries: rows.flatMap(entriesOf), rows: rows.length, unknownColumns }, range)
}

function entriesOf(csvRow: Row): Entry[] {
  const about = { ...UNNAMED_SUBJECT, symbol: csvRow.text('SYMBOL') }
  const entries = parseRow(csvRow, (row) => {
    const symbol = row.cell('SYMBOL', SYMBOL)
    const name = row.cell('NAME OF COMPANY', NAME)
    const isin = row.cell('ISIN NUMBER', ISIN)
    const listingDate = row.cell('DATE OF LISTING', LISTED_ON)
    const said: ReportedTerms = {
      kind: 'terms',
      // An issue is found by its symbol alone. The company may have another name by now.
      subject: { ...UNNAMED_SUBJECT, symbol },
      terms: { isin, listingDate },
      onlyKnown: { listedOn: listingDate, name },
    }
    return [said]
  })
  // Most rows are about shares that were listed long before, so that their faults are not worth a word.
  return entries.map((entry) => ('rule' in entry ? { ...entry, about } : entry))
}
