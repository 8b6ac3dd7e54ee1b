import { headingKey, readCsv } from '../formats/csv.ts'
import type { HtmlTable } from '../formats/html-table.ts'
import { asRows, type JsonObject, readJson } from '../formats/json.ts'
import { readTrackerPage, readTrackerTable, type TrackerLayout } from '../parsing/tracker-table.ts'
import { type DownloadedDocument, type ParsedDocument, Unreadable } from '../source.ts'
import type { TableDescription } from './description.ts'

/** Parses an answer in the format of its description. */
export function readTable(
  answer: DownloadedDocument,
  { format, table }: Pick<TableDescription, 'format' | 'table'>,
  layout: TrackerLayout,
): ParsedDocument {
  if (format === 'html') return readTrackerPage(answer, layout, table)
  if (format === 'csv') return readTrackerTable(csvTable(answer.body), layout, answer.fetchedAt)
  const rows = jsonRows(answer.body, table)
  // An empty list has no keys to check, and means that there are no quotes.
  if (rows.length === 0) return { entries: [], rows: 0, unknownColumns: [] }
  return readTrackerTable(jsonTable(rows), layout, answer.fetchedAt)
}

function csvTable(body: string): HtmlTable {
  // Spreadsheets do not end the last line. Since no column is named as known, all are returned as unknown.
  const { rows, unknownColumns } = readCsv(body, {
    required: [],
    known: [],
    mayLackLastLineEnd: true,
    hasExactCells: true,
  })
  return { headings: unknownColumns, rows }
}

function jsonRows(body: string, path: string | undefined): readonly JsonObject[] {
  const document = readJson(body)
  if (path === undefined) return asRows(document, 'the document')
  const value = path.split('.').reduce((inner: unknown, key) => {
    if (typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key))
      return Reflect.get(inner, key)
    throw new Unreadable(`the document has no ${path}: there is no "${key}" in ${keysOf(inner)}`)
  }, document)
  return asRows(value, path)
}

const SHOWN_KEYS = 200
const keysOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? `{ ${Object.keys(value).join(', ').slice(0, SHOWN_KEYS)} }`
    : JSON.stringify(value).slice(0, SHOWN_KEYS)

const jsonTable = (rows: readonly JsonObject[]): HtmlTable => ({
  headings: [...new Set(rows.flatMap((row) => Object.keys(row)))],
  rows: rows.map((row, index) => ({
    row: index + 1,
    raw: JSON.stringify(row),
    cells: new Map(Object.entries(row).map(([key, value]) => [headingKey(key), jsonCell(value)])),
    misfit: null,
  })),
})

/** A list or an object is not a cell, and is returned as JSON. */
function jsonCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value.trim() : JSON.stringify(value)
}
