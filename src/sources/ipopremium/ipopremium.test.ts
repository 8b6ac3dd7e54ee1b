import { describe, expect, test } from 'vitest'
import { type DownloadedDocument, type ReportedGmp, Unreadable } from '../source.ts'
import { ipopremium } from './ipopremium.ts'

const answer = (body: string): DownloadedDocument => ({
  document: 'gmp',
  url: 'https://www.ipopremium.in/',
  day: null,
  fetchedAt: '2031-03-12T14:30:00.000Z',
  body,
})

const HEADINGS = [
  'Company Name',
  'GMP Rumors *',
  'Open',
  'Close',
  'Price',
  'Lot Size',
  'Issue Size (cr)',
  'LM',
  'Allotment Date',
  'Listing Date',
  'Action',
]
const row = (name: string, gmp: string, price = '114-120') => [
  `<a href="/view/1">${name}</a>`,
  gmp,
  'Mar 11, 2031',
  'Mar 13, 2031',
  price,
  '1000',
  '41.20',
  'Banyan Kettles',
  'Mar 14, 2031',
  'Mar 18, 2031',
  'Apply',
]
const line = (cells: readonly string[], tag: string) =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
const page = (rows: readonly (readonly string[])[], headings = HEADINGS, id = 'table_ajax') =>
  `<!doctype html><html><body><div id="app"></div><noscript><table id="${id}"><thead>${line(headings, 'th')}</thead><tbody>${rows.map((cells) => line(cells, 'td')).join('')}</tbody></table></noscript><script src="/app.js"></script></body></html>`

const read = (...rows: (readonly string[])[]) => ipopremium.read(answer(page(rows)))

test('one page is requested', () => {
  expect(ipopremium.plan({ now: '2031-03-12T14:30:00.000Z', days: [], lastRead: () => null })).toEqual([
    { document: 'gmp', url: 'https://www.ipopremium.in/', expects: 'html' },
  ])
})

test('a row of the table in the noscript element is a quote', () => {
  expect(read(row('Tamarind Foods Ltd. (NSE SME)', '30 (25.0%)'))).toMatchObject({
    entries: [
      {
        row: 1,
        raw: expect.stringContaining('Tamarind Foods Ltd. (NSE SME) | 30 (25.0%) | Mar 11, 2031'),
        said: {
          kind: 'gmp',
          subject: {
            name: 'Tamarind Foods Ltd.',
            board: 'SME',
            openDate: '2031-03-11',
            closeDate: '2031-03-13',
            priceMin: 11400,
            priceMax: 12000,
          },
          observedAt: '2031-03-12',
          reportedAt: null,
          gmp: 3000,
          printed: '30 (25.0%)',
        },
      },
    ],
    rows: 1,
    unknownColumns: [],
  })
})

describe('the board is in the last brackets', () => {
  test.each([
    ['Tamarind Foods Ltd. (MAINBOARD)', 'Tamarind Foods Ltd.', 'MAINBOARD'],
    ['Tamarind foods (Mainboard)', 'Tamarind foods', 'MAINBOARD'],
    ['Tamarind Foods (India) (BSE SME)', 'Tamarind Foods (India)', 'SME'],
    ['Tamarind Foods (India)', 'Tamarind Foods (India)', null],
  ])('%s', (printed, name, board) => {
    expect(read(row(printed, '30 (25.0%)')).entries).toMatchObject([{ said: { subject: { name, board } } }])
  })
})

test('a zero is no quote, and a fixed price is both ends of its band', () => {
  const { entries, rows } = read(
    row('Neem Works (BSE SME)', '0'),
    row('Tamarind Foods (BSE SME)', '9.1 (7.6%)', '120-120'),
  )
  expect(rows).toBe(2)
  expect(entries).toMatchObject([
    { row: 2, said: { gmp: 910, subject: { priceMin: 12000, priceMax: 12000 } } },
  ])
})

test('a negative quote is a quote', () => {
  const [entry] = read(row('Tamarind Foods (BSE SME)', '-4 (-3.3%)')).entries
  expect(entry !== undefined && 'said' in entry && (entry.said as ReportedGmp).gmp).toBe(-400)
})

test('a bad row is refused and affects no other', () => {
  expect(
    read(row('Neem Works (BSE SME)', '4-6'), row('Tamarind Foods (BSE SME)', '5')).entries,
  ).toMatchObject([
    { row: 1, rule: 'gmp-range' },
    { row: 2, said: { gmp: 500 } },
  ])
})

test.each([
  ['a page without that table', page([row('Neem Works', '4')], HEADINGS, 'other'), '#table_ajax'],
  ['a renamed column', page([row('Neem Works', '4')], HEADINGS.with(1, 'Rumours')), 'no column GMP Rumors'],
  ['a table without rows', page([]), 'no rows'],
  ['an answer in JSON', '{"data":[]}', 'no HTML page'],
])('%s is unreadable', (_name, body, message) => {
  expect(() => ipopremium.read(answer(body))).toThrow(Unreadable)
  expect(() => ipopremium.read(answer(body))).toThrow(message)
})
