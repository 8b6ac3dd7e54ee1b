import { type Book, RESERVED_CATEGORIES } from '../../market/facts/fact.ts'
import { outcomeOfName } from '../../market/issues/names.ts'
import {
  type BidForm,
  bidsOfRow,
  categoryOfRow,
  isPartOfCategory,
  multipleFrom,
  rowsBelowHeadings,
} from '../exchanges/bids.ts'
import { asObject, asRows, checkKeys, type JsonObject, readJson } from '../formats/json.ts'
import { dayFromMDY, momentFrom } from '../parsing/dates.ts'
import { countFrom } from '../parsing/numbers.ts'
import { BadCell, cellOf, cellRule, jsonRow, parseRow, type Row } from '../parsing/row.ts'
import {
  type DownloadedDocument,
  type Entry,
  type ParsedDocument,
  type ReadRow,
  type ReportedSubscription,
  UNNAMED_SUBJECT,
  Unreadable,
} from '../source.ts'

/** The book of each table: BSE's alone under two names, both exchanges together under the third. */
const BOOK_OF_TABLE: ReadonlyMap<string, Book> = new Map([
  ['table2', 'BSE'],
  ['table1', 'BSE'],
  ['Table', 'ALL'],
])

const LAYOUT = {
  what: 'the table of demand',
  naming: ['Scripname', 'SRNo'],
  required: ['SRNo', 'col2', 'col3', 'col5', 'Scripname', 'Maxdt'],
  known: ['col4'],
}

const COLUMNS = { number: 'SRNo', offered: 'col3', bid: 'col4', times: 'col5' }
const FORM: BidForm = {
  ifPrinted: (text) => text,
  offered: cellRule('shares-offered', 'a number of shares', countFrom),
  times: cellRule('times-subscribed', 'a multiple such as 1.25', multipleFrom),
  names: COLUMNS,
}
const STAMP = cellRule('demand-time', 'a time such as 3/31/2027 15:30:00', (text) =>
  momentFrom(text, dayFromMDY),
)

/** Parses the demand by category. An answer without tables means that the book is not open yet. */
export function readDemand({ document, body }: DownloadedDocument): ParsedDocument {
  const answer = asObject(readJson(body), 'the answer')
  const keys = Object.keys(answer)
  const unknown = keys.filter((key) => !BOOK_OF_TABLE.has(key))
  if (keys.length > 0 && unknown.length === keys.length)
    throw new Unreadable(`the answer has no table1, table2 or Table; found ${keys.join(', ')}`)
  const upstreamId = document.split('/')[1] ?? null
  const readings = [...BOOK_OF_TABLE]
    .filter(([table]) => table in answer)
    .map(([table, book]) => readTable(asRows(answer[table], table), book, upstreamId))
  return {
    entries: readings.flatMap(({ entries }) => entries),
    rows: readings.reduce((sum, { rows }) => sum + rows, 0),
    unknownColumns: [...unknown, ...readings.flatMap(({ unknownColumns }) => unknownColumns)],
  }
}

function readTable(lines: readonly JsonObject[], book: Book, upstreamId: string | null): ParsedDocument {
  const unknownColumns = checkKeys(lines, LAYOUT)
  // The keys only number the columns; the first row names their contents.
  const rows = rowsBelowHeadings(
    lines,
    COLUMNS,
    (offered, times) => `col3 is "${offered}" and col5 "${times}"`,
  )
  const entries = rows.flatMap((cells, index) =>
    parseRow(jsonRow(cells, index + 1, LAYOUT.naming), (row) => demandOf(row, book, upstreamId)),
  )
  return { entries: [...entries, ...reservedParts(entries)], rows: rows.length, unknownColumns }
}

/** BSE's pages do not name the parts that are reserved for employees and others: only the demand has their shares. */
function reservedParts(entries: readonly Entry[]): ReadRow[] {
  const rows = entries.flatMap((entry) =>
    'said' in entry && entry.said.kind === 'subscription' ? [{ ...entry, said: entry.said }] : [],
  )
  const reservedFor = RESERVED_CATEGORIES.filter((category) =>
    rows.some(({ said }) => said.category === category),
  )
  const first = rows.find(({ said }) => reservedFor.some((category) => category === said.category))
  return first
    ? [{ ...first, said: { kind: 'terms', subject: first.said.subject, terms: { reservedFor } } }]
    : []
}

function demandOf(row: Row, book: Book, upstreamId: string | null): ReportedSubscription[] {
  const [number, label] = [row.text('SRNo'), row.text('col2') ?? '']
  const stamp = row.text('Maxdt')
  if (isPartOfCategory(number) || stamp === null) return []
  return bidsOfRow(row, COLUMNS, FORM, () => {
    const name = outcomeOfName(row.text('Scripname') ?? '').name || null
    const observedAt = cellOf('Maxdt', stamp, STAMP)
    const category = categoryOfRow(number, label)
    if (category === null)
      throw new BadCell('demand-category', `unknown category ${number ?? 'without number'}, "${label}"`)
    return { subject: { ...UNNAMED_SUBJECT, name, upstreamId }, observedAt, category, book }
  })
}
