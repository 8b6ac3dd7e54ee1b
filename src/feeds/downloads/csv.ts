import type { Column, DownloadRow } from '../../reports/downloads/download-rows.ts'

const END = '\r\n'

export const csvHead = (columns: readonly Column[]): string => columns.map(({ name }) => name).join(',') + END

/** Formats rows as CSV (RFC 4180). An unknown value is an empty cell; an empty text is a pair of quotes. */
export function csvRows(columns: readonly Column[], rows: readonly DownloadRow[]): string {
  let text = ''
  for (const row of rows) {
    for (const [i, column] of columns.entries()) text += (i === 0 ? '' : ',') + cell(row[column.name], column)
    text += END
  }
  return text
}

function cell(value: unknown, { type }: Column): string {
  if (value === null || value === undefined) return ''
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
