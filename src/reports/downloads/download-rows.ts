import { type PublishedTerm, TERMS, type TermKind } from '../../market/facts/term-table.ts'
import type { ClockSpan } from '../moment.ts'

/** What a column holds. Lists and objects are JSON in NDJSON; in CSV a list of text is its texts, others are JSON. */
export type ColumnType =
  | 'text'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'day'
  | 'moment'
  | 'list of text'
  | 'object'
  | 'list'

export interface Column {
  readonly name: string
  readonly type: ColumnType
  readonly description: string
}

export type DownloadRow = Readonly<Record<string, unknown>>

/** The rows of a download, all of one view: read page by page while they are sent, without an open transaction. */
export interface DownloadRows {
  /** Number of rows; `null` where counting would need reading all of them. */
  readonly total: number | null
  /** Every row has the keys of the columns, in their order. */
  readonly pages: AsyncGenerator<readonly DownloadRow[]>
  readonly span: ClockSpan
}

export const column = (name: string, type: ColumnType, description: string): Column => ({
  name,
  type,
  description,
})

/**
 * Makes a row of the fields with the names of the columns, in their order. Days lose the time of zero that answers give
 * some of them.
 */
export const rowBy =
  (columns: readonly Column[]) =>
  (fields: object): DownloadRow => {
    const row: Record<string, unknown> = {}
    for (const { name, type } of columns) {
      const value = (fields as DownloadRow)[name] ?? null
      row[name] = type === 'day' && typeof value === 'string' ? value.slice(0, DAY_LENGTH) : value
    }
    return row
  }
const DAY_LENGTH = 'YYYY-MM-DD'.length

const TERM_COLUMNS: Readonly<Record<TermKind, ColumnType>> = {
  ...{ text: 'text', ticker: 'text', board: 'text', exchanges: 'list of text' },
  ...{ price: 'number', count: 'integer', crore: 'number', day: 'day', flag: 'boolean' },
  ...{ moment: 'moment', registrar: 'object', names: 'list', documents: 'list', categories: 'list of text' },
}

export function termColumn(key: PublishedTerm): Column {
  const { kind, meaning } = TERMS[key]
  return column(key, TERM_COLUMNS[kind], meaning)
}

/** The columns of the IPO that a row is about. */
export const ISSUE_COLUMNS: readonly Column[] = [
  column('slug', 'text', 'Identifier of the IPO.'),
  termColumn('name'),
  termColumn('board'),
]

export const SOURCE = column('source', 'text', 'The source.')
export const RECORDED_AT = column('recordedAt', 'moment', 'When it was recorded here.')
