import {
  type ColumnType,
  type DownloadColumn,
  type DownloadRow,
  valueIn,
} from '../../reports/downloads/download-rows.ts'
import type { Download } from '../../request/downloads.ts'

export const COLUMNS_TYPE = 'application/csvm+json'

const DATATYPES: Readonly<Record<ColumnType, string>> = {
  text: 'string',
  number: 'decimal',
  integer: 'integer',
  boolean: 'boolean',
  day: 'date',
  moment: 'datetime',
  'list of text': 'string',
  json: 'json',
}

/** The columns of a download, as "Metadata for Tabular Data" of the W3C describes them. */
export function columnsText({ name, summary, columns }: Download): string {
  return JSON.stringify(
    {
      '@context': 'http://www.w3.org/ns/csvw',
      url: `${name}.csv`,
      'dc:description': summary,
      tableSchema: {
        columns: columns.map(({ name, type, description }) => ({
          name,
          titles: name,
          datatype: DATATYPES[type],
          ...(type === 'list of text' && { separator: ' ' }),
          'dc:description': description,
        })),
      },
    },
    null,
    2,
  )
}

const END = '\r\n'

export const csvHead = (columns: readonly DownloadColumn[]): string =>
  columns.map(({ name }) => name).join(',') + END

/** Formats rows as CSV (RFC 4180). An unknown value is an empty cell; an empty text is a pair of quotes. */
export function csvRows(columns: readonly DownloadColumn[], rows: readonly DownloadRow[]): string {
  let text = ''
  for (const row of rows) {
    for (const [i, column] of columns.entries())
      text += (i === 0 ? '' : ',') + cell(valueIn(row, column), column)
    text += END
  }
  return text
}

/** Formats rows as NDJSON: an object a line, with the columns in their order. */
export const ndjsonRows = (columns: readonly DownloadColumn[], rows: readonly DownloadRow[]): string =>
  rows.map((row) => `${JSON.stringify(inOrder(columns, row))}\n`).join('')

const inOrder = (columns: readonly DownloadColumn[], row: DownloadRow): DownloadRow =>
  Object.fromEntries(columns.map((column) => [column.name, valueIn(row, column)]))

function cell(value: unknown, { type }: DownloadColumn): string {
  if (value === null) return ''
  if (typeof value === 'string') return quoted(withoutFormula(value))
  if (type === 'list of text' && Array.isArray(value)) return quoted(value.join(' '))
  return typeof value === 'object' ? quoted(JSON.stringify(value)) : String(value)
}

const quoted = (text: string): string =>
  text === '' || /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text

const NUMBER = /^[+-]?\d+(\.\d+)?%?$/
/** A text that a spreadsheet would run as a formula, possibly with apostrophes in front. */
const FORMULA = /^'*[=+\-@＝＋－＠]/

/** Puts an apostrophe before a text that a spreadsheet would run; removing one apostrophe restores it. */
const withoutFormula = (text: string): string =>
  FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
