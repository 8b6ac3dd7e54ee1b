import { describe, expect, test } from 'vitest'
import { EXAMPLE } from '../../../test/support/own-table.ts'
import { type DownloadedDocument, type ReportedGmp, Unreadable } from '../source.ts'
import { BadTableFile, readTableFile } from './table-file.ts'

const FETCHED = '2031-03-12T14:30:00.000Z'

const sourceOf = (changes: object = {}) => readTableFile(JSON.stringify({ ...EXAMPLE, ...changes }))
const answer = (body: string): DownloadedDocument => ({
  document: 'gmp',
  url: EXAMPLE.address,
  day: null,
  fetchedAt: FETCHED,
  body,
})
const CSV = { format: 'csv', table: undefined }
const JSON_ROWS = { format: 'json', table: 'data.rows' }

describe('a source of a file', () => {
  test('is as the file describes it', () => {
    const source = sourceOf()
    expect(source).toMatchObject({
      id: 'banyan',
      publisher: 'Banyan Street',
      owner: 'Banyan Media',
      home: 'https://banyan-street.example/',
      schedule: { words: 'every 3 hours from 9:40 to 21:40', cron: ['40 9-21/3 * * *'] },
      isDated: false,
    })
    expect(source.plan({ now: FETCHED, days: [], lastRead: () => null })).toEqual([
      {
        document: 'gmp',
        url: 'https://banyan-street.example/ipo-gmp',
        expects: 'html',
        isOperatorsOwn: true,
      },
    ])
  })

  test('has its address as home, and its pattern as schedule text, unless the file has them', () => {
    expect(sourceOf({ home: undefined, schedule: { cron: ['5 9 * * *', '5 21 * * 1-5'] } })).toMatchObject({
      home: 'https://banyan-street.example/ipo-gmp',
      schedule: { words: 'by the pattern 5 9 * * * and 5 21 * * 1-5' },
    })
  })
})

/** The entries of the same two rows in each format. */
const ENTRIES = [
  {
    row: 1,
    said: {
      kind: 'gmp',
      subject: {
        name: 'Tamarind Foods',
        board: 'SME',
        openDate: '2031-03-11',
        closeDate: '2031-03-13',
        priceMin: 11400,
        priceMax: 12000,
      },
      observedAt: '2031-03-12',
      reportedAt: '2031-03-12T12:35:00.000Z',
      gmp: 3000,
      printed: '30 (25%)',
    },
  },
  { row: 2, rule: 'gmp-range' },
]

const PAGE = `<html><body>
  <table><tr><th>Company</th><th>GMP</th></tr><tr><td>Last year</td><td>9</td></tr></table>
  <table id="gmp">
    <tr><th>Company</th><th>GMP (Rs)</th><th>Issue Price</th><th>Bidding</th><th>Board</th><th>As of</th><th>Lot</th></tr>
    <tr><td>Tamarind Foods</td><td>30 (25%)</td><td>114-120</td><td>11-13 March</td><td>NSE SME</td><td>12-Mar 18:05</td><td>1000</td></tr>
    <tr><td>Neem Works</td><td>4-6</td><td>60</td><td>12-14 March</td><td>Mainboard</td><td>12-Mar 18:05</td><td>200</td></tr>
    <tr><td>Old Mill</td><td>0</td><td>80</td><td>March</td><td>Mainboard</td><td>-</td><td>150</td></tr>
  </table></body></html>`

const TEXT_FILE = `Company,GMP,Issue Price,Bidding,Board,As of
Tamarind Foods,30 (25%),114-120,11-13 March,NSE SME,12-Mar 18:05
Neem Works,4-6,60,12-14 March,Mainboard,12-Mar 18:05
Old Mill,0,80,March,Mainboard,-`

const row = (cells: object) => ({
  Board: 'NSE SME',
  Bidding: '11-13 March',
  'As of': '12-Mar 18:05',
  ...cells,
})
const document = (rows: unknown) => JSON.stringify({ ok: true, data: { rows } })
const DOCUMENT = document([
  row({ Company: 'Tamarind Foods', GMP: '30 (25%)', 'Issue Price': '114-120' }),
  row({ Company: 'Neem Works', GMP: '4-6', 'Issue Price': 60 }),
  row({ Company: 'Old Mill', GMP: 0 }),
])

describe('the same rows are parsed from', () => {
  test.each([
    ['a page', {}, PAGE],
    ['a CSV file', CSV, TEXT_FILE],
    ['a CSV file with its last line ended', CSV, `\uFEFF${TEXT_FILE}\r\n`],
    ['JSON', JSON_ROWS, DOCUMENT],
  ])('%s', (_format, changes, body) => {
    const reading = sourceOf(changes).read(answer(body))
    expect(reading).toMatchObject({ rows: 3, unknownColumns: [] })
    expect(reading.entries).toMatchObject(ENTRIES)
  })

  test('JSON that is a list', () => {
    const { entries } = sourceOf({ format: 'json', table: undefined }).read(
      answer('[{"Company":"Tamarind Foods","GMP":12.5}]'),
    )
    expect(entries).toMatchObject([
      { raw: '{"Company":"Tamarind Foods","GMP":12.5}', said: { gmp: 1250, printed: '12.5' } },
    ])
  })
})

