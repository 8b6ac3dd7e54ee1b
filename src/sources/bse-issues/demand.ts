import type { Instant } from '../../market/calendar.ts'
import { isMultiple } from '../../market/facts/bounds.ts'
import { type Book, type Category, MULTIPLE_ALONE, RESERVED_CATEGORIES } from '../../market/facts/fact.ts'
import { outcomeOfName } from '../../market/issues/names.ts'
import {
  asObject,
  asRows,
  checkKeys,
  type JsonObject,
  readJson,
  textOf,
  textOfCells,
} from '../formats/json.ts'
import { bidCounts } from '../offer/bid-counts.ts'
import { categoryOfRow, isHeadingRow, isPartOfCategory } from '../parsing/category-row.ts'
import { dayFromMDY, momentFrom } from '../parsing/dates.ts'
import { countFrom, numberFrom } from '../parsing/numbers.ts'
import { BadCell, type CellRule, cellIfPrinted, cellOf, type OptionalPart, parseRow } from '../parsing/row.ts'
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
  required: ['SRNo', 'col2', 'col3', 'col5', 'Scripname', 'Maxdt'],
  known: ['col4'],
}

const OFFERED: CellRule<number> = { rule: 'shares-offered', expected: 'a number of shares', from: countFrom }
const TIMES: CellRule<number> = {
  rule: 'times-subscribed',
  expected: 'a multiple such as 1.25',
  from: (text) => {
    const times = numberFrom(text)
    return times !== null && isMultiple(times) ? times : null
  },
}
const STAMP: CellRule<Instant> = {
  rule: 'demand-time',
  expected: 'a time such as 3/31/2027 15:30:00',
  from: (text) => momentFrom(text, dayFromMDY),
}

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
  lines.filter(isHeading).forEach(checkHeading)
  const rows = lines.filter((line) => !isHeading(line))
  const entries = rows.flatMap((row, index) =>
    parseRow(index + 1, JSON.stringify(row), (optionalPart) => demandOf(row, book, upstreamId, optionalPart)),
  )
  return { entries: [...entries, ...reservedParts(entries)], rows: rows.length, unknownColumns }
}

/** BSE's pages do not name the parts that are reserved for employees and others: only the demand has their shares. */
function reservedParts(entries: readonly Entry[]): ReadRow[] {
  const readings = entries.flatMap((entry) =>
    'said' in entry && entry.said.kind === 'subscription' ? [{ ...entry, said: entry.said }] : [],
  )
  const reserved = readings.filter(({ said }) => isReserved(said.category))
  const [first] = reserved
  if (!first) return []
  const reservedFor = RESERVED_CATEGORIES.filter((category) =>
    reserved.some(({ said }) => said.category === category),
  )
  return [{ ...first, said: { kind: 'terms', subject: first.said.subject, terms: { reservedFor } } }]
}

const isReserved = (category: Category): boolean =>
  (RESERVED_CATEGORIES as readonly Category[]).includes(category)

const isHeading = (row: JsonObject): boolean => isHeadingRow(textOf(row, 'SRNo'))

/** The keys only number the columns; the first row names their contents. */
function checkHeading(heading: JsonObject): void {
  const [offered, times] = [textOf(heading, 'col3') ?? '', textOf(heading, 'col5') ?? '']
  if (!/offered|reserved/i.test(offered) || !/times/i.test(times))
    throw new Unreadable(`col3 is "${offered}" and col5 "${times}", shares offered and times were expected`)
}

function demandOf(
  row: JsonObject,
  book: Book,
  upstreamId: string | null,
  optionalPart: OptionalPart,
): ReportedSubscription[] {
  const printed = textOf(row, 'col5')
  const stamp = textOf(row, 'Maxdt')
  if (isPartOfCategory(textOf(row, 'SRNo')) || printed === null || stamp === null) return []
  const offered = cellIfPrinted('col3', textOf(row, 'col3'), OFFERED)
  // No shares are reserved for the category, so it has no multiple.
  if (offered === null || offered === 0) return []
  const timesSub = cellOf('col5', printed, TIMES)
  const counts =
    optionalPart(
      () => bidCounts(['col3', 'col4'], [textOf(row, 'col3'), textOf(row, 'col4')], timesSub),
      textOfCells(row, ['Scripname', 'SRNo', 'col3']),
    ) ?? MULTIPLE_ALONE
  return [
    {
      kind: 'subscription',
      subject: { ...UNNAMED_SUBJECT, name: nameIn(row), upstreamId },
      observedAt: cellOf('Maxdt', stamp, STAMP),
      category: categoryOf(row),
      timesSub,
      ...counts,
      book,
      printed,
    },
  ]
}

const nameIn = (row: JsonObject): string | null => outcomeOfName(textOf(row, 'Scripname') ?? '').name || null

function categoryOf(row: JsonObject): Category {
  const number = textOf(row, 'SRNo')
  const label = textOf(row, 'col2') ?? ''
  const category = categoryOfRow(number, label)
  if (category !== null) return category
  throw new BadCell('demand-category', `unknown category ${number ?? 'without number'}, "${label}"`)
}
