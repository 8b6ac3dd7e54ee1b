import { setTimeout } from 'node:timers/promises'
import { fileWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import { dayNumber, msOf } from '../../market/calendar.ts'
import {
  type ColumnType,
  type DownloadColumn,
  type DownloadRow,
  valueIn,
} from '../../reports/downloads/download-rows.ts'
import { PAUSE_MS } from './dataset-file.ts'

/** Values of a row group: few enough to hold in memory, and many enough that readers over HTTP need few requests. */
const VALUES_PER_GROUP = 300_000

export interface ParquetTable {
  readonly columns: readonly DownloadColumn[]
  readonly pages: AsyncIterable<readonly DownloadRow[]>
  /** Texts in the file's own metadata, such as its moment. */
  readonly notes: Readonly<Record<string, string>>
}

/** Writes a table as a Parquet file, one row group after the other, as its rows are read. Returns the number of rows. */
export async function writeParquet(
  path: string,
  { columns, pages, notes }: ParquetTable,
  valuesPerGroup = VALUES_PER_GROUP,
): Promise<number> {
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema: parquetSchema(columns),
    kvMetadata: Object.entries(notes).map(([key, value]) => ({ key, value })),
  })
  const rowGroupSize = Math.ceil(valuesPerGroup / columns.length)
  let group = emptyGroup(columns)
  let rows = 0
  for await (const page of pages) {
    for (const row of page) {
      for (const column of group) column.add(row)
      if (++rows % rowGroupSize !== 0) continue
      await writer.write({ columnData: group, rowGroupSize })
      group = emptyGroup(columns)
    }
    await setTimeout(PAUSE_MS)
  }
  await writer.write({ columnData: group, rowGroupSize })
  await writer.finish()
  return rows
}

/** The columns of a row group, without values. */
function emptyGroup(columns: readonly DownloadColumn[]) {
  const encode = textEncoder()
  return columns.map((column) => {
    const data: unknown[] = []
    return {
      name: column.name,
      data,
      add: (row: DownloadRow) => data.push(parquetValue(valueIn(row, column), column.type, encode)),
    }
  })
}

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const
const OPTIONAL = { repetition_type: 'OPTIONAL' } as const

/** The types of single values. Moments have the precision of the store, milliseconds, and are in UTC. */
const ELEMENTS = {
  text: TEXT,
  number: { type: 'DOUBLE' },
  integer: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
  day: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  moment: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  json: { type: 'BYTE_ARRAY', converted_type: 'JSON', logical_type: { type: 'JSON' } },
} as const satisfies Partial<Record<ColumnType, Partial<SchemaElement>>>

/** The schema of a table: every column may be null. */
const parquetSchema = (columns: readonly DownloadColumn[]): SchemaElement[] => [
  { name: 'table', num_children: columns.length },
  ...columns.flatMap(({ name, type }) =>
    type === 'list of text' ? listElements(name) : [{ name, ...OPTIONAL, ...ELEMENTS[type] }],
  ),
]

const listElements = (name: string): SchemaElement[] => [
  { name, ...OPTIONAL, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  { name: 'element', ...OPTIONAL, ...TEXT },
]

/** Encodes texts once each, and gives equal ones the same bytes. */
function textEncoder(): (text: string) => Uint8Array {
  const encoder = new TextEncoder()
  const known = new Map<string, Uint8Array>()
  return (text) => {
    // No buffer of Node: the writer changes slices of the bytes, which must be copies.
    const bytes = known.get(text) ?? encoder.encode(text)
    known.set(text, bytes)
    return bytes
  }
}

/**
 * A value as the writer takes it. Texts are passed as bytes: the writer compares strings as JavaScript does, and readers
 * skip parts of a file by the lowest and highest text in the order of bytes.
 */
function parquetValue(value: unknown, type: ColumnType, encode: (text: string) => Uint8Array): unknown {
  if (value === null || value === undefined) return null
  if (type === 'text') return encode(String(value))
  if (type === 'integer') return BigInt(value as number)
  if (type === 'day') return dayNumber(value as string)
  if (type === 'moment') return BigInt(msOf(value as string))
  if (type === 'list of text') return (value as string[]).map(encode)
  return value
}
