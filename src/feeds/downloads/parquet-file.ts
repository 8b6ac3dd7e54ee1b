import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import { dayNumber, msOf } from '../../market/calendar.ts'
import type { Column, ColumnType, DownloadRow } from '../../reports/downloads/download-rows.ts'
import { PAUSE_MS, type SizeAndHash, Tally } from './dataset-file.ts'

/** Values of a row group: few enough to hold in memory, and many enough that readers over HTTP need few requests. */
const VALUES_PER_GROUP = 300_000

export interface ParquetTable {
  readonly columns: readonly Column[]
  readonly pages: AsyncIterable<readonly DownloadRow[]>
  /** Texts in the file's own metadata, such as its moment. */
  readonly notes: Readonly<Record<string, string>>
}

export interface ParquetFile extends SizeAndHash {
  readonly rows: number
}

/** Writes a table as a Parquet file, one row group after the other, as its rows are read. */
export async function writeParquet(
  path: string,
  { columns, pages, notes }: ParquetTable,
  valuesPerGroup = VALUES_PER_GROUP,
): Promise<ParquetFile> {
  const handle = await open(path, 'w')
  try {
    const bytes = new FileBytes(handle)
    const writer = new ParquetWriter({
      writer: bytes,
      schema: parquetSchema(columns),
      kvMetadata: Object.entries(notes).map(([key, value]) => ({ key, value })),
    })
    const groupRows = Math.ceil(valuesPerGroup / columns.length)
    let rows = 0
    let group = new RowGroup(columns)
    for await (const page of pages) {
      for (const row of page) {
        if (group.add(row) < groupRows) continue
        await group.write(writer)
        group = new RowGroup(columns)
      }
      rows += page.length
      await setTimeout(PAUSE_MS)
    }
    await group.write(writer)
    await writer.finish()
    return { ...bytes.sized(), rows }
  } finally {
    await handle.close()
  }
}

/** Rows that are written together, by column. */
class RowGroup {
  readonly #columns: readonly Column[]
  readonly #data: unknown[][]
  readonly #texts = new EncodedTexts()
  #rows = 0

  constructor(columns: readonly Column[]) {
    this.#columns = columns
    this.#data = columns.map(() => [])
  }

  /** Adds a row, and returns how many there are. */
  add(row: DownloadRow): number {
    for (const [i, { name, type }] of this.#columns.entries())
      this.#data[i]?.push(parquetValue(row[name], type, this.#texts))
    this.#rows += 1
    return this.#rows
  }

  /**
   * Writes column after column with pauses in which requests are served. The writer makes a row group of each call, so
   * that these are joined to one afterwards.
   */
  async write(writer: ParquetWriter): Promise<void> {
    if (this.#rows === 0) return
    const [before, rowsBefore] = [writer.row_groups.length, writer.num_rows]
    for (const [i, { name }] of this.#columns.entries()) {
      await writer.write({ columnData: [{ name, data: this.#data[i] ?? [] }], rowGroupSize: this.#rows })
      this.#data[i] = []
      await setTimeout(PAUSE_MS)
    }
    const parts = writer.row_groups.splice(before)
    writer.row_groups.push({
      columns: parts.flatMap((part) => part.columns),
      total_byte_size: parts.reduce((sum, part) => sum + part.total_byte_size, 0n),
      num_rows: BigInt(this.#rows),
    })
    writer.num_rows = rowsBefore + BigInt(this.#rows)
  }
}

/** The output of the writer, which is moved to the file after each column. */
class FileBytes extends ByteWriter {
  readonly #file: FileHandle
  readonly #tally = new Tally()

  constructor(file: FileHandle) {
    super()
    this.#file = file
  }

  async flush(): Promise<void> {
    const bytes = this.getBytes()
    this.#tally.add(bytes)
    await this.#file.writeFile(bytes)
    this.index = 0
  }

  override async finish(): Promise<void> {
    await this.flush()
  }

  sized(): SizeAndHash {
    return this.#tally.sized()
  }
}

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const
const JSON_TEXT = { type: 'BYTE_ARRAY', converted_type: 'JSON', logical_type: { type: 'JSON' } } as const
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
  object: JSON_TEXT,
  list: JSON_TEXT,
} as const satisfies Partial<Record<ColumnType, Partial<SchemaElement>>>

/** The schema of a table: every column may be null. */
const parquetSchema = (columns: readonly Column[]): SchemaElement[] => [
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
class EncodedTexts {
  readonly #encoder = new TextEncoder()
  readonly #known = new Map<string, Uint8Array>()

  of(text: string): Uint8Array {
    const known = this.#known.get(text)
    if (known) return known
    const bytes = this.#encoder.encode(text)
    this.#known.set(text, bytes)
    return bytes
  }
}

/**
 * A value as the writer takes it. Texts are passed as bytes: the writer compares strings as JavaScript does, and readers
 * skip parts of a file by the lowest and highest text in the order of bytes.
 */
function parquetValue(value: unknown, type: ColumnType, texts: EncodedTexts): unknown {
  if (value === null || value === undefined) return null
  if (type === 'text') return texts.of(String(value))
  if (type === 'integer') return BigInt(value as number)
  if (type === 'day') return dayNumber(value as string)
  if (type === 'moment') return BigInt(msOf(value as string))
  if (type === 'list of text') return (value as string[]).map((text) => texts.of(text))
  return value
}
