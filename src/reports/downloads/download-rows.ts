import type { TObject, TProperties } from 'typebox'
import type { Db } from '../../store/engines/db.ts'
import { chunksOf } from '../../store/engines/statements.ts'
import type { View } from '../../store/view.ts'
import { capitalized } from '../../texts/format.ts'
import { type NumberedHead, visitIssues } from '../ipos/issues-in-view.ts'
import { type ClockSpan, UNCHANGED_BY_CLOCK } from '../moment.ts'
import { DAY_AS_MOMENT } from '../schemas/fields.ts'
import { IpoSummary } from '../schemas/ipos.ts'

/** What a column holds. Other lists, and objects, are JSON also in CSV. */
export type ColumnType =
  | 'text'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'day'
  | 'moment'
  | 'list of text'
  | 'json'

export interface DownloadColumn {
  readonly name: string
  readonly type: ColumnType
  readonly description: string
  /** Where a row has the value: its key, or that of an object and the key in it. */
  readonly path: readonly string[]
}

/** What has the values of a row, and possibly others, which are not sent. */
export type DownloadRow = Readonly<Record<string, unknown>>

/** The rows of a download, all of one view: read page by page while they are sent, without an open transaction. */
export interface DownloadRows {
  /** Number of rows; `null` where counting would need reading all of them. */
  readonly total: number | null
  readonly pages: AsyncGenerator<readonly DownloadRow[]>
  readonly span: ClockSpan
}

export const column = (
  name: string,
  type: ColumnType,
  description: string,
  path: readonly string[] = [name],
): DownloadColumn => ({ name, type, description, path })

/** The value of a row in a column. Days lose the time of zero that answers give some of them. */
export function valueIn(row: DownloadRow, { type, path }: DownloadColumn): unknown {
  const value = path.reduce(partOf, row)
  return type === 'day' && typeof value === 'string' ? value.slice(0, DAY_LENGTH) : value
}
const DAY_LENGTH = 'YYYY-MM-DD'.length
const partOf = (part: unknown, key: string): unknown => (part as DownloadRow | null)?.[key] ?? null

/** The part of the JSON schema of a field that decides its column. */
interface FieldSchema {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object'
  readonly format?: 'date' | 'date-time'
  readonly items?: { readonly enum?: readonly string[] }
  readonly anyOf?: readonly [FieldSchema, ...unknown[]]
  readonly description?: string
}

/**
 * Columns for fields of an answer: all, or those that are named. The parts of a field have its name before theirs: `high` of
 * `listing` is `listingHigh`.
 */
export const columnsOf = <P extends TProperties>(
  { properties }: TObject<P>,
  names: readonly (keyof P & string)[] = Object.keys(properties),
  within = '',
): DownloadColumn[] =>
  names.map((name) => {
    const field = properties[name] as FieldSchema
    const { description = '' } = field
    const type = description.includes(DAY_AS_MOMENT) ? 'day' : columnType(field.anyOf?.[0] ?? field)
    const text = description.replace(DAY_AS_MOMENT, '.')
    if (within === '') return column(name, type, text)
    return column(within + capitalized(name), type, text, [within, name])
  })

function columnType({ type = 'string', format, items }: FieldSchema): ColumnType {
  if (format) return format === 'date' ? 'day' : 'moment'
  if (items?.enum) return 'list of text'
  if (type === 'array' || type === 'object') return 'json'
  return type === 'string' ? 'text' : type
}

/** The columns of the IPO that a row is about. */
export const ISSUE_COLUMNS = columnsOf(IpoSummary, ['slug', 'name', 'board'])

/** The rows of items, which are made some at a time. */
export function rowsOfEach<T>(
  items: readonly T[],
  atATime: number,
  rowsOf: (some: readonly T[]) => readonly DownloadRow[] | Promise<readonly DownloadRow[]>,
): DownloadRows {
  async function* pages(): AsyncGenerator<readonly DownloadRow[]> {
    for (const some of chunksOf(items, atATime)) yield rowsOf(some)
  }
  return { total: items.length, pages: pages(), span: UNCHANGED_BY_CLOCK }
}

/** The issues of a view that are wanted, including withdrawn ones. */
export async function headsWhere(
  db: Db,
  view: View,
  isWanted: (head: NumberedHead) => boolean,
): Promise<NumberedHead[]> {
  const heads: NumberedHead[] = []
  await visitIssues(db, view, (head) => {
    if (isWanted(head)) heads.push(head)
  })
  return heads
}
