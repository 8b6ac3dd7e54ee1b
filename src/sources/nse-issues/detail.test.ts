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
          freshIssueCr: 410,
          offerForSaleCr: 175,
          anchorShares: 2_121_212,
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
    ['companies-unreadable', 'Book Running Lead Managers', 'Fig Limited and others', []],
    ['document-address', 'Red Herring Prospectus', 'https://files.example/rhp.zip', []],
    ['discount-unreadable', 'Discount', 'Rs. 700 per equity share to Eligible Employees', []],
    ['upi-cutoff-unreadable', 'Cut-off time for UPI Mandate Confirmation', '02-Aug-2026 (upto 5:00 PM)', []],
    ['limit-unreadable', 'Maximum Subscription Amount for Retail Investor', 'two lakh', []],
    ['limit-unreadable', 'Maximum Bid Quantity for NIB Investors', 'unlimited', []],
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

  const ARCHIVE = 'https://nsearchives.nseindia.com/content/ipo'
  test.each<[string, Record<string, string>, object]>([
    [
      'the registrar',
      { 'Name of the Registrar': 'Fig Registry Limited' },
      { registrar: 'Fig Registry Limited' },
    ],
    [
      'the lead managers',
      { 'Book Running Lead Managers': '"Fig Capital Limited, Elm and Oak Limited and Ash Private Limited"' },
      { leadManagers: ['Fig Capital Limited', 'Elm and Oak Limited', 'Ash Private Limited'] },
    ],
    [
      'the documents',
      {
        'Red Herring Prospectus': `${ARCHIVE}/RHP_LOTUSKET.zip`,
        'Ratios / Basis of Issue Price': `${ARCHIVE}/RATIOS_LOTUSKET.zip`,
        'Anchor Allocation Report': `${ARCHIVE}/ANCHOR_LOTUSKET.zip`,
        Prospectus: `${ARCHIVE}/PROSPECTUS_LOTUSKET.zip`,
      },
      {
        documents: [
          { kind: 'rhp', url: `${ARCHIVE}/RHP_LOTUSKET.zip` },
          { kind: 'prospectus', url: `${ARCHIVE}/PROSPECTUS_LOTUSKET.zip` },
          { kind: 'ratios', url: `${ARCHIVE}/RATIOS_LOTUSKET.zip` },
          { kind: 'anchor', url: `${ARCHIVE}/ANCHOR_LOTUSKET.zip` },
        ],
      },
    ],
    [
      'the discount',
      { Discount: 'Rs. 61 per equity share to Eligible Employees' },
      { employeeDiscount: 6100 },
    ],
    [
      'the UPI cut-off',
      {
        'Cut-off time for UPI Mandate Confirmation':
          '"03-Aug-2026 (upto 5:00 PM) The new cut-off time for UPI mandate acceptance is 05:00 PM on last day"',
      },
      { upiCutoffAt: '2026-08-03T11:30:00.000Z' },
    ],
    [
      'the reserved parts',
      { Categories: '"FI, IC, MF, FII, OTH, CO, IND, NOH, EMP and SHA"' },
      { reservedFor: ['EMP', 'SHA'] },
    ],
    [
      'the limits',
      {
        'Maximum Subscription Amount for Retail Investor': '"Rs. 2,00,000"',
        'Maximum Subscription Amount for Eligible Employees': '"Rs. 5,00,000"',
        'Maximum Subscription Amount for Eligible Shareholders': 'Rs. 200000',
        'Maximum Bid Quantity for NIB Investors':
          '"1,08,79,990 Equity Shares in multiple of 110 Equity Shares (Calculated at Lower Price band)"',
      },
      {
        retailLimit: 20_000_000,
        employeeLimit: 50_000_000,
        shareholderLimit: 20_000_000,
        niiMaxShares: 10_879_990,
      },
    ],
  ])('has %s', (_name, lines, terms) => {
    const { entries, unknownColumns } = readMainboard(mainboard(lines))
    expect(unknownColumns).toEqual([])
    expect(entries.filter((entry) => 'rule' in entry)).toEqual([])
    expect(termsOf(entries[0])).toMatchObject(terms)
  })

  test('has the industry once it is known', () => {
    const termsWith = (metaInfo: unknown) => termsOf(readMainboard(mainboard({}, { metaInfo })).entries[0])
    expect(termsWith({ industry: 'Houseware' })).toMatchObject({ industry: 'Houseware' })
    for (const metaInfo of [{ industry: null }, { industry: '-' }, {}, [], null])
      expect(termsWith(metaInfo)).not.toHaveProperty('industry')
  })

  test.each<[string, string]>([
    ['Discount', 'NA'],
    ['Discount', 'Not applicable'],
    ['Cut-off time for UPI Mandate Confirmation', ''],
    ['Categories', '"FI, IC, MF, FII, OTH, CO, IND, and NOH"'],
  ])('has nothing from a %s of %j', (title, value) => {
    const { entries } = readMainboard(mainboard({ [title]: value }))
    expect(entries).toEqual([
      { ...readMainboard(mainboard()).entries[0], raw: expect.any(String) },
      readMainboard(mainboard()).entries[1],
    ])
  })

  test('reports what it leaves out of the size, and keeps the rest', () => {
    const value =
      'Initial Public offer comprising Fresh issue of aggregating up to Rs. 2100 million and offer for sale of up to Rs.1,23,75,000'
    const [terms, fault] = readMainboard(mainboard({ 'Issue Size': value })).entries
    expect(termsOf(terms)).toMatchObject({ freshIssueCr: 210 })
    expect(fault).toEqual({
      row: 1,
      raw: JSON.stringify({ symbol: 'LOTUSKET', title: 'Issue Size', value }),
      rule: 'issue-size-prose',
      reason: `Issue Size is "${value}", of which the offer for sale cannot be read`,
    })
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
  test('has its terms and none of the bids that leave out the individuals', () => {
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
