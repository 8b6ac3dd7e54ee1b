import { describe, expect, test } from 'vitest'
import { type DownloadedDocument, type Entry, UNNAMED_SUBJECT, Unreadable } from '../source.ts'
import { readDetail } from './detail.ts'

const FETCHED_AT = '2026-08-03T14:00:00.000Z'
const BIDS = {
  dataList: [
    {
      category: 'Retail Individual Investors(RIIs)',
      noOfShareOffered: '1000',
      noOfSharesBid: '2000',
      noOfTotalMeant: '2.00',
      srNo: '3',
    },
  ],
  heading: null,
  symbol: null,
  updateTime: 'Updated as on 03-Aug-2026 17:00:00',
}

const LINES: Record<string, string | null> = {
  'Lotus Kettles Limited ': '',
  Symbol: 'LOTUSKET ',
  'Issue Period': '30-July-2026 to 03-August-2026',
  'Issue Size':
    '"Initial Public Offer comprising of Fresh Issue aggregating up to Rs. 4,100 million and Offer for Sale aggregating up to Rs. 1,750 million (including Anchor Investor portion of 21,21,212 Equity Shares)"',
  'Issue Type': '100% Book Building',
  'Price Range': 'Rs. 611 to Rs. 643 per Equity Share',
  Discount: '',
  'Face Value': 'Re. 1 per Equity Share',
  'Bid Lot': '23 Equity Shares and in multiples thereof',
  'Minimum Order Quantity': '23 Equity Shares',
  'Video link  for UPI based ASBA process': '<a href=https://videos.example/upi target=new>UPI</a>',
}

const dataListOf = (lines: object) => [
  { title: null, value: '"*All are requested to comply with the circular."' },
  ...Object.entries(lines).map(([title, value]) => ({ title, value })),
]

const mainboard = (lines: object = {}, top: object = {}) => ({
  companyName: 'LOTUSKET',
  metaInfo: {},
  bidDetails: [],
  issueInfo: { symbol: 'LOTUSKET', dataList: dataListOf({ ...LINES, ...lines }) },
  activeCat: BIDS,
  ...top,
})

const sme = (lines: object = {}, heading = 'Reed Lamps Limited') => ({
  companyName: 'REED&LAMP',
  metaInfo: {},
  bidDetails: [],
  issueInfo: {
    heading,
    symbol: 'REED&LAMP',
    dataList: dataListOf({
      Symbol: 'REED&LAMP',
      'Issue Period': '30-Jul-2026 to 03-Aug-2026',
      'Issue Size':
        '"Initial Public Offer of 16,00,000 Equity Shares (Including Market Maker portion of 84,000 Equity Shares)"',
      'Issue Type': 'Fixed Price',
      'Price Range': 'Rs. 200 per equity share',
      'Lot Size': '600 Equity Shares',
      'Face Value': 'Rs.10',
      'Security Parameters ': 'https://files.example/parameters.zip',
      ...lines,
    }),
  },
  activeCat: BIDS,
})

