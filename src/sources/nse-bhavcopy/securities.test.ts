import { describe, expect, test } from 'vitest'
import { type DownloadedDocument, UNNAMED_SUBJECT, Unreadable } from '../source.ts'
import { nseBhavcopy } from './nse-bhavcopy.ts'

const RANGE = { from: '2025-01-01', to: '2025-12-31' }
const HEAD =
  'SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE'
const SME_HEAD = 'SYMBOL,NAME_OF_COMPANY,SERIES,DATE_OF_LISTING,PAID_UP_VALUE,ISIN_NUMBER,FACE_VALUE,'
const ROW = 'KAMALTEX,Kamal Textiles Limited,EQ,10-MAR-2025,10,1,INE0KML01011,10'

const answer = (body: string, document = 'past/securities/mainboard/2025-01-01/2025-12-31') =>
  ({
    ...{ document, url: 'https://exchange.test/list.csv', day: null, body },
    fetchedAt: '2026-03-10T14:00:00.000Z',
  }) satisfies DownloadedDocument
const read = (...lines: string[]) => nseBhavcopy.read(answer(`${lines.join('\n')}\n`))

test('the lists of both boards are requested', () => {
  const context = { now: '2026-03-10T14:00:00.000Z', days: [], lastRead: () => null }
  const archives = 'https://nsearchives.nseindia.com'
  expect(nseBhavcopy.past?.lists(RANGE, context)).toEqual([
    {
      document: 'past/securities/mainboard/2025-01-01/2025-12-31',
      url: `${archives}/content/equities/EQUITY_L.csv`,
      expects: 'csv',
      referer: 'https://www.nseindia.com/all-reports',
    },
    {
      document: 'past/securities/sme/2025-01-01/2025-12-31',
      url: `${archives}/emerge/corporates/content/SME_EQUITY_L.csv`,
      expects: 'csv',
      referer: 'https://www.nseindia.com/all-reports',
    },
  ])
})

test.each([
  ['of the mainboard', HEAD, ROW],
  ['of SME shares', SME_HEAD, 'KAMALTEX,Kamal Textiles Limited,SM,10-Mar-25,10,INE0KML01011,10,'],
])('a row of a list %s has ISIN and listing day, and only of an issue of that symbol', (_of, head, row) => {
  const parsed = read(head, row)
  expect(parsed).toMatchObject({ rows: 1, unknownColumns: [] })
  expect(parsed.entries.map((entry) => 'said' in entry && entry.said)).toEqual([
    {
      kind: 'terms',
      subject: { ...UNNAMED_SUBJECT, symbol: 'KAMALTEX' },
      terms: { isin: 'INE0KML01011', listingDate: '2025-03-10' },
      onlyKnown: { listedOn: '2025-03-10', name: 'Kamal Textiles Limited' },
    },
  ])
})

test('shares that listed outside of the range are left out', () => {
  expect(read(HEAD, ROW.replace('2025', '2024'), ROW.replace('2025', '2026')).entries).toEqual([])
})

describe('refuses', () => {
  test.each([
    ['a day that does not exist', ROW.replace('10-MAR', '31-FEB'), 'security-day'],
    ['no ISIN', ROW.replace('INE0KML01011', '-'), 'security-isin'],
    ['an ISIN that is too short', ROW.replace('INE0KML01011', 'INE0KML0101'), 'security-isin'],
    ['no name', ROW.replace('Kamal Textiles Limited', ''), 'security-name'],
    ['too few cells', 'KAMALTEX,Kamal Textiles Limited', 'row-cells'],
  ])('a row with %s', (_what, row, rule) => {
    const about = { ...UNNAMED_SUBJECT, symbol: 'KAMALTEX' }
    expect(read(HEAD, row).entries).toMatchObject([{ rule, about }])
  })

  test.each([
    ['a page', '<html><title>Access Denied</title></html>'],
    ['a list without rows', `${HEAD}\n`],
    ['a list without ISINs', `${HEAD.replace('ISIN NUMBER', 'ID')}\n${ROW}\n`],
    ['a list that was cut short', `${HEAD}\n${ROW}\nOTHER,Other Lim`],
  ])('%s', (_what, body) => expect(() => nseBhavcopy.read(answer(body))).toThrow(Unreadable))

  test('a document that names no range', () => {
    expect(() => nseBhavcopy.read(answer(`${HEAD}\n${ROW}\n`, 'past/securities/sme'))).toThrow(Unreadable)
  })
})
