import type { Day, Instant } from '../../market/calendar.ts'
import { isTrustType } from '../../market/issues/names.ts'
import { headingKey, readCsv, rowBelow } from '../formats/csv.ts'
import { bestTable, type CellTable, readPage, titleOf } from '../formats/html-table.ts'
import { asRows, type JsonObject, readJson } from '../formats/json.ts'
import {
  type DownloadedDocument,
  type ParsedDocument,
  type ReportedGmp,
  type Subject,
  UNNAMED_SUBJECT,
  Unreadable,
} from '../source.ts'
import { dayFromDMY, type Stamp, spanFrom, stampFrom, stampOfReading } from './dates.ts'
import { bandFrom } from './numbers.ts'
import { BadCell, parseRow } from './row.ts'
import { boardNamedIn, nameWithoutBoard, quoteIn } from './tracker-cells.ts'

/**
 * The possible columns of a tracker's table. `dates` is a span of days, `estimate` the listing price that the quote
 * implies.
 */
export type TrackerField =
  | 'name'
  | 'gmp'
  | 'estimate'
  | 'price'
  | 'open'
  | 'close'
  | 'dates'
  | 'board'
  | 'updated'
  | 'id'

/** The text of a row's cell; `null` where the table has no such column. */
export type CellText = (field: TrackerField) => string | null

export const TABLE_FORMATS = ['html', 'csv', 'json'] as const

/** How a tracker prints its table. */
export interface TrackerLayout {
  readonly format: (typeof TABLE_FORMATS)[number]
  /** Where the table is: a CSS selector in a page, a path such as `data.rows` in JSON. */
  readonly table?: string | undefined
  /** The headings of each field, the best first. */
  readonly aliases: Readonly<Partial<Record<TrackerField, readonly string[]>>>
  /** Headings that are known and not read. */
  readonly ignored: readonly string[]
  /** Whether a zero in this row is a quote; throws `BadCell` when that is unclear. */
  readonly isZeroAQuote: (cell: CellText) => boolean
  /** Parses the days of `open` and `close`. */
  readonly dayFrom: (text: string, fetchedAt: Instant) => Day | null
  /** Parses a day in numbers alone in `updated`; the day comes first by default. */
  readonly dayFromNumbers?: (text: string) => Day | null
}

/** Parses the quotes of a tracker's table. Rows without a quote and of units of trusts are skipped. */
export function readTrackerTable(
  { body, fetchedAt }: DownloadedDocument,
  layout: TrackerLayout,
): ParsedDocument {
  const { headings, rows } = tableIn(body, layout)
  // An empty list has no keys to check, and means that there are no quotes.
  if (layout.format === 'json' && rows.length === 0) return { entries: [], rows: 0, unknownColumns: [] }
  const { keys, unknown, missing } = findColumns(headings, layout)
  // A page whose rows are filled in by a script looks like this; it does not mean that there are no quotes.
  if (layout.format === 'html' && rows.length === 0)
    throw new Unreadable(`the table has no rows below its headings ${headings.join(', ')}`)
  const entries = rows.flatMap((row) =>
    parseRow(
      row,
      ({ text }) => {
        const cell: CellText = (field) => {
          const key = keys.get(field)
          return key === undefined ? null : (text(key) ?? '')
        }
        return reportIn(cell, layout, fetchedAt)
      },
      'cells-misfit',
    ),
  )
  return { entries, rows: rows.length, unknownColumns: unknown, missingColumns: missing }
}

// The table in an answer.

function tableIn(body: string, layout: TrackerLayout): CellTable {
  if (layout.format === 'html') return tableInPage(body, layout)
  if (layout.format === 'json') return jsonTable(rowsAt(readJson(body), layout.table))
  // Spreadsheets do not end the last line. Since no column is named as known, all are returned as unknown.
  const { rows, unknownColumns: headings } = readCsv(body, {
    required: [],
    known: [],
    mayLackLastLineEnd: true,
    hasExactCells: true,
  })
  return { headings, rows }
}

/** Of the tables at the selector, the one that has the most of the headings. */
function tableInPage(body: string, { aliases, ignored, table: within }: TrackerLayout): CellTable {
  const page = readPage(body)
  const found = bestTable(page, [...Object.values(aliases).flat(), ...ignored], within)
  if (found !== null) return found
  const where = within === undefined || within === 'table' ? '' : ` at ${within}`
  const names = Object.values(aliases).map(([first]) => first)
  throw new Unreadable(
    `the page "${titleOf(page)}" has no table${where} with headings such as ${names.join(', ')}`,
  )
}

