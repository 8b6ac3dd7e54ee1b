import { describe, expect, test } from 'vitest'
import { type DownloadedDocument, type Entry, UNNAMED_SUBJECT, Unreadable } from '../source.ts'
import { readBseList } from './lists.ts'

const answer = (body: unknown, document: string): DownloadedDocument => ({
  document,
  url: 'https://exchange.example',
  day: null,
  fetchedAt: '2027-03-10T06:00:00.000Z',
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const read = (rows: readonly unknown[], document = 'board/live') =>
  readBseList(answer({ Table: rows }, document))

const onBoard = (changes: Record<string, unknown> = {}) => ({
  Scrip_cd: 4999,
  Scrip_Name: 'ZEPHYR TEA ESTATES LIMITED ',
  short_name: null,
  Start_Dt: '2027-03-09T00:00:00',
  End_Dt: '2027-03-11T00:00:00',
  Price_Band: '95.00 - 100.50',
  Face_Val: 10.0,
  IR_flag: 'IPO',
  IR_FLAG_FULL: 'IPO',
  Status: 'L',
  eXCHANGE_PLATFORM: 'MainBoard',
  FLAG: 1,
  IPO_NO: 9001,
  Is_retailertype: 1,
  Cum_Shares_BuyBack: null,
  RN: 1,
  LONG_NAME: null,
  ...changes,
})

const termsWithout = (entry: Entry | undefined, lost: readonly string[]) =>
  Object.fromEntries(
    Object.entries(entry && 'said' in entry && entry.said.kind === 'terms' ? entry.said.terms : {}).filter(
      ([key]) => !lost.includes(key),
    ),
  )

const listed = (changes: Record<string, unknown> = {}) => ({
  CompanyName: 'Quokka Pumps Limited ',
  Company_Short_Name: 'QUOKKA',
  IssuePrice: 212.0,
  ListedOn: '2027-03-02T00:00:00',
  ListingDayClose: 240.1,
  ListingDayGain: 28.1,
  CurrentPrice: 236.5,
  GainLoss: 24.5,
  Time: '2027-12-31T00:00:00',
  IMAGE: 'https://www.bseindia.com/stock-share-price/quokka-pumps-ltd/quokka/599017/',
  ...changes,
})

describe('a row of the board', () => {
  test('has the terms; its bidding code is no trading code', () => {
    const row = onBoard()
    expect(read([row])).toEqual({
      entries: [
        {
          row: 1,
          raw: JSON.stringify(row),
          said: {
            kind: 'terms',
            subject: {
              ...UNNAMED_SUBJECT,
              name: 'ZEPHYR TEA ESTATES LIMITED',
              upstreamId: '9001',
              board: 'MAINBOARD',
              openDate: '2027-03-09',
              closeDate: '2027-03-11',
              priceMin: 9500,
              priceMax: 10_050,
            },
            terms: {
              name: 'ZEPHYR TEA ESTATES LIMITED',
              board: 'MAINBOARD',
              exchanges: ['BSE'],
              openDate: '2027-03-09',
              closeDate: '2027-03-11',
              priceMin: 9500,
              priceMax: 10_050,
              faceValue: 1000,
            },
          },
        },
      ],
      rows: 1,
      unknownColumns: [],
    })
  })

  test.each([
    [{ eXCHANGE_PLATFORM: 'SME' }, { board: 'SME' }],
    [{ Price_Band: '138-138' }, { priceMin: 13_800, priceMax: 13_800 }],
    [{ Price_Band: '220.00' }, { priceMin: 22_000, priceMax: 22_000 }],
    [{ Face_Val: '2.00' }, { faceValue: 200 }],
    [{ eXCHANGE_PLATFORM: 'Main Board' }, { board: 'MAINBOARD' }],
    [{ IR_flag: 'ipo' }, { board: 'MAINBOARD' }],
    [{ IR_flag: 'Ipo ' }, { board: 'MAINBOARD' }],
    [
      { Scrip_Name: 'Zephyr Tea Estates Limited - Issue Withdrawn' },
      { name: 'Zephyr Tea Estates Limited', withdrawn: true },
    ],
    [
      { Scrip_Name: 'Zephyr Tea Estates Limited-Issue postponed' },
      { name: 'Zephyr Tea Estates Limited', postponed: true },
    ],
  ])('with %j gives %j', (changes, terms) => {
    expect(read([onBoard(changes)]).entries).toMatchObject([{ said: { terms } }])
  })

  test.each([
    [{ Price_Band: null }, ['priceMin', 'priceMax']],
    [{ Price_Band: '0.00 - 0.00' }, ['priceMin', 'priceMax']],
    [{ Start_Dt: null, End_Dt: null }, ['openDate', 'closeDate']],
    [{ Face_Val: 0 }, ['faceValue']],
    [{ eXCHANGE_PLATFORM: '' }, ['board']],
  ])('with %j gives no %j', (changes, keys) => {
    const [entry] = read([onBoard(changes)]).entries
    for (const key of keys) expect(entry).not.toHaveProperty(`said.terms.${key}`)
    expect(entry).toMatchObject({ said: { terms: { name: 'ZEPHYR TEA ESTATES LIMITED' } } })
  })

  test.each(['FPO', 'BuyBack', 'OFS', 'RI', 'REITS', 'OTB', 'DPI'])('of the kind %s is skipped', (kind) => {
    expect(read([onBoard({ IR_flag: kind }), onBoard()])).toMatchObject({
      entries: [{ row: 2, said: { kind: 'terms' } }],
      rows: 2,
    })
  })

  test.each(['Zephyr Tea Estates Limited - FPO', 'Zephyr Tea Estates Limited - Withdrawal Window'])(
    'named %s is skipped',
    (Scrip_Name) => {
      expect(read([onBoard({ Scrip_Name })])).toMatchObject({ entries: [], rows: 1 })
    },
  )

  test.each([
    [{ Scrip_Name: ' ' }, 'issue-name', "Scrip_Name is empty, the company's name was expected"],
    [{ IPO_NO: null }, 'ipo-number', 'IPO_NO is empty, a number was expected'],
  ])('with %j is refused by the rule %s, and the others are accepted', (changes, rule, reason) => {
    expect(read([onBoard(changes), onBoard()]).entries).toMatchObject([
      { row: 1, rule, reason: expect.stringContaining(reason) },
      { row: 2, said: { kind: 'terms' } },
    ])
  })

  const DAYS = ['openDate', 'closeDate']
  const BAND = ['priceMin', 'priceMax']
  test.each<[Record<string, unknown>, string, string, string[]]>([
    [{ Start_Dt: '09/03/2027' }, 'open-day', 'Start_Dt is "09/03/2027", a day', DAYS],
    [{ End_Dt: '2027-02-30T00:00:00' }, 'close-day', 'End_Dt is "2027-02-30T00:00:00", a day', DAYS],
    [
      { End_Dt: '2027-03-08T00:00:00' },
      'issue-period',
      'closes on 2027-03-08, before it opens on 2027-03-09',
      DAYS,
    ],
    [{ Price_Band: '100 - 95' }, 'price-band', 'Price_Band is "100 - 95", a band', BAND],
    [{ Price_Band: '95 - cap' }, 'price-band', 'Price_Band is "95 - cap", a band', BAND],
    [{ Price_Band: '95 - 100 - 105' }, 'price-band', 'Price_Band is "95 - 100 - 105", a band', BAND],
    [{ Price_Band: 'to be announced' }, 'price-band', 'Price_Band is "to be announced", a band', BAND],
    [{ Face_Val: 'ten' }, 'face-value', 'Face_Val is "ten", an amount', ['faceValue']],
    [
      { eXCHANGE_PLATFORM: 'Startup' },
      'issue-platform',
      '"Startup", MainBoard or SME was expected',
      ['board'],
    ],
    [
      { Scrip_Name: 'ZEPHYR TEA ESTATES LIMITED-ISSUE SUSPENDED' },
      'outcome-unknown',
      'after "ZEPHYR TEA ESTATES LIMITED" an outcome',
      [],
    ],
  ])('with %j reports it by the rule %s, and loses nothing but %4$j', (changes, rule, reason, lost) => {
    const [bad, fault, good, ...more] = read([onBoard(changes), onBoard()]).entries
    expect(more).toEqual([])
    expect(bad).toHaveProperty('said.terms', termsWithout(good, lost))
    expect(fault).toMatchObject({ row: 1, rule, reason: expect.stringContaining(reason) })
    expect(JSON.parse(fault?.raw ?? '')).toMatchObject({ IPO_NO: 9001, ...changes })
  })
})

describe('a row of the listings', () => {
  test('has the day, the price and the trading code; the short name only helps to find the issue', () => {
    const row = listed()
    expect(read([row], 'listed/sme').entries).toEqual([
      {
        row: 1,
        raw: JSON.stringify(row),
        said: {
          kind: 'terms',
          subject: {
            ...UNNAMED_SUBJECT,
            name: 'Quokka Pumps Limited',
            symbol: 'QUOKKA',
            bseCode: '599017',
            board: 'SME',
          },
          terms: {
            name: 'Quokka Pumps Limited',
            board: 'SME',
            exchanges: ['BSE'],
            listingDate: '2027-03-02',
            bseCode: '599017',
            issuePrice: 21_200,
          },
        },
      },
    ])
  })

  test('of the mainboard list is of that board', () => {
    expect(read([listed()], 'listed/mainboard').entries).toMatchObject([
      { said: { terms: { board: 'MAINBOARD' } } },
    ])
  })

  test('may occur on the board of issues, where its own board is not known', () => {
    const { entries } = read([onBoard(), listed()])
    expect(entries).toMatchObject([
      { row: 1, said: { subject: { upstreamId: '9001' } } },
      { row: 2, said: { subject: { bseCode: '599017', board: null } } },
    ])
    expect(entries[1]).not.toHaveProperty('said.terms.board')
  })

  test.each([
    [{ IssuePrice: 0 }, 'issuePrice'],
    [{ IssuePrice: null }, 'issuePrice'],
    [{ IMAGE: null }, 'bseCode'],
  ])('with %j gives no %s', (changes, key) => {
    const [entry] = read([listed(changes)], 'listed/sme').entries
    expect(entry).not.toHaveProperty(`said.terms.${key}`)
    expect(entry).toMatchObject({ said: { terms: { listingDate: '2027-03-02' } } })
  })

  test.each([
    [{ ListedOn: null }, 'listing-day', 'ListedOn is empty, a day', 'listingDate'],
    [{ ListedOn: '02 Mar 2027' }, 'listing-day', 'ListedOn is "02 Mar 2027", a day', 'listingDate'],
    [{ IssuePrice: -1 }, 'issue-price', 'IssuePrice is "-1", an amount', 'issuePrice'],
    [{ IMAGE: 'https://www.bseindia.com/quokka/' }, 'bse-code', 'ends in the trading code', 'bseCode'],
  ])('with %j reports it by the rule %s, and loses nothing else', (changes, rule, reason, lost) => {
    const [bad, fault, good, ...more] = read([listed(changes), listed()], 'listed/sme').entries
    expect(more).toEqual([])
    expect(bad).toHaveProperty('said.terms', termsWithout(good, [lost]))
    expect(fault).toMatchObject({ row: 1, rule, reason: expect.stringContaining(reason) })
  })

  test('without a name is refused, and the others are accepted', () => {
    expect(read([listed({ CompanyName: null }), listed()], 'listed/sme').entries).toMatchObject([
      { row: 1, rule: 'issue-name', reason: expect.stringContaining('CompanyName is empty') },
      { row: 2, said: { kind: 'terms' } },
    ])
  })
})

describe('the answer', () => {
  test('may be a bare list', () => {
    expect(readBseList(answer([onBoard()], 'board/live')).entries).toHaveLength(1)
  })

  test.each(['board/forthcoming', 'listed/sme'])('of %s may have no rows', (document) => {
    expect(read([], document)).toEqual({ entries: [], rows: 0, unknownColumns: [] })
  })

  test('reports new columns', () => {
    const { unknownColumns } = read([onBoard({ Isin: 'INE999Z01015' }), listed({ Gap: 1 })])
    expect(unknownColumns).toEqual(['Isin', 'Gap'])
  })

  const { Price_Band: _band, ...withoutBand } = onBoard()
  const { CompanyName: _name, ...withoutName } = listed()
  test.each([
    ['an error page', '<html><body>Denied</body></html>', 'board/live', 'an HTML page'],
    ['nothing', ' ', 'board/live', 'empty'],
    ['half of it', '{"Table":[{"Scrip_cd":4999,"Scr', 'board/live', 'cut short'],
    ['an empty object', '{}', 'board/live', 'no Table'],
    ['a list of texts', '["a"]', 'board/live', 'a JSON list of objects'],
    [
      'a board without bands',
      [withoutBand],
      'board/live',
      'the board of public issues has no Price_Band; found',
    ],
    [
      'a list without names',
      [withoutName],
      'listed/sme',
      'the list of new listings has no CompanyName; found',
    ],
  ])('is unreadable when it is %s', (_what, body, document, message) => {
    expect(() => readBseList(answer(body, document))).toThrow(Unreadable)
    expect(() => readBseList(answer(body, document))).toThrow(message)
  })
})
