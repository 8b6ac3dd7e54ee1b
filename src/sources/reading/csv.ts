import { CsvError, parse } from 'csv-parse/sync'
import { Unreadable } from '../source.ts'

export interface CsvRow {
  /** Counted from 1, the heading aside. */
  readonly row: number
  readonly raw: string
  readonly cells: ReadonlyMap<string, string>
}

/** The byte order mark, also when it was encoded twice. */
const BYTE_ORDER_MARK = /^(\uFEFF|ï»¿)+/

/** Headings are compared without case, spaces and padding: `"Buy / Sell "` is `buy/sell`. */
export const headingKey = (heading: string): string => heading.toLowerCase().replace(/\s+/g, '')

/** Reads a CSV by its headings. Every row must have a cell for each; a last row that has not was cut short. */
export function readCsv(
  body: string,
  { required, known }: { required: readonly string[]; known: readonly string[] },
): { readonly rows: readonly CsvRow[]; readonly unknownColumns: readonly string[] } {
  const text = body.replace(BYTE_ORDER_MARK, '')
  if (text.trim() === '') throw new Unreadable('the answer is empty, CSV was expected')
  if (/^\s*<(!doctype|html|\?xml)/i.test(text))
    throw new Unreadable('the answer is an HTML page, CSV was expected')
  const [headings = [], ...records] = recordsOf(text)
  const keys = headings.map((heading) => headingKey(heading))
  const missing = required.filter((heading) => !keys.includes(headingKey(heading)))
  if (missing.length > 0)
    throw new Unreadable(`the file has no column ${missing.join(', ')}; found ${headings.join(', ')}`)
  const expected = [...required, ...known].map(headingKey)
  const rows = records.map((cells, index) => ({
    row: index + 1,
    raw: cells.join(','),
    cells: new Map(keys.map((key, column) => [key, (cells[column] ?? '').trim()])),
  }))
  return {
    rows,
    unknownColumns: headings.filter(
      (heading) => heading.trim() !== '' && !expected.includes(headingKey(heading)),
    ),
  }
}

function recordsOf(text: string): string[][] {
  try {
    return parse(text, { relax_column_count: true, skip_empty_lines: true, trim: true, relax_quotes: true })
  } catch (error) {
    if (error instanceof CsvError) throw new Unreadable(`the file is not complete CSV: ${error.message}`)
    throw error
  }
}