describe('days are parsed as the file describes', () => {
  const OPEN_AND_CLOSE = { name: 'Company', gmp: 'GMP', open: 'From', close: 'Until', updated: 'As of' }

  test.each([
    ['D-Mon-YYYY', '9-Mar-2031', '11-Mar-2031'],
    ['Mon D, YYYY', 'Mar 9, 2031', 'Mar 11, 2031'],
    ['D/M/YYYY', '9/3/2031', '11/03/2031'],
    ['M/D/YYYY', '3/9/2031', '03/11/2031'],
    ['YYYY-MM-DD', '2031-03-09', '2031-03-11'],
    ['D-Mon', '9-Mar', '11 March'],
  ])('%s', (dates, open, close) => {
    const source = sourceOf({ ...CSV, columns: OPEN_AND_CLOSE, dates })
    const { entries } = source.read(
      answer(`Company,GMP,From,Until\nTamarind Foods,30,"${open}","${close}"\n`),
    )
    expect(entries).toMatchObject([
      { said: { subject: { openDate: '2031-03-09', closeDate: '2031-03-11' } } },
    ])
  })

  test('and so are time stamps in numbers alone', () => {
    const body = 'Company,GMP,As of\nTamarind Foods,30,3/11/2031 18:05\n'
    const stampOf = (dates: string) =>
      sourceOf({ ...CSV, columns: OPEN_AND_CLOSE, dates }).read(answer(body)).entries[0]
    expect(stampOf('M/D/YYYY')).toMatchObject({ said: { reportedAt: '2031-03-11T12:35:00.000Z' } })
    expect(stampOf('D/M/YYYY')).toMatchObject({ rule: 'time-unreadable' })
  })
})

test.each([
  ['a quote by default', undefined, [0]],
  ['a quote', 'quote', [0]],
  ['nothing', 'nothing', []],
])('a zero means %s', (_name, zeroMeans, gmps) => {
  const { entries } = sourceOf({ ...CSV, zeroMeans }).read(answer('Company,GMP\nTamarind Foods,0\n'))
  expect(entries.map((entry) => 'said' in entry && (entry.said as ReportedGmp).gmp)).toEqual(gmps)
})

test('the number of the site is used', () => {
  const source = sourceOf({ ...JSON_ROWS, columns: { name: 'Company', gmp: 'GMP', id: 'key' } })
  const { entries } = source.read(answer(document([{ Company: 'Tamarind Foods', GMP: 3, key: 4711 }])))
  expect(entries).toMatchObject([{ said: { subject: { upstreamId: '4711' } } }])
})

test('columns that the file does not name are reported', () => {
  const reading = sourceOf(CSV).read(answer('Company,GMP,Lot,Mood\nTamarind Foods,3,100,good\n'))
  expect(reading.unknownColumns).toEqual(['Mood'])
})

test('an empty list, and a file of headings alone, mean that there are no quotes', () => {
  const nothing = { entries: [], rows: 0 }
  expect(sourceOf(JSON_ROWS).read(answer(document([])))).toMatchObject(nothing)
  expect(sourceOf(CSV).read(answer('Company,GMP\n'))).toMatchObject(nothing)
})

test.each([
  ['an object in place of a quote', { GMP: { low: 4, high: 6 } }, 'gmp-unreadable'],
  ['a quote with markup', { GMP: '₹<b>4</b>' }, 'gmp-unreadable'],
  ['a percentage', { GMP: '4%' }, 'gmp-percentage'],
])('%s is refused', (_name, cells, rule) => {
  const body = document([row({ Company: 'Neem Works', ...cells })])
  expect(sourceOf(JSON_ROWS).read(answer(body)).entries).toMatchObject([{ row: 1, rule }])
})