function rowsAt(document: unknown, path: string | undefined): readonly JsonObject[] {
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

const jsonTable = (rows: readonly JsonObject[]): CellTable => ({
  headings: [...new Set(rows.flatMap((row) => Object.keys(row)))],
  rows: rows.map((row, index) =>
    rowBelow(Object.keys(row).map(headingKey), Object.values(row).map(jsonCell), {
      row: index + 1,
      raw: JSON.stringify(row),
      misfit: null,
    }),
  ),
})

/** A list or an object is not a cell, and is returned as JSON. */
function jsonCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value.trim() : JSON.stringify(value)
}

// Its columns.

interface Columns {
  /** The key of each field's cells; a field that the table does not have is left out. */
  readonly keys: ReadonlyMap<TrackerField, string>
  /** Headings that are neither read nor known. */
  readonly unknown: readonly string[]
  /** Headings that would be read if they were present. */
  readonly missing: readonly string[]
}

const REQUIRED: readonly TrackerField[] = ['name', 'gmp']
const SHOWN_HEADINGS = 200

/** Finds the columns of a table by their headings. Throws when a required one is missing, or one occurs twice. */
export function findColumns(
  headings: readonly string[],
  { aliases, ignored }: Pick<TrackerLayout, 'aliases' | 'ignored'>,
): Columns {
  const found = headings.map(headingKey)
  const shown = headings.filter((heading) => heading !== '').join(', ') || 'none'
  const keys = new Map<TrackerField, string>()
  const missing: string[] = []
  for (const field of Object.keys(aliases) as TrackerField[]) {
    const names = aliases[field] ?? []
    const key = names.map(headingKey).find((name) => found.includes(name))
    if (key !== undefined) keys.set(field, key)
    else if (REQUIRED.includes(field))
      throw new Unreadable(
        `the table has no column ${names.join(' or ')}; found ${shown.slice(0, SHOWN_HEADINGS)}`,
      )
    else missing.push(names.join(' or '))
  }
  const twice = headings.find((heading, column) => {
    const key = headingKey(heading)
    return [...keys.values()].includes(key) && found.indexOf(key) !== column
  })
  if (twice !== undefined) throw new Unreadable(`the table has the column ${twice} twice; found ${shown}`)
  const known = new Set([...keys.values(), ...ignored.map(headingKey)])
  const unknown = headings.filter((heading) => heading !== '' && !known.has(headingKey(heading)))
  return { keys, unknown, missing }
}

// Its rows.

function reportIn(cell: CellText, layout: TrackerLayout, fetchedAt: Instant): readonly ReportedGmp[] {
  if (isTrustType(cell('board') ?? '')) return []
  const printed = cell('gmp') ?? ''
  const gmp = quoteIn(printed)
  if (gmp === null || (gmp === 0 && !layout.isZeroAQuote(cell))) return []
  const subject = subjectOf(cell, layout, fetchedAt)
  return [{ kind: 'gmp', subject, ...stampIn(cell, layout, fetchedAt), gmp, printed }]
}

/** An empty cell, or one with a sign for an empty value. */
const isBlank = (text: string | null): boolean => text === null || /^(₹|Rs\.?)?[\s\-–—]*$|^n\/?a$/i.test(text)

function stampIn(cell: CellText, { dayFromNumbers = dayFromDMY }: TrackerLayout, fetchedAt: Instant): Stamp {
  const text = cell('updated')
  if (text === null || isBlank(text)) return stampOfReading(fetchedAt)
  const stamp = stampFrom(text, fetchedAt, dayFromNumbers)
  if (stamp !== null) return stamp
  throw new BadCell(
    'time-unreadable',
    `"${text}" is no time stamp up to now, such as 21-Aug-2026 17:30 or 21 Aug 2026`,
  )
}

function subjectOf(cell: CellText, { dayFrom }: TrackerLayout, fetchedAt: Instant): Subject {
  const printedName = cell('name') ?? ''
  const name = nameWithoutBoard(printedName)
  if (isBlank(name)) throw new BadCell('name-missing', 'the row has a quote, but no name')
  const span = spanFrom(cell('dates') ?? '', fetchedAt)
  const id = cell('id')
  return {
    ...UNNAMED_SUBJECT,
    name,
    upstreamId: isBlank(id) ? null : id,
    board: boardNamedIn(cell('board') ?? '') ?? boardNamedIn(printedName),
    openDate: dayFrom(cell('open') ?? '', fetchedAt) ?? span?.openDate ?? null,
    closeDate: dayFrom(cell('close') ?? '', fetchedAt) ?? span?.closeDate ?? null,
    ...bandFrom(cell('price') ?? ''),
  }
}
