import { describe, expect, test } from 'vitest'
import { bseBhavcopy } from '../bse-bhavcopy/bse-bhavcopy.ts'
import { type DownloadedDocument, type PastContext, Unreadable } from '../source.ts'
import { bseIssues } from './bse-issues.ts'

const NOW = '2026-11-18T06:30:00.000Z'
const RANGE = { from: '2025-01-01', to: '2025-12-31' }
const LIST = 'past/board/2025-01-01/2025-12-31'
const API = 'https://api.bseindia.com/BseIndiaAPI/api'

const context = (read: Record<string, string> = {}, known = ['9001', '9002']): PastContext => ({
  ...{ now: NOW, days: [], isKnown: (number) => known.includes(number) },
  lastRead: (document) => read[document] ?? null,
})
const answer = (rows: readonly object[], document = LIST): DownloadedDocument => ({
  ...{ document, url: 'https://exchange.test/', day: null, fetchedAt: NOW },
  body: JSON.stringify({ Table: rows }),
})
const row = (number: number, opens: string, closes: string, more: object = {}) => ({
  ...{ Scrip_cd: 4000 + number, Scrip_Name: `Quokka ${number} Limited`, IPO_NO: number },
  ...{ Start_Dt: `${opens}T00:00:00`, End_Dt: `${closes}T00:00:00`, Price_Band: '95.00 - 100.00' },
  ...{ IR_flag: 'IPO', IR_FLAG_FULL: 'IPO', eXCHANGE_PLATFORM: 'SME' },
  ...more,
})

const ROWS = [
  row(9001, '2025-03-03', '2025-03-05'),
  row(9002, '2025-11-10', '2025-11-12', { eXCHANGE_PLATFORM: 'MainBoard', Status: 'C', Face_Val: 10 }),
  row(9003, '2025-05-05', '2025-05-07', { IR_flag: 'BuyBack' }),
  row(17, '2002-05-05', '2002-05-07'),
]

describe('past issues', () => {
  test('are one list of all years', () => {
    expect(bseIssues.past?.lists(RANGE, context())).toEqual([
      {
        document: LIST,
        url: `${API}/HomePage_Issues_BBS_Landing_ng/w?flag=2&scrip_Name=&end_dt=&IR_FLAG=IPO&Start_DT=`,
        expects: 'json',
        referer: 'https://www.bseindia.com/',
        origin: 'https://www.bseindia.com',
      },
    ])
  })

  test('are read if they are of the range', () => {
    const { entries, unknownColumns } = bseIssues.read(answer(ROWS))
    expect(unknownColumns).toEqual([])
    expect(entries.map((entry) => 'said' in entry && entry.said)).toMatchObject([
      {
        subject: { name: 'Quokka 9001 Limited', upstreamId: '9001', board: 'SME', openDate: '2025-03-03' },
        terms: { board: 'SME', closeDate: '2025-03-05', priceMax: 10_000, exchanges: ['BSE'] },
      },
      { subject: { upstreamId: '9002', board: 'MAINBOARD' } },
    ])
  })

  test('lead to the page and the demand of each that closed in the range and is known, the newest first', () => {
    const documents = (at: PastContext) =>
      bseIssues.past?.follow?.(answer(ROWS), at).map(({ document }) => document)
    expect(documents(context())).toEqual(['issue/9002', 'demand/9002', 'issue/9001', 'demand/9001'])
    expect(documents(context({}, ['9001']))).toEqual(['issue/9001', 'demand/9001'])
    const read = { 'issue/9001': '2025-03-05T10:00:00.000Z', 'demand/9001': '2025-03-06T10:00:00.000Z' }
    expect(documents(context(read, ['9001']))).toEqual(['issue/9001'])
  })

  test.each(['Scrip_Name', 'Start_Dt', 'End_Dt', 'Price_Band', 'IR_flag', 'eXCHANGE_PLATFORM', 'IPO_NO'])(
    'without %s are refused',
    (key) => {
      expect(() => bseIssues.read(answer([{ ...ROWS[0], [key]: undefined }]))).toThrow(`has no ${key}`)
    },
  )

  test.each([
    ['a page', { ...answer([]), body: '<html>error</html>' }],
    ['a list without its table', { ...answer([]), body: '{"data":[]}' }],
    ['a list without a range', answer(ROWS, 'past/board')],
  ])('as %s are refused', (_what, document) => expect(() => bseIssues.read(document)).toThrow(Unreadable))
})

describe('past listings', () => {
  const listed = (day: string, more: object = {}) => ({
    ...{ CompanyName: 'Quokka Pumps Limited', Company_Short_Name: 'QUOKKA', IssuePrice: 212 },
    ...{ ListedOn: `${day}T00:00:00`, IMAGE: 'https://www.bseindia.com/stock-share-price/a/b/599017/' },
    ...more,
  })

  test('are requested by board, from the first day on', () => {
    const [mainboard, sme] = bseBhavcopy.past?.lists(RANGE, context()) ?? []
    expect(mainboard).toMatchObject({
      document: 'past/listed/mainboard/2025-01-01/2025-12-31',
      url: `${API}/MoreCompanyN/w?Fromdt=20250101&company=&flag=1&type=2`,
    })
    expect(sme?.url).toContain('flag=2')
  })

  test('are only about issues that are known, and of the range', () => {
    const document = 'past/listed/sme/2025-01-01/2025-12-31'
    const { entries } = bseBhavcopy.read(answer([listed('2025-03-10'), listed('2026-03-10')], document))
    expect(entries.map((entry) => 'said' in entry && entry.said)).toMatchObject([
      {
        subject: { name: 'Quokka Pumps Limited', bseCode: '599017', board: 'SME' },
        terms: { listingDate: '2025-03-10', issuePrice: 21_200 },
        onlyKnown: { listedOn: '2025-03-10', name: 'Quokka Pumps Limited' },
      },
    ])
  })
})
