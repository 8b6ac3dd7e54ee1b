import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isRealDay } from '../src/market/calendar.ts'
import type { DealFact } from '../src/market/facts/fact.ts'
import { nseBhavcopy } from '../src/sources/nse-bhavcopy/nse-bhavcopy.ts'
import { readNseDealsCsv } from '../src/sources/nse-deals/nse-deals.ts'
import {
  type DownloadedDocument,
  type ParsedDocument,
  type ReportedListing,
  Unreadable,
} from '../src/sources/source.ts'
import { captures, needs } from './support/needs.ts'

/** Real files of the exchange, which are stored beside the project and not in it. */
const CAPTURES = fileURLToPath(new URL('../../shared/captures', import.meta.url))
const isThere = existsSync(CAPTURES)
needs(captures(isThere))

const filesLike = (pattern: string) =>
  globSync(pattern, { cwd: CAPTURES }).map((path) => `${CAPTURES}/${path}`)
const rowsIn = (body: string) => body.trimEnd().split('\n').slice(1)

/** The cells of a row, independently of the tested parser: no recorded cell has a quote inside. */
const cellsIn = (line: string) =>
  line.startsWith('"') ? line.slice(1, -1).split('","') : line.split(',').map((cell) => cell.trim())

type Deal = Omit<DealFact, 'fact' | 'source' | 'printed' | 'url'>
const dealsOf = ({ entries }: ParsedDocument): Deal[] =>
  entries.flatMap((entry) => ('said' in entry && entry.said.kind === 'deal' ? [entry.said.deal] : []))

/** A deal as the text of its row. */
const dealText = ({ symbol, securityName, clientName, dealType, quantity, price }: Deal) => [
  symbol,
  securityName,
  clientName,
  dealType,
  quantity,
  price,
]
const rowText = ([, symbol, security, client, side, quantity = '', price = '']: string[]) => [
  symbol,
  security?.trim(),
  client?.trim(),
  side,
  Number(quantity.replaceAll(',', '')),
  Math.round(Number(price.replaceAll(',', '')) * 100),
]

describe('recorded deals', () => {
  test.each(['days/*/nse/bulk.csv', 'formats/nse-archive-bulk-*.csv', 'formats/nse-website-bulk-deals.csv'])(
    'every row of %s is parsed as a deal with its values',
    (pattern) => {
      const files = filesLike(pattern)
      expect(files).not.toEqual([])
      for (const file of files) {
        const body = readFileSync(file, 'utf8')
        const reading = readNseDealsCsv(body, 'BULK')
        const rows = rowsIn(body)
        expect(reading).toMatchObject({ rows: rows.length, unknownColumns: [] })
        expect(dealsOf(reading).map(dealText)).toEqual(rows.map((row) => rowText(cellsIn(row))))
        expect(reading.entries.map(({ raw }) => raw)).toEqual(rows)
      }
    },
  )

  test('the file of a day has deals of that day', () => {
    for (const file of filesLike('days/*/nse/bulk.csv')) {
      const day = /days\/([^/]+)\//.exec(file)?.[1]
      const days = dealsOf(readNseDealsCsv(readFileSync(file, 'utf8'), 'BULK')).map(
        ({ tradeDate }) => tradeDate,
      )
      expect(new Set(days)).toEqual(new Set([day]))
    }
  })

  test('a file that is cut off within a line is rejected', () => {
    const [file = ''] = filesLike('days/*/nse/bulk.csv')
    const body = readFileSync(file, 'utf8')
    for (let end = 1; end < 5000; end++) {
      if (body[end - 1] === '\n') continue
      expect(() => readNseDealsCsv(body.slice(0, end), 'BULK'), `cut at ${end}`).toThrow(Unreadable)
    }
  })
})

describe('recorded day files', () => {
  const files = isThere ? filesLike('{days/*/nse,formats}/*sec_bhavdata_full_*.csv') : []
  const dayIn = (file: string) => (/(\d\d)(\d\d)(\d{4})\.csv$/.exec(file) ?? []).slice(1).reverse().join('-')
  const answer = (file: string, day: string): DownloadedDocument => ({
    document: day,
    url: basename(file),
    day,
    fetchedAt: `${day}T14:00:00.000Z`,
    body: readFileSync(file, 'utf8'),
  })

  test.each(files.map((file) => [basename(file), file]))(
    'every share of %s has its opening price',
    (_name, file) => {
      const day = dayIn(file)
      expect(isRealDay(day)).toBe(true)
      const { entries, unknownColumns } = nseBhavcopy.read(answer(file, day))
      const shares = rowsIn(readFileSync(file, 'utf8'))
        .map(cellsIn)
        .filter(([, series = '']) => ['EQ', 'BE', 'SM', 'ST'].includes(series))
      expect(unknownColumns).toEqual([])
      const listings = entries.map((entry) => ('said' in entry ? (entry.said as ReportedListing) : entry))
      expect(listings).toEqual(
        shares.map(([symbol, series = '', , previous, open]) =>
          expect.objectContaining({
            subject: expect.objectContaining({ symbol, board: series.startsWith('S') ? 'SME' : 'MAINBOARD' }),
            listedOn: day,
            listingPrice: Math.round(Number(open) * 100),
            previousClose: Math.round(Number(previous) * 100),
          }),
        ),
      )
    },
  )

  test('files of another day give no prices', () => {
    for (const file of files)
      expect(nseBhavcopy.read(answer(file, '2025-03-09')).entries).toMatchObject([{ rule: 'bhavcopy-day' }])
  })
})
