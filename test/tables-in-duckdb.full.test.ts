import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { ColumnType } from '../src/reports/downloads/download-rows.ts'
import { DOWNLOAD_FORMATS, DOWNLOADS } from '../src/request/downloads.ts'
import { demoServiceForAll } from './support/demo-service.ts'
import { DUCKDB, openDuckDb } from './support/duckdb.ts'
import { beforeAllWith, needs, ONCE } from './support/needs.ts'
import { quickPlace } from './support/quick-place.ts'
import type { Answered } from './support/service.ts'

needs(DUCKDB, ONCE)

/** Midnight in India: tables as of now and those of the day are the same. */
const NOW = '2026-11-12T18:30:00.000Z'
const API = '/api/public/market'
/** Days before and after those of UTC, in which the last test reads. */
const ZONES = ['America/Los_Angeles', 'Asia/Kolkata']
const FORMATS = [...DOWNLOAD_FORMATS, 'parquet'] as const
type Format = (typeof FORMATS)[number]

/** The types that DuckDB gives the columns of a table without any setting. */
const TYPES: Readonly<Record<Format, Readonly<Record<ColumnType, RegExp>>>> = {
  parquet: {
    text: /^VARCHAR$/,
    number: /^DOUBLE$/,
    integer: /^BIGINT$/,
    boolean: /^BOOLEAN$/,
    day: /^DATE$/,
    moment: /^TIMESTAMP WITH TIME ZONE$/,
    'list of text': /^VARCHAR\[\]$/,
    json: /^JSON$/,
  },
  // A text of digits and a whole number have no type of their own in CSV; the metadata has the exact types.
  csv: {
    text: /^(VARCHAR|BIGINT)$/,
    number: /^(DOUBLE|BIGINT)$/,
    integer: /^BIGINT$/,
    boolean: /^BOOLEAN$/,
    day: /^DATE$/,
    moment: /^TIMESTAMP WITH TIME ZONE$/,
    'list of text': /^VARCHAR$/,
    json: /^VARCHAR$/,
  },
  ndjson: {
    text: /^VARCHAR$/,
    number: /^(DOUBLE|BIGINT)$/,
    integer: /^BIGINT$/,
    boolean: /^BOOLEAN$/,
    day: /^DATE$/,
    moment: /^TIMESTAMP$/,
    'list of text': /^VARCHAR\[\]$/,
    json: /^((STRUCT|MAP)\(.*\)|(STRUCT\(.*\)|VARCHAR)\[\])$/,
  },
}

const TABLES = DOWNLOADS.flatMap((download) =>
  FORMATS.filter((format) => format !== 'parquet' || download.hasParquet).map((format) => ({
    ...download,
    format,
    file: `${download.name}.${format}`,
  })),
)

const service = demoServiceForAll(NOW)
let folder = ''
const rowsOf = new Map<string, Answered[]>()

/** A file of the day is built at its first request, which on a busy machine is told to come back. */
const downloaded = (file: string): Promise<Response> =>
  vi.waitFor(
    async () => {
      const answer = await fetch(`${service.address}/downloads/${file}`)
      expect([file, answer.status]).toEqual([file, 200])
      return answer
    },
    { timeout: 300_000 },
  )

beforeAllWith(DUCKDB, async () => {
  folder = mkdtempSync(join(quickPlace(), 'greymark-duckdb-'))
  for (const { file } of TABLES) {
    const answer = await downloaded(file)
    writeFileSync(join(folder, file), Buffer.from(await answer.arrayBuffer()))
  }
  for (const { name } of DOWNLOADS) {
    const text = await (await fetch(`${service.address}/downloads/${name}.ndjson`)).text()
    const lines = text.split('\n').slice(0, -1)
    rowsOf.set(
      name,
      lines.map((line) => JSON.parse(line)),
    )
  }
  return () => rmSync(folder, { recursive: true, force: true })
})

const path = (file: string) => `'${join(folder, file)}'`
const countBy = (rows: readonly Answered[], column: string): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(rows, (row) => row[column] ?? 'none')].map(([day, all]) => [day, all.length]),
  )

describe.each(ZONES)('in %s', (zone) => {
  test.each(TABLES)('$file has the right types, all rows, and the same days', async (table) => {
    const { name, columns, format, file } = table
    const select = await openDuckDb(zone)
    const rows = rowsOf.get(name) ?? []
    await select(`create table t as from ${path(file)}`)
    const [{ n } = {}] = await select('select count(*) as n from t')
    expect(Number(n)).toBe(rows.length)
    const described = await select('describe t')
    expect(described.map((one) => one.column_name)).toEqual(columns.map((column) => column.name))
    for (const [i, { name: column, type }] of columns.entries()) {
      // In texts, a column without any value has no type.
      if (format !== 'parquet' && rows.every((row) => row[column] === null)) continue
      expect(`${column}: ${described[i]?.column_type}`).toMatch(
        new RegExp(`^${column}: ${TYPES[format][type].source.slice(1)}`),
      )
    }
    for (const { name: column } of columns.filter(({ type }) => type === 'day')) {
      const days = await select(
        `select coalesce(strftime("${column}", '%Y-%m-%d'), 'none') as day, count(*) as n from t group by 1`,
      )
      expect(Object.fromEntries(days.map((one) => [one.day, Number(one.n)]))).toEqual(countBy(rows, column))
    }
    for (const { name: column } of columns.filter(({ type }) => type === 'moment')) {
      const moments = await select(`select epoch_ms("${column}") as ms from t`)
      expect(moments.map(({ ms }) => (ms === null ? null : Number(ms)))).toEqual(
        rows.map((row) => (row[column] === null ? null : Date.parse(row[column]))),
      )
    }
  })

  test.each(FORMATS)('deals of a day are counted on that day from %s', async (format) => {
    const select = await openDuckDb(zone)
    const { deals } = await service.json(`${API}/deals?limit=1`)
    const day = deals[0].tradeDate.slice(0, 10)
    let [total, next] = [0, `${API}/deals?from=${day}&to=${day}&limit=200`]
    while (next) {
      const answer = await fetch(new URL(next, service.address))
      total += (await answer.json()).deals.length
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? ''
    }
    const [{ n } = {}] = await select(
      `select count(*) as n from ${path(`deals.${format}`)} where "tradeDate" = DATE '${day}'`,
    )
    expect(Number(n)).toBe(total)
    expect(total).toBeGreaterThan(0)
  })
})

test.each(TABLES.filter(({ format }) => format === 'parquet'))(
  '$file has every value of the rows',
  async ({ name, columns, file }) => {
    const select = await openDuckDb('UTC')
    const values = columns.map(({ name: column, type }) => {
      const quoted = `"${column}"`
      if (type === 'moment')
        return `strftime(${quoted} at time zone 'UTC', '%Y-%m-%dT%H:%M:%S.%gZ') as ${quoted}`
      return type === 'day' ? `strftime(${quoted}, '%Y-%m-%d') as ${quoted}` : quoted
    })
    const read = await select(`select ${values.join(', ')} from ${path(file)}`)
    const types = new Map(columns.map((column) => [column.name, column.type]))
    const parsed = read.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => {
          const type = types.get(column)
          if (value === null) return [column, null]
          if (type === 'integer') return [column, Number(value)]
          return [column, type === 'json' ? JSON.parse(String(value)) : value]
        }),
      ),
    )
    expect(parsed).toEqual(rowsOf.get(name))
  },
)
