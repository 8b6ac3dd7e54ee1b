import { describe, expect, test } from 'vitest'
import type { DownloadedDocument } from '../source.ts'
import { nseHolidays } from './nse-holidays.ts'

const FETCHED = '2031-03-12T02:00:00.000Z'

const row = (tradingDate: string, description: string, more: object = {}) => ({
  tradingDate,
  weekDay: 'Monday',
  description,
  morning_session: null,
  evening_session: null,
  Sr_no: 1,
  ...more,
})

const LISTS = {
  CBM: [row('19-Feb-2031', 'Bond Day')],
  CM: [row('05-Mar-2031', 'Kite Festival'), row('20-Aug-2031', 'Lamp Festival')],
  FO: [row('06-Mar-2031', 'Option Day')],
}

const answer = (body: unknown, document = 'trading'): DownloadedDocument => ({
  document,
  url: 'https://www.nseindia.com/',
  day: null,
  fetchedAt: FETCHED,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const read = (body: unknown, document?: string) => nseHolidays.read(answer(body, document))
const saidIn = (body: unknown, document?: string) =>
  read(body, document).entries.map((entry) => ('said' in entry ? entry.said : entry.rule))
const holiday = (day: string, name: string, segment = 'trading') => ({
  kind: 'holiday',
  exchange: 'NSE',
  segment,
  day,
  name,
})

test('both lists are requested once a day, as from the page of holidays', () => {
  const requests = nseHolidays.plan({ now: FETCHED, days: [], lastRead: () => FETCHED })
  expect(requests.map(({ document, url }) => [document, url])).toEqual([
    ['trading', 'https://www.nseindia.com/api/holiday-master?type=trading'],
    ['clearing', 'https://www.nseindia.com/api/holiday-master?type=clearing'],
  ])
  for (const { referer, cookiesFrom, expects } of requests)
    expect([referer, cookiesFrom, expects]).toEqual([
      'https://www.nseindia.com/resources/exchange-communication-holidays',
      'https://www.nseindia.com/market-data/all-upcoming-issues-ipo',
      'json',
    ])
})

describe('a list', () => {
  test.each(['trading', 'clearing'])('of %s holidays is that of shares, wherever it stands', (segment) => {
    expect(read(LISTS, segment)).toMatchObject({ rows: 2, unknownColumns: [] })
    expect(saidIn(LISTS, segment)).toEqual([
      holiday('2031-03-05', 'Kite Festival', segment),
      holiday('2031-08-20', 'Lamp Festival', segment),
    ])
  })

  test('may have days on a weekend, of the next year, and written in another case', () => {
    const CM = [row('08-Mar-2031', 'Boat Festival'), row('1-JAN-2032', ' New Year ')]
    expect(saidIn({ CM })).toEqual([
      holiday('2031-03-08', 'Boat Festival'),
      holiday('2032-01-01', 'New Year'),
    ])
  })

  test('may have a row twice, and two names of one day', () => {
    const CM = [
      row('05-Mar-2031', 'Kite Festival'),
      row('05-Mar-2031', 'Kite Festival', { Sr_no: 2 }),
      row('20-Aug-2031', 'Lamp Festival'),
      row('20-Aug-2031', 'Founders Day'),
    ]
    const both = holiday('2031-08-20', 'Lamp Festival / Founders Day')
    const kites = holiday('2031-03-05', 'Kite Festival')
    expect(saidIn({ CM })).toEqual([kites, kites, both, both])
  })

  test('reports keys that it does not know', () => {
    const CM = [row('05-Mar-2031', 'Kite Festival', { session: 'evening' })]
    expect(read({ CM }).unknownColumns).toEqual(['session'])
  })

  test.each([
    ['a day that does not exist', { tradingDate: '30-Feb-2031' }, 'holiday-date'],
    ['another way to write days', { tradingDate: '2031-03-05' }, 'holiday-date'],
    ['no day', { tradingDate: null }, 'holiday-date'],
    ['a day that is no text', { tradingDate: ['05-Mar-2031'] }, 'holiday-date'],
    ['no name', { description: ' ' }, 'holiday-name'],
  ])('with %s has a bad row, and keeps the others', (_what, more, rule) => {
    const CM = [row('05-Mar-2031', 'Kite Festival', more), row('20-Aug-2031', 'Lamp Festival')]
    expect(saidIn({ CM })).toEqual([rule, holiday('2031-08-20', 'Lamp Festival')])
  })
})

test.each([
  [
    'without the list of shares',
    { CBM: LISTS.CBM, FO: LISTS.FO },
    'the answer has no list CM; found ["CBM","FO"]',
  ],
  ['without any list', {}, 'the answer has no list CM; found []'],
  ['with an empty list', { ...LISTS, CM: [] }, 'the list CM is empty'],
  ['with something else for a list', { CM: 'closed' }, 'the list CM should be a JSON list of objects'],
  ['with a list instead of lists', LISTS.CM, 'the answer should be a JSON object'],
  [
    'with a renamed key',
    { CM: [{ date: '05-Mar-2031', description: 'Kite Festival' }] },
    'the list CM has no tradingDate; found date, description',
  ],
  ['cut short', JSON.stringify(LISTS).slice(0, -20), 'not complete JSON'],
  ['of another kind', '<html>Access denied</html>', 'the answer is an HTML page, JSON was expected'],
])('an answer %s is not read', (_what, body, message) => {
  expect(() => read(body)).toThrow(message)
})
