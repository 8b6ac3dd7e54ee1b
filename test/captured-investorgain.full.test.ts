import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { istInstant } from '../src/market/calendar.ts'
import { investorgain } from '../src/sources/investorgain/investorgain.ts'
import { gmpFrom } from '../src/sources/parsing/tracker-cells.ts'
import type { DownloadedDocument } from '../src/sources/source.ts'
import { captures, needs } from './support/needs.ts'

/** Real answers, which are stored beside the project and not in it. */
const FORMATS = new URL('../../shared/captures/formats/', import.meta.url)
needs(captures(existsSync(FORMATS)))
const text = (name: string) => readFileSync(new URL(name, FORMATS), 'utf8')
const textsIn = (folder: string) =>
  readdirSync(new URL(folder, FORMATS)).map((name) => text(`${folder}${name}`))

const answer = (
  document: string,
  body: string,
  fetchedAt = '2026-08-27T18:00:00.000Z',
): DownloadedDocument => ({
  document,
  url: 'https://example.org',
  day: null,
  fetchedAt,
  body,
})

type Row = Readonly<Record<string, string>>
const LIST = 'investorgain_331_rows_excerpt.json'
const ROW = 'investorgain-331-row-2026-02-01.json'
const HISTORY = 'investorgain_ipo-gmp-read_1619_excerpt.json'

describe('recorded answers of InvestorGain', () => {
  test('every row of a list with an amount is a quote of its issue', () => {
    const rows: Row[] = JSON.parse(text(LIST)).reportTableData
    const quoted = rows.filter((row) => !row.GMP?.includes('<b>--</b>'))
    const reading = investorgain.read(answer('gmp/2026-08', text(LIST)))
    expect(reading).toMatchObject({ rows: rows.length, unknownColumns: [] })
    expect(quoted.length).toBeGreaterThan(0)
    expect(reading.entries).toMatchObject(
      quoted.map((row) => ({
        said: {
          subject: { upstreamId: String(row['~id']), openDate: row['~Srt_Open'] ?? null },
          gmp: Number(/<b>(.*?)<\/b>/.exec(row.GMP ?? '')?.[1]) * 100,
          printed: (row.GMP ?? '')
            .split('<br>')[0]
            ?.replace('&#8377;', '₹')
            .replace(/<\/?b>/g, ''),
        },
      })),
    )
  })

  test('a row without a quote is no entry', () => {
    const body = JSON.stringify({ msg: 1, reportTableData: [JSON.parse(text(ROW))] })
    expect(investorgain.read(answer('gmp/2026-02', body, '2026-02-01T14:00:00.000Z'))).toEqual({
      entries: [],
      rows: 1,
      unknownColumns: [],
    })
  })

  test('a list links to the issues that are not listed', () => {
    const rows: Row[] = JSON.parse(text(LIST)).reportTableData
    const now = '2026-08-27T18:00:00.000Z'
    const requests = investorgain.follow?.(answer('gmp/2026-08', text(LIST)), {
      now,
      days: [],
      lastRead: () => null,
    })
    expect(requests?.map(({ document }) => document)).toEqual(
      rows.filter((row) => !row.Name?.includes('L@')).map((row) => `history/${row['~id']}`),
    )
  })

  test('every day of a history is a quote of that day', () => {
    const days: Row[] = JSON.parse(text(HISTORY)).ipoGmpData
    const reading = investorgain.read(answer(`history/${days[0]?.ipo_id}`, text(HISTORY)))
    expect(reading).toMatchObject({ rows: days.length, unknownColumns: [] })
    expect(reading.entries).toMatchObject(
      days.map((day) => {
        const observedAt = (day.gmp_date ?? '').split('-').toReversed().join('-')
        const time = day.last_updated?.split(' ')[1]
        const reportedAt = time === undefined ? null : istInstant(observedAt, time)
        return { said: { observedAt, reportedAt, gmp: Number(day.gmp) * 100, printed: day.gmp } }
      }),
    )
  })

  test.each(['investorgain_error_retired_path.json', 'investorgain_error_v1.json'])(
    '%s is rejected as a list',
    (name) => {
      const { error } = JSON.parse(text(name))
      expect(() => investorgain.read(answer('gmp/2026-08', text(name)))).toThrow(error)
    },
  )

  test('every GMP cell has an amount that is its percentage of the price, or none', () => {
    const shown = textsIn('investorgain-rendered/').flatMap((body): Row[] => JSON.parse(body).allGMP ?? [])
    expect(shown.length).toBeGreaterThan(0)
    for (const row of shown) {
      const cell = (row['GMP▲▼'] ?? '').replace(/\)\d{1,2}-\w{3} \d{1,2}:\d{2}$/, ')')
      const read = gmpFrom(cell)
      expect(read.kind, cell).toBe(cell.startsWith('₹--') ? 'none' : 'quote')
      const price = Number((row['Price▲▼'] ?? '').replaceAll(',', ''))
      const percentage = Number(/\((.*)%\)/.exec(cell)?.[1])
      if (read.kind === 'quote' && price > 0) expect(read.gmp / price, cell).toBeCloseTo(percentage, 1)
    }
  })
})
