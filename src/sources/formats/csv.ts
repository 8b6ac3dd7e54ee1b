import { CsvError, parse } from 'csv-parse/sync'
import { Row } from '../parsing/row.ts'
import { Unreadable } from '../source.ts'

export interface CsvLayout {
  readonly required: readonly string[]
  readonly known: readonly string[]
  /** Lines without content, such as `NO RECORDS`, may have any number of cells and are skipped. */
  readonly filler?: RegExp
  /** For files whose last line may lack its line end: then only missing cells show that it was cut short. */
  readonly mayLackLastLineEnd?: boolean
  /** For files of unknown origin: an extra empty cell may be the end of a number with a comma in it. */
  readonly hasExactCells?: boolean
}

/** The byte order mark, also when it was encoded twice. */
const BYTE_ORDER_MARK = /^(\uFEFF|ï»¿)+/
const SHOWN_HEADINGS = 200

/** Headings are compared without case, spaces and padding: `"Buy / Sell "` is `buy/sell`. */
export const headingKey = (heading: string): string => heading.toLowerCase().replace(/\s+/g, '')

/**
 * A row of cells below headings, which are given as keys. Cells beyond the headings are left out, and so are headings
 * beyond the cells, of which a file may have very many.
 */
export function rowBelow(
  keys: readonly string[],
  cells: readonly string[],
  content: Pick<Row, 'row' | 'raw' | 'misfit'>,
): Row {
  const byKey = new Map(cells.slice(0, keys.length).map((cell, column) => [keys[column], cell]))
  return new Row({ ...content, text: (heading) => byKey.get(headingKey(heading)) || null })
}

export const headingKeysOf = (body: string): readonly string[] =>
  (recordsOf(textOf(body))[0]?.record ?? []).map(headingKey)

/** Parses a CSV by its headings. A file that was cut short is rejected; a row with too few cells is a misfit. */
export function readCsv(
  body: string,
  layout: CsvLayout,
): { readonly rows: readonly Row[]; readonly unknownColumns: readonly string[] } {
  const text = textOf(body)
  const [head, ...records] = recordsOf(text)
  const headings = head?.record ?? []
  checkHeadings(headings, layout)
  refuseIfCutShort(text, records.at(-1) ?? head, headings.length, layout)
  const rowRecords = records.filter(({ raw }) => !layout.filler?.test(raw))
  const keys = headings.map(headingKey)
  const expected = [...layout.required, ...layout.known].map(headingKey)
  return {
    // All lines below the first count, so that a row is line `row + 1` of the file.
    rows: rowRecords.map(({ record: cells, raw, info }) =>
      rowBelow(keys, cells, {
        row: info.lines - 1,
        raw,
        misfit: misfitOf(cells, headings.length, layout),
      }),
    ),
    unknownColumns: headings.filter((heading) => heading !== '' && !expected.includes(headingKey(heading))),
  }
}

function textOf(body: string): string {
  const text = body.replace(BYTE_ORDER_MARK, '')
  if (text.trim() === '') throw new Unreadable('the answer is empty, CSV was expected')
  if (/^\s*</.test(text)) throw new Unreadable('the answer is an HTML page, CSV was expected')
  return text
}

/** The parser's result with `info` and `raw`, which its own types leave out. */
interface CsvRecord {
  readonly record: readonly string[]
  readonly raw: string
  readonly info: { readonly lines: number }
}

const PARSING = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  ltrim: true,
  info: true,
  raw: true,
}

function recordsOf(text: string): CsvRecord[] {
  try {
    const records = parse(text, PARSING) as unknown as readonly CsvRecord[]
    return records.map(({ record, raw, info }) => ({ record: record.map(cellOf), raw: raw.trim(), info }))
  } catch (error) {
    if (error instanceof CsvError) throw new Unreadable(`the file is not complete CSV: ${error.message}`)
    throw error
  }
}

/** The parser leaves quotes in place that do not end at the comma, as in `"A "B" C"` or `"A" ,`. */
const cellOf = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .trim()

function checkHeadings(headings: readonly string[], { required }: CsvLayout): void {
  const keys = headings.map(headingKey)
  const found = headings.join(', ').slice(0, SHOWN_HEADINGS)
  const missing = required.filter((heading) => !keys.includes(headingKey(heading)))
  if (missing.length > 0) throw new Unreadable(`the file has no column ${missing.join(', ')}; found ${found}`)
  const isTwice = (heading: string) => keys.filter((key) => key === headingKey(heading)).length > 1
  const twice = required.filter(isTwice)
  if (twice.length > 0)
    throw new Unreadable(`the file has the column ${twice.join(', ')} twice; found ${found}`)
}

/** Only a line without a line end can have been cut off in the middle; a closing quote ends a line as well. */
function refuseIfCutShort(
  text: string,
  last: CsvRecord | undefined,
  columns: number,
  { filler, mayLackLastLineEnd = false }: CsvLayout,
): void {
  if (last === undefined || /[\r\n]/.test(text.slice(text.trimEnd().length)) || filler?.test(last.raw)) return
  const cells = last.record.length
  if (cells < columns)
    throw new Unreadable(`the last line has ${cells} cells, the heading ${columns}: the file was cut short`)
  if (!mayLackLastLineEnd && !last.raw.endsWith('"'))
    throw new Unreadable('the last line has no line end: the file may have been cut short')
}

function misfitOf(
  cells: readonly string[],
  columns: number,
  { hasExactCells = false }: CsvLayout,
): string | null {
  const isFull = hasExactCells
    ? cells.length === columns
    : cells.length >= columns && cells.slice(columns).every((cell) => cell === '')
  return isFull ? null : `the row has ${cells.length} cells, the heading ${columns}`
}