const answer = (body: unknown, symbol: string, series: string): DownloadedDocument => ({
  document: `ipo-detail/${symbol}`,
  url: `https://www.nseindia.com/api/ipo-detail?symbol=${encodeURIComponent(symbol)}&series=${series}`,
  day: null,
  fetchedAt: FETCHED_AT,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const readMainboard = (body: unknown) => readDetail(answer(body, 'LOTUSKET', 'EQ'))
const readSme = (body: unknown) => readDetail(answer(body, 'REED&LAMP', 'SME'))

const termsOf = (entry: Entry | undefined) =>
  entry && 'said' in entry && entry.said.kind === 'terms' ? entry.said.terms : null
const without = (terms: object | null, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(terms ?? {}).filter(([key]) => !keys.includes(key)))

const SUBJECT = {
  ...UNNAMED_SUBJECT,
  name: 'Lotus Kettles Limited',
  symbol: 'LOTUSKET',
  board: 'MAINBOARD',
  openDate: '2026-07-30',
  closeDate: '2026-08-03',
  priceMin: 61_100,
  priceMax: 64_300,
}

describe('the detail of a mainboard issue', () => {
  test('has its terms', () => {
    const detail = mainboard()
    const { entries, unknownColumns } = readMainboard(detail)
    expect(unknownColumns).toEqual([])
    expect(entries[0]).toEqual({
      row: 1,
      raw: JSON.stringify(detail.issueInfo),
      said: {
        kind: 'terms',
        subject: SUBJECT,
        terms: {
          name: 'Lotus Kettles Limited',
          board: 'MAINBOARD',
          symbol: 'LOTUSKET',
          exchanges: ['NSE'],
          openDate: '2026-07-30',
          closeDate: '2026-08-03',
          priceMin: 61_100,
          priceMax: 64_300,
          lotSize: 23,
          minLots: 1,
          faceValue: 100,
          issueType: 'book-built',
          issueSizeCr: 585,
        },
      },
    })
  })

  test.each<[string, string, string, string[]]>([
    ['band-unreadable', 'Price Range', 'to be announced', ['priceMin', 'priceMax']],
    ['band-unreadable', 'Price Range', 'Rs. 611 to be announced', ['priceMin', 'priceMax']],
    ['date-unreadable', 'Issue Period', '30-Jul-2026 to 03-Octomber-2026', ['openDate', 'closeDate']],
    ['lot-unreadable', 'Bid Lot', 'one lot', ['lotSize', 'minLots']],
    ['lot-unreadable', 'Minimum Order Quantity', 'one lot', ['minLots']],
    ['face-value-unreadable', 'Face Value', 'ten', ['faceValue']],
    ['issue-type-unknown', 'Issue Type', 'Auction', ['issueType']],
  ])('reports by rule %s that the %s is "%s", and loses nothing but %j', (rule, title, value, lost) => {
    const [whole] = readMainboard(mainboard()).entries
    const [terms, fault, bids, ...more] = readMainboard(mainboard({ [title]: value })).entries
    expect(more).toEqual([])
    expect(termsOf(terms)).toEqual(without(termsOf(whole), lost))
    expect(fault).toMatchObject({
      row: 1,
      rule,
      raw: JSON.stringify({ symbol: 'LOTUSKET', title, value }),
      reason: expect.stringContaining(`${title} is "${value}"`),
    })
    expect(bids).toMatchObject({ row: 2, said: { kind: 'subscription', subject: { symbol: 'LOTUSKET' } } })
  })

  test('reports each cell that cannot be parsed', () => {
    const { entries } = readMainboard(mainboard({ 'Price Range': 'soon', 'Face Value': 'ten' }))
    expect(entries).toMatchObject([
      { said: { terms: { lotSize: 23, openDate: '2026-07-30' } } },
      { rule: 'band-unreadable' },
      { rule: 'face-value-unreadable' },
      { said: { kind: 'subscription' } },
    ])
  })

  test.each([
    ['a list', []],
    ['null', null],
    ['a word', 'none'],
  ])('has no ISIN where the share is %s', (_name, metaInfo) => {
    expect(termsOf(readMainboard(mainboard({}, { metaInfo })).entries[0])).not.toHaveProperty('isin')
  })

  test.each<[string, unknown]>([
    ['null', null],
    ['an empty object', {}],
    ['one without rows', { ...BIDS, dataList: null }],
  ])('has its terms when the table of bids is %s', (_name, activeCat) => {
    expect(readMainboard(mainboard({}, { activeCat })).entries).toMatchObject([
      { said: { kind: 'terms', terms: { lotSize: 23 } } },
    ])
  })

  test('has its terms when the table of bids is missing, and reports that', () => {
    const { activeCat: _activeCat, ...withoutBook } = mainboard()
    expect(readMainboard(withoutBook)).toMatchObject({
      entries: [{ said: { kind: 'terms' } }],
      missingColumns: ['activeCat'],
    })
  })

  test('has its terms when the table of bids cannot be parsed', () => {
    const [bids] = BIDS.dataList
    const { noOfTotalMeant: _times, ...renamed } = { ...bids, times: '2.00' }
    expect(
      readMainboard(mainboard({}, { activeCat: { ...BIDS, dataList: [renamed] } })).entries,
    ).toMatchObject([{ said: { kind: 'terms' } }, { row: 2, rule: 'book-unreadable' }])
  })

  test('has its other terms when a title is missing, and reports that', () => {
    const { 'Price Range': _band, ...withoutBand } = LINES
    const issueInfo = { symbol: 'LOTUSKET', dataList: dataListOf(withoutBand) }
    const { entries, missingColumns } = readMainboard(mainboard({}, { issueInfo }))
    expect(missingColumns).toEqual(['Price Range'])
    expect(entries).toMatchObject([{ said: { terms: { lotSize: 23 } } }, {}])
    expect(termsOf(entries[0])).not.toHaveProperty('priceMax')
  })

  test('is parsed by its titles in any capitals', () => {
    const dataList = dataListOf(LINES).map((line) => ({ ...line, title: line.title?.toUpperCase() ?? null }))
    const { entries, unknownColumns } = readMainboard(
      mainboard({}, { issueInfo: { symbol: 'LOTUSKET', dataList } }),
    )
    expect(unknownColumns).toEqual([])
    expect(termsOf(entries[0])).toMatchObject({ name: 'LOTUS KETTLES LIMITED', lotSize: 23, faceValue: 100 })
  })

  test.each([
    ['no least order is printed', { 'Minimum Order Quantity': '' }],
    ['the least order is no whole number of lots', { 'Minimum Order Quantity': '24 Equity Shares' }],
  ])('leaves out the minimum number of lots when %s', (_name, lines) => {
    expect(readMainboard(mainboard(lines)).entries[0]).not.toHaveProperty('said.terms.minLots')
  })

  test('leaves out a size that is not certain', () => {
    const lines = {
      'Issue Size': 'Initial Public Offer of Fresh Issue of up to Rs. 31,313,000 Equity Shares',
    }
    expect(readMainboard(mainboard(lines)).entries[0]).not.toHaveProperty('said.terms.issueSizeCr')
  })

  test('has the ISIN once the share has one', () => {
    const detail = mainboard({}, { metaInfo: { symbol: 'LOTUSKET', isin: 'INE0ABC01011' } })
    expect(readMainboard(detail).entries[0]).toMatchObject({
      said: { subject: { isin: 'INE0ABC01011' }, terms: { isin: 'INE0ABC01011' } },
    })
  })

  test.each([
    ['a trust by its type', { 'Security Type': 'Real Estate Investment Trusts (REITs) ' }],
    ['units by their lot', { 'Bid Lot': '150 units and in multiples thereof' }],
  ])('has no entry for %s', (_name, lines) => {
    expect(readMainboard(mainboard(lines)).entries).toEqual([])
  })

  test('has the bids on both exchanges after its terms', () => {
    expect(readMainboard(mainboard())).toMatchObject({
      rows: 2,
      entries: [
        {},
        { row: 2, said: { kind: 'subscription', subject: SUBJECT, category: 'RII', timesSub: 2 } },
      ],
    })
  })

  test('reports unknown titles, keys and columns', () => {
    const [bids] = BIDS.dataList
    const detail = mainboard(
      { 'Green Shoe': 'yes' },
      { extra: [], activeCat: { ...BIDS, dataList: [{ ...bids, noOfApplications: '4' }] } },
    )
    expect(readMainboard(detail).unknownColumns).toEqual(['extra', 'Green Shoe', 'noOfApplications'])
  })
})

describe('the detail of an SME issue', () => {
  test('has its terms and none of the bids, which leave out the individuals', () => {
    expect(readSme(sme())).toMatchObject({
      rows: 1,
      unknownColumns: [],
      entries: [
        {
          said: {
            kind: 'terms',
            subject: { name: 'Reed Lamps Limited', symbol: 'REED&LAMP', board: 'SME' },
            terms: {
              board: 'SME',
              priceMin: 20_000,
              priceMax: 20_000,
              lotSize: 600,
              faceValue: 1000,
              issueType: 'fixed-price',
              issueSizeCr: 32,
            },
          },
        },
      ],
    })
  })

  test('has the bids of its own table after its terms', () => {
    const individuals = {
      srNo: '3',
      category: 'Individual Investors',
      noOfshareBid: '4800',
      noofapplication: '4',
    }
    const total = { ...individuals, srNo: null, category: 'Total' }
    expect(readSme({ ...sme(), bidDetails: [individuals, total] })).toMatchObject({
      rows: 3,
      entries: [
        {},
        { row: 2, said: { category: 'RII', timesSub: null, sharesBid: 4800, applications: 4, book: 'NSE' } },
        { row: 3, said: { category: 'TOTAL', sharesBid: 4800, applications: 4 } },
      ],
    })
  })

  test('has the outcome from its heading', () => {
    expect(readSme(sme({}, 'Reed Lamps Limited-Issue Withdrawn')).entries[0]).toMatchObject({
      said: { terms: { name: 'Reed Lamps Limited', withdrawn: true } },
    })
  })

  test('reports an unknown outcome, and never takes it for part of the name', () => {
    expect(readSme(sme({}, 'Reed Lamps Limited-Issue Suspended')).entries).toMatchObject([
      { said: { subject: { name: 'Reed Lamps Limited' }, terms: { name: 'Reed Lamps Limited' } } },
      { rule: 'outcome-unknown', raw: expect.stringContaining('Issue Suspended') },
    ])
  })

  test.each(['Postponement Notice', 'Issue withdrawal Notice'])('has no outcome from a %s', (title) => {
    const [entry] = readSme(sme({ [title]: 'https://files.example/notice.zip' })).entries
    expect(entry).not.toHaveProperty('said.terms.withdrawn')
    expect(entry).not.toHaveProperty('said.terms.postponed')
  })
})

describe('an answer that is no detail', () => {
  const nulls = {
    companyName: null,
    metaInfo: null,
    bidDetails: null,
    issueInfo: { dataList: [{ title: 'Symbol', value: null }], symbol: null },
    activeCat: null,
  }
  const { 'Lotus Kettles Limited ': _name, ...withoutName } = LINES
  const withLines = (lines: object) =>
    mainboard({}, { issueInfo: { symbol: 'LOTUSKET', dataList: dataListOf(lines) } })

  test.each<[string, unknown, RegExp]>([
    ['nothing at all', '', /empty/],
    ['an error page', '<!doctype html><html></html>', /HTML page/],
    ['half of it', JSON.stringify(mainboard()).slice(0, -30), /cut short/],
    ['nulls, for the wrong series', nulls, /another series/],
    ['no description', { ...mainboard(), issueInfo: null }, /should be a JSON object/],
    ['no list in its description', { ...mainboard(), issueInfo: { symbol: 'LOTUSKET' } }, /list of objects/],
    ['no name, as of an SME issue', withLines(withoutName), /names no company/],
    [
      'another issue',
      mainboard({}, { issueInfo: { ...mainboard().issueInfo, symbol: 'OTHER' } }),
      /is of OTHER/,
    ],
  ])('is refused: %s', (_name, body, message) => {
    expect(() => readMainboard(body)).toThrow(Unreadable)
    expect(() => readMainboard(body)).toThrow(message)
  })

  test('is refused when the address has no series', () => {
    expect(() => readDetail(answer(mainboard(), 'LOTUSKET', 'XX'))).toThrow(/EQ or SME/)
  })
})
