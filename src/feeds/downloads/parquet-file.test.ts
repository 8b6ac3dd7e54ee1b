import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { expect, test } from 'vitest'
import { DUCKDB, openDuckDb } from '../../../test/support/duckdb.ts'
import { needs, ONCE, skipWithout } from '../../../test/support/needs.ts'
import { temporaryFolder } from '../../../test/support/store.ts'
import { column, type DownloadRow } from '../../reports/downloads/download-rows.ts'
import { writeParquet } from './parquet-file.ts'

needs(ONCE)

const COLUMNS = [
  column('text', 'text', ''),
  column('number', 'number', ''),
  column('integer', 'integer', ''),
  column('boolean', 'boolean', ''),
  column('day', 'day', ''),
  column('moment', 'moment', ''),
  column('words', 'list of text', ''),
  column('object', 'json', ''),
  column('list', 'json', ''),
]
const NULLS = Object.fromEntries(COLUMNS.map(({ name }) => [name, null]))
const ROWS: DownloadRow[] = [
  {
    text: '₹ 🧨 "a", b',
    number: -0.1,
    integer: 9_007_199_254_740_991,
    boolean: false,
    day: '2026-01-13',
    moment: '2026-01-13T18:29:59.999Z',
    words: ['NSE', 'BSE'],
    object: { 'A, "B"': 45.5, c: null },
    list: [{ kind: 'RHP', url: null }],
  },
  NULLS,
  {
    ...NULLS,
    text: '',
    number: 0,
    integer: -1,
    boolean: true,
    day: '1969-12-31',
    words: [],
    object: {},
    list: [],
  },
]
const NOTES = { asOf: '2026-01-12T18:30:00.000Z' }

async function* inPages(rows: readonly DownloadRow[], size: number) {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}

async function written(rows: readonly DownloadRow[], valuesPerGroup?: number, pageSize = 2) {
  const path = join(temporaryFolder(), 'table.parquet')
  const count = await writeParquet(
    path,
    { columns: COLUMNS, pages: inPages(rows, pageSize), notes: NOTES },
    valuesPerGroup,
  )
  const bytes = readFileSync(path)
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
  return { path, count, bytes, file, metadata: parquetMetadata(file) }
}

test('every type of value, nulls and empty values are read back', async () => {
  const { count, file, metadata } = await written(ROWS)
  expect(count).toBe(3)
  expect(metadata.key_value_metadata).toEqual([{ key: 'asOf', value: NOTES.asOf }])
  expect(await parquetReadObjects({ file })).toEqual(
    ROWS.map((row) => ({
      ...row,
      words: row.words ?? undefined,
      integer: row.integer === null ? null : BigInt(Number(row.integer)),
      day: row.day === null ? null : new Date(String(row.day)),
      moment: row.moment === null ? null : new Date(String(row.moment)),
    })).map((row) => expect.objectContaining(row)),
  )
})

test('the rows of many pages are written in groups, and the pages do not change the bytes', async () => {
  const rows = Array.from({ length: 100 }, (_, i) => ({ ...ROWS[i % 3], integer: i }))
  const { bytes, file, metadata } = await written(rows, COLUMNS.length * 30, 7)
  expect(metadata.num_rows).toBe(100n)
  expect(metadata.row_groups.map((group) => [group.num_rows, group.columns.length])).toEqual(
    [30n, 30n, 30n, 10n].map((count) => [count, COLUMNS.length]),
  )
  const read = await parquetReadObjects({ file })
  expect(read.map(({ integer }) => Number(integer))).toEqual(rows.map(({ integer }) => integer))
  expect((await written(rows, COLUMNS.length * 30, 100)).bytes).toEqual(bytes)
})

test('a long text lies between the shortened bounds of its column', async () => {
  const { metadata } = await written([{ ...NULLS, text: 'z'.repeat(500) }])
  const bounds = metadata.row_groups[0]?.columns[0]?.meta_data?.statistics
  expect(bounds).toMatchObject({ min_value: 'z'.repeat(16), max_value: `${'z'.repeat(15)}{` })
})

test('a table without rows has its columns', async () => {
  const { count, metadata } = await written([])
  expect(count).toBe(0)
  expect(metadata.schema.filter(({ name }) => name !== 'list' && name !== 'element')).toHaveLength(
    COLUMNS.length,
  )
})

test('a filter by text finds every row, whatever characters the texts have', async ({ skip }) => {
  skipWithout(skip, DUCKDB)
  const texts = [
    '🧨',
    '＝formula',
    'z',
    'é'.repeat(20),
    '\u{10ffff}'.repeat(9),
    'x'.repeat(500),
    '',
    ' a ',
    "O'Hara",
  ]
  const rows = texts.flatMap((text) => [
    { ...NULLS, text },
    { ...NULLS, text: `${text}~` },
  ])
  const { path } = await written(rows, COLUMNS.length * 4)
  const select = await openDuckDb('UTC')
  for (const { text } of rows) {
    const quoted = text.replaceAll("'", "''")
    expect(await select(`select text from '${path}' where text = '${quoted}'`)).toEqual([{ text }])
  }
})