test.each<[string, object, string, string]>([
  [
    'a page without the selected table',
    {},
    '<html><title>Moved</title></html>',
    '"Moved" has no table at #gmp',
  ],
  [
    'a page with other headings',
    {},
    PAGE.replaceAll('GMP (Rs)', 'Premium'),
    'no column GMP (Rs) or GMP; found Company, Premium',
  ],
  ['a page cut short', {}, PAGE.slice(0, 500), 'cut short'],
  ['a page in place of CSV', CSV, PAGE, 'HTML page, CSV was expected'],
  ['a CSV with other headings', CSV, 'Company,Premium\nNeem Works,3\n', 'found Company, Premium'],
  ['a CSV cut short', CSV, TEXT_FILE.slice(0, -8), 'cut short'],
  ['JSON cut short', JSON_ROWS, DOCUMENT.slice(0, -9), 'cut short'],
  ['JSON without the path', JSON_ROWS, '{"data":{"list":[]}}', 'there is no "rows" in { list }'],
  ['JSON that is no list there', JSON_ROWS, '{"data":{"rows":"none"}}', 'data.rows should be a JSON list'],
  [
    'JSON with other keys',
    JSON_ROWS,
    document([{ Company: 'Neem Works', premium: 3 }]),
    'found Company, premium',
  ],
  ['nothing', JSON_ROWS, '', 'empty'],
])('%s is unreadable', (_name, changes, body, message) => {
  const source = sourceOf(changes)
  expect(() => source.read(answer(body))).toThrow(Unreadable)
  expect(() => source.read(answer(body))).toThrow(message)
})

describe('a file is refused when', () => {
  test.each<[string, object, string]>([
    ['a key is missing', { owner: undefined }, '"owner" is missing'],
    ['a key is not known', { colums: {} }, 'unknown key "colums"; known are id, name'],
    ['a column is not known', { columns: { ...EXAMPLE.columns, lot: 'Lot' } }, 'unknown key "columns.lot"'],
    ['the quotes have no column', { columns: { name: 'Company' } }, '"columns.gmp" is missing'],
    [
      'a heading is no text',
      { columns: { ...EXAMPLE.columns, price: 3 } },
      '"columns.price" must be a heading',
    ],
    [
      'a list of headings is empty',
      { columns: { ...EXAMPLE.columns, price: [] } },
      '"columns.price" must be',
    ],
    [
      'a heading is named for two',
      { columns: { ...EXAMPLE.columns, open: 'bidding' }, dates: 'D-Mon' },
      '"columns.open" names "bidding", which is "columns.dates" already',
    ],
    ['days have no form', { columns: { ...EXAMPLE.columns, open: 'Opens' } }, '"dates" is missing'],
    ['days have an unknown form', { dates: 'DD.MM.YY' }, '"dates" must be one of D-Mon-YYYY, '],
    ['the id has other letters', { id: 'Banyan Street' }, '"id" must be lower-case letters'],
    ['it takes the name of a built-in source', { name: 'ipowatch' }, '"name" must be text of at most'],
    ['it takes the name of the operator', { name: 'operator' }, 'not the name of a built-in source'],
    [
      'the address is not https',
      { address: 'http://banyan-street.example/' },
      '"address" must be an address that begins with https://',
    ],
    [
      'the address holds a password',
      { address: 'https://me:secret@banyan-street.example/' },
      '"address" must be',
    ],
    ['the home is no address', { home: 'banyan' }, '"home" must be'],
    ['the format is not known', { format: 'pdf' }, '"format" must be one of html, csv, json'],
    ['the selector is none', { table: 'table[' }, '"table" must be a CSS selector'],
    ['the path is none', { format: 'json', table: 'data..rows' }, '"table" must be a path'],
    ['a CSV file has a table', { format: 'csv' }, '"table" has no meaning for "csv"'],
    ['zero means something else', { zeroMeans: 'null' }, '"zeroMeans" must be one of quote, nothing'],
    ['headings to leave aside are no list', { ignored: 'Lot' }, '"ignored" must be a list of headings'],
    ['there is no pattern', { schedule: { cron: [] } }, '"schedule.cron" must be a list of patterns'],
    ['a pattern has six fields', { schedule: { cron: ['0 0 9 * * *'] } }, '"schedule.cron" must be'],
    [
      'a pattern has an hour that no clock shows',
      { schedule: { cron: ['0 25 * * *'] } },
      '"schedule.cron" must be',
    ],
    ['a pattern is no list', { schedule: { cron: '0 9 * * *' } }, '"schedule.cron" must be'],
    ['the schedule is a text', { schedule: 'hourly' }, '"schedule" must be an object'],
  ])('%s', (_name, changes, message) => {
    expect(() => sourceOf(changes)).toThrow(BadTableFile)
    expect(() => sourceOf(changes)).toThrow(message)
  })

  test.each([
    ['it is no JSON', '{"id": banyan}', 'not JSON'],
    ['it is a list', '[]', 'one JSON object'],
  ])('%s', (_name, text, message) => {
    expect(() => readTableFile(text)).toThrow(message)
  })

  test('and every fault is named at once', () => {
    const faults = () =>
      sourceOf({ id: 'B', owner: 3, address: 'x', columns: { gmp: '' }, schedule: { when: 1 } })
    for (const key of [
      'id',
      'owner',
      'address',
      'columns.name',
      'columns.gmp',
      'schedule.cron',
      'schedule.when',
    ])
      expect(faults).toThrow(`"${key}"`)
  })
})
