import type { Column, DownloadRow } from '../reports/downloads/download-rows.ts'

const END = '\r\n'

export const csvHead = (columns: readonly Column[]): string => columns.map(({ name }) => name).join(',') + END

/** Rows as RFC 4180 has them. What is not known is an empty cell; a text that is empty is a pair of quotes. */
export function csvRows(columns: readonly Column[], rows: readonly DownloadRow[]): string {
  let text = ''
  for (const row of rows) {
    for (const [i, { name }] of columns.entries()) text += i === 0 ? cell(row[name]) : `,${cell(row[name])}`
    text += END
  }
  return text
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return quoted(harmless(value))
  if (Array.isArray(value)) return quoted(value.join(' '))
  return typeof value === 'object' ? quoted(JSON.stringify(value)) : String(value)
}

const quoted = (text: string): string =>
  text === '' || /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text

const NUMBER = /^[+-]?\d+(\.\d+)?%?$/
/** What a spreadsheet would take for a formula, with apostrophes that stand before it already. */
const FORMULA = /^'*[=+\-@＝＋－＠]/

/** A text that a spreadsheet would run gets an apostrophe before it; one apostrophe taken away gives it back. */
const harmless = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text)
