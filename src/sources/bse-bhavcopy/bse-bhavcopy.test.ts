import { describe, expect, test } from 'vitest'
import { type DownloadedDocument, UNNAMED_SUBJECT, Unreadable } from '../source.ts'
import { bseBhavcopy } from './bse-bhavcopy.ts'

const HEAD =
  'TradDt,BizDt,Sgmt,Src,FinInstrmTp,FinInstrmId,ISIN,TckrSymb,SctySrs,XpryDt,FininstrmActlXpryDt,StrkPric,OptnTp,FinInstrmNm,OpnPric,HghPric,LwPric,ClsPric,LastPric,PrvsClsgPric,UndrlygPric,SttlmPric,OpnIntrst,ChngInOpnIntrst,TtlTradgVol,TtlTrfVal,TtlNbOfTxsExctd,SsnId,NewBrdLotQty,Rmks,Rsvd1,Rsvd2,Rsvd3,Rsvd4'

const line = ({
  day = '2025-03-10',
  type = 'STK',
  code = '990011',
  group = 'MT',
  open = '61.75',
  previous = '0.00',
} = {}) =>
  `${day},${day},CM,BSE,${type},${code},INE0KML01011,KAMALTEX,${group},,,,,KAMAL TEXTILES AND TRADING LIM,${open},63.00,60.10,62.40,62.45,${previous},,62.40,,,57570,251369.00,88,F1,1,,,,,`

const answer = (body: string): DownloadedDocument => ({
  document: '2025-03-10',
  url: 'https://exchange.test/bhavcopy.CSV',
  day: '2025-03-10',
  fetchedAt: '2025-03-10T14:00:00.000Z',
  body,
})
const read = (...lines: string[]) => bseBhavcopy.read(answer(`${HEAD}\n${lines.join('\n')}\n`))

const ABOUT = {
  ...UNNAMED_SUBJECT,
  bseCode: '990011',
  isin: 'INE0KML01011',
  name: 'KAMAL TEXTILES AND TRADING LIM',
  board: 'SME',
}

test('requests the file of each day, as from a page of the exchange', () => {
  const now = '2025-03-10T14:00:00.000Z'
  const context = { now, days: ['2025-03-07'], lastRead: () => now }
  expect(bseBhavcopy.plan(context)).toEqual([
    {
      document: '2025-03-07',
      url: 'https://www.bseindia.com/download/BhavCopy/Equity/BhavCopy_BSE_CM_0_0_0_20250307_F_0000.CSV',
      expects: 'csv',
      referer: 'https://www.bseindia.com/',
      day: '2025-03-07',
    },
  ])
})

describe('the listings since 120 days before today in India', () => {
  const now = '2027-03-10T19:00:00.000Z'
  const planned = (last: string | null) => bseBhavcopy.plan({ now, days: [], lastRead: () => last })
  const API = 'https://api.bseindia.com/BseIndiaAPI/api'
  const referer = 'https://www.bseindia.com/'

  test('are requested by board', () => {
    expect(planned(null)).toEqual([
      {
        document: 'listed/mainboard',
        url: `${API}/MoreCompanyN/w?Fromdt=20261111&company=&flag=1&type=2`,
        expects: 'json',
        referer,
        origin: 'https://www.bseindia.com',
      },
      {
        document: 'listed/sme',
        url: `${API}/MoreCompanyN/w?Fromdt=20261111&company=&flag=2&type=2`,
        expects: 'json',
        referer,
        origin: 'https://www.bseindia.com',
      },
    ])
  })

  test.each([
    ['2027-03-09T23:00:00.000Z', 2],
    ['2027-03-09T23:00:00.001Z', 0],
    ['2027-03-10T18:45:00.000Z', 0],
  ])('and once read at %s, %i of the lists are requested again', (last, requested) => {
    expect(planned(last)).toHaveLength(requested)
  })

  test('are parsed as the lists that they are', () => {
    const row = {
      CompanyName: 'Kamal Textiles Limited',
      Company_Short_Name: 'KAMALTEX',
      IssuePrice: 58,
      ListedOn: '2027-03-10T00:00:00',
      IMAGE: 'https://www.bseindia.com/stock-share-price/kamal-textiles-ltd/kamaltex/990011/',
    }
    const list = { ...answer(JSON.stringify({ Table: [row] })), document: 'listed/sme', day: null }
    expect(bseBhavcopy.read(list).entries).toMatchObject([
      { said: { kind: 'terms', terms: { bseCode: '990011', issuePrice: 5800, board: 'SME' } } },
    ])
  })
})

