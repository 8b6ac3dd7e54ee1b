import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { ipopremium } from '../src/sources/ipopremium/ipopremium.ts'
import type { ReportedGmp } from '../src/sources/source.ts'
import { captures, needs } from './support/needs.ts'

/** The cells of a real table, which are stored beside the project and not in it. */
const TABLE = new URL('../../shared/captures/formats/ipopremium_2026-08-17.csv', import.meta.url)
needs(captures(existsSync(TABLE)))

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const pageOf = (rows: readonly (readonly string[])[]) =>
  `<html><body><noscript><table id="table_ajax">${rows
    .map((cells) => `<tr>${cells.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`)
    .join('')}</table></noscript></body></html>`

test('every quote of a real table of IPO Premium is parsed', () => {
  const table: string[][] = parse(readFileSync(TABLE, 'utf8'))
  const reading = ipopremium.read({
    document: 'gmp',
    url: 'https://www.ipopremium.in/',
    day: null,
    fetchedAt: '2026-08-17T14:00:00.000Z',
    body: pageOf(table),
  })
  const rows = table.slice(1)
  const quoted = rows.filter(([, gmp]) => gmp !== '0')
  const said = reading.entries.map((entry) => ('said' in entry ? (entry.said as ReportedGmp) : entry))
  expect(reading).toMatchObject({ rows: rows.length, unknownColumns: [] })
  expect(said).toMatchObject(
    quoted.map(([name = '', gmp = '', , , price = '']) => ({
      subject: {
        name: name.replace(/ \([^)]*\)$/, ''),
        board: /SME\)$/.test(name) ? 'SME' : 'MAINBOARD',
        openDate: expect.stringMatching(/^2026-08-/),
        closeDate: expect.stringMatching(/^2026-08-/),
        priceMin: Number(price.split('-')[0]) * 100,
        priceMax: Number(price.split('-')[1]) * 100,
      },
      gmp: Math.round(Number(gmp.split(' ')[0]) * 100),
      printed: gmp,
    })),
  )
})