test('the open of a share is its listing price; BSE prints no previous close on the first day', () => {
  expect(read(line())).toEqual({
    entries: [
      {
        row: 1,
        raw: line(),
        said: {
          kind: 'listing',
          subject: ABOUT,
          listedOn: '2025-03-10',
          listingPrice: 6175,
          exchange: 'BSE',
          previousClose: null,
          high: 6300,
          low: 6010,
          close: 6240,
          volume: 57570,
          deliveredPct: null,
          printed: 'OpnPric 61.75, PrvsClsgPric 0.00',
        },
      },
    ],
    rows: 1,
    unknownColumns: [],
  })
})

test('on later days there is a previous close', () => {
  expect(read(line({ previous: '59.20' })).entries).toMatchObject([{ said: { previousClose: 5920 } }])
})

test.each([
  ['M', 'SME'],
  ['MT', 'SME'],
  ['A', null],
  ['T', null],
  ['X', null],
])('group %s: board %s', (group, board) => {
  expect(read(line({ group })).entries).toMatchObject([{ said: { subject: { board } } }])
})

test('only shares are parsed', () => {
  expect(read(line({ type: 'IDX' }), line())).toMatchObject({ entries: [{ row: 2 }], rows: 2 })
})

test('the last line may lack its line end', () => {
  expect(bseBhavcopy.read(answer(`${HEAD}\r\n${line()}`)).entries).toHaveLength(1)
})

test('a bad price is refused with its security, and the other rows are parsed', () => {
  expect(read(line({ open: '' }), line({ code: '990012' })).entries).toEqual([
    {
      row: 1,
      raw: line({ open: '' }),
      rule: 'listing-price',
      reason: expect.stringContaining('OpnPric'),
      about: ABOUT,
    },
    expect.objectContaining({ row: 2 }),
  ])
})

test('the file of another day gives no listings, and is reported once', () => {
  expect(read(line({ day: '2025-03-07' }), line({ day: '2025-03-07' })).entries).toMatchObject([
    { row: 1, rule: 'bhavcopy-day', reason: expect.stringContaining('TradDt is 2025-03-07') },
  ])
})

const page = (title: string, text: string) =>
  `<!DOCTYPE html><html><head><title>${title}</title><script>var id = 404</script></head><body><p>${text}</p></body></html>`

test.each([
  ['a title', page('404 - File or directory not found.', '')],
  ['a text', page('Error', 'The resource you are looking for has been removed or had its name changed.')],
  ['another text', page('Sorry', 'The page you requested could not be found')],
  ['yet another text', page('Sorry', 'The requested file does not exist')],
])('a page that reports in %s that there is no file means a day without a file', (_name, body) => {
  expect(bseBhavcopy.read(answer(body))).toEqual({ entries: [], rows: 0, unknownColumns: [] })
})

test.each([
  ['a page that refuses', page('Access Denied', 'You have no permission'), /HTML page/],
  ['a page about something else', page('Live markets', 'The index rose'), /HTML page/],
  ['nothing', '', /empty/],
  ['a renamed column', `${HEAD.replace('OpnPric', 'OpenPrice')}\n${line()}\n`, /no column OpnPric/],
  ['a file cut short', `${HEAD}\n${line()}\n${line().slice(0, 60)}`, /cut short/],
  ['headings only', `${HEAD}\n`, /headings only/],
])('%s is unreadable', (_name, body, message) => {
  expect(() => bseBhavcopy.read(answer(body))).toThrow(Unreadable)
  expect(() => bseBhavcopy.read(answer(body))).toThrow(message)
})
