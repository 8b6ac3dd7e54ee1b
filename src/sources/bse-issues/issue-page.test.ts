import { describe, expect, test } from 'vitest'
import { type DownloadedDocument, UNNAMED_SUBJECT, Unreadable } from '../source.ts'
import { bseIssues } from './bse-issues.ts'

const answer = (body: unknown): DownloadedDocument => ({
  document: 'issue/9001',
  url: 'https://exchange.example',
  day: null,
  fetchedAt: '2027-03-10T06:00:00.000Z',
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

const page = (changes: Record<string, unknown> = {}) => ({
  DT_TM: '3/10/2027 11:30:00',
  IPO_NO: '9001',
  ScripCode: '4999',
  ScripName: 'Zephyr Tea Estates Limited',
  Security_Type: 'Equity',
  Symbol: 'ZEPHYRTEA',
  Issue_Period: '09 Mar 2027 to 11 Mar 2027',
  IPO_Market_Timings: '10.00 am to 5.00 pm',
  DY1: '',
  Cut_off_time_for_UPI_Mandate_Confirmation: '11-March-2027 (Upto 5.00 pm)',
  Issue_Size_No_of_shares: '7400000',
  Price_Band: '95.00-100.50',
  Face_Value: '10.00',
  Tick_Size: '1.00',
  Market_Lot: '150',
  Minimum_Bid_Quantity: '150',
  ...changes,
})

const read = (changes?: Record<string, unknown>) =>
  bseIssues.read(answer({ IPONO_0: [page(changes)], IPONO_1: [], IPONO_2: [], status: 'success' }))

describe("an issue's page", () => {
  test("has the terms, without the size, which may lack the anchors' part", () => {
    expect(read()).toEqual({
      entries: [
        {
          row: 1,
          raw: JSON.stringify(page()),
          said: {
            kind: 'terms',
            subject: {
              ...UNNAMED_SUBJECT,
              name: 'Zephyr Tea Estates Limited',
              symbol: 'ZEPHYRTEA',
              upstreamId: '9001',
              openDate: '2027-03-09',
              closeDate: '2027-03-11',
              priceMin: 9500,
              priceMax: 10_050,
            },
            terms: {
              name: 'Zephyr Tea Estates Limited',
              exchanges: ['BSE'],
              symbol: 'ZEPHYRTEA',
              openDate: '2027-03-09',
              closeDate: '2027-03-11',
              priceMin: 9500,
              priceMax: 10_050,
              faceValue: 1000,
              lotSize: 150,
              minLots: 1,
              upiCutoffAt: '2027-03-11T11:30:00.000Z',
            },
          },
        },
      ],
      rows: 1,
      unknownColumns: [],
    })
  })

  test.each([
    [
      { Price_Band: '95.00-100.50|/Discount of Rs 9 -/ for employees|' },
      { priceMin: 9500, priceMax: 10_050, employeeDiscount: 900 },
    ],
    [{ Price_Band: '95.00-100.50|/EMP Discount of Rs 9 -/|' }, { employeeDiscount: 900 }],
    [
      { Maximum_Bid_Quantity_For_Qualified_Non_Institutional_Investors: '1680000' },
      { niiMaxShares: 1_680_000 },
    ],
    [
      { Registrar: 'Fig Registry Limited^1 High Street||||||||a@b.example|A' },
      { registrar: 'Fig Registry Limited' },
    ],
    [
      {
        Book_Running_Lead_Manager:
          'Fig Limited^1 High Street||||||||a@b.example|A#Elm Limited^||||||||a@b.example|B',
        Co_Book_Running_Lead_Manager: 'Oak Limited^2 High Street||||||||a@b.example|C',
      },
      { leadManagers: ['Fig Limited', 'Elm Limited', 'Oak Limited'] },
    ],
    [
      {
        Prospectus_GID: 'https://www.bseindia.com/downloads/ipo/RHP & GID_1.zip',
        Anchor_Details: 'https://www.bseindia.com/downloads/ipo/Anchor.pdf',
      },
      {
        documents: [
          { kind: 'rhp', url: 'https://www.bseindia.com/downloads/ipo/RHP%20&%20GID_1.zip' },
          { kind: 'anchor', url: 'https://www.bseindia.com/downloads/ipo/Anchor.pdf' },
        ],
      },
    ],
    [
      { Prospectus_GID: 'https://listing.bseindia.com/Download//ZephyrRedHerringProspectus_1.pdf' },
      { documents: [{ kind: 'rhp' }] },
    ],
    [
      { Prospectus_GID: 'https://listing.bseindia.com/Download//Zephyr_AbridgedProspectus_1.pdf' },
      { documents: [{ kind: 'prospectus' }] },
    ],
    [
      { Cut_off_time_for_UPI_Mandate_Confirmation: '11 MARCH 2027 (up to 5 pm)' },
      { upiCutoffAt: '2027-03-11T11:30:00.000Z' },
    ],
    [
      { Issue_Period: '09-Mar-2027 – 11-Mar-2027 (Extended)' },
      { openDate: '2027-03-09', closeDate: '2027-03-11' },
    ],
    [{ Price_Band: 'Rs. 95 to Rs. 100.50' }, { priceMin: 9500, priceMax: 10_050 }],
    [{ Face_Value: 'Rs. 2/-' }, { faceValue: 200 }],
    [{ Market_Lot: '75 Equity Shares' }, { lotSize: 75, minLots: 2 }],
    [{ Security_Type: 'Equity Shares' }, { lotSize: 150 }],
    [
      { ScripName: 'Zephyr Tea Estates Limited - Issue Withdrawn' },
      { name: 'Zephyr Tea Estates Limited', withdrawn: true },
    ],
    [
      { Market_Lot: '1200', Minimum_Bid_Quantity: '2400' },
      { lotSize: 1200, minLots: 2 },
    ],
  ])('with %j gives %j', (changes, terms) => {
    expect(read(changes).entries).toMatchObject([{ said: { terms } }])
  })

  test.each([
    [{ Market_Lot: '1', Minimum_Bid_Quantity: '1' }, ['lotSize', 'minLots']],
    [{ Market_Lot: '', Minimum_Bid_Quantity: '' }, ['lotSize', 'minLots']],
    [{ Minimum_Bid_Quantity: '200' }, ['minLots']],
    [{ Symbol: '' }, ['symbol']],
    [{ Issue_Period: '' }, ['openDate', 'closeDate']],
    [{ Price_Band: '0.00-0.00' }, ['priceMin', 'priceMax']],
    [{ Face_Value: '' }, ['faceValue']],
    [{ Cut_off_time_for_UPI_Mandate_Confirmation: '' }, ['upiCutoffAt']],
    [
      { Registrar: '', Book_Running_Lead_Manager: '', Prospectus_GID: '' },
      ['registrar', 'leadManagers', 'documents'],
    ],
    [{ Price_Band: '95.00-100.50|' }, ['employeeDiscount']],
  ])('with %j gives no %j', (changes, keys) => {
    const [entry] = read(changes).entries
    for (const key of keys) expect(entry).not.toHaveProperty(`said.terms.${key}`)
    expect(entry).toMatchObject({ said: { terms: { name: 'Zephyr Tea Estates Limited' } } })
  })

  test.each(['Debt', 'Units'])('of the security type %s is skipped', (type) => {
    expect(read({ Security_Type: type })).toMatchObject({ entries: [], rows: 1 })
  })

  test.each([
    [{ IPO_NO: '9002' }, 'ipo-number', 'the page is that of issue 9002, issue 9001 was requested'],
    [{ ScripName: '' }, 'issue-name', 'ScripName is empty'],
    [{ Security_Type: '' }, 'security-type', 'Security_Type is empty'],
  ])('with %j is refused by the rule %s', (changes, rule, reason) => {
    expect(read(changes).entries).toMatchObject([{ row: 1, rule, reason: expect.stringContaining(reason) }])
  })

  const DAYS = ['openDate', 'closeDate']
  const BAND = ['priceMin', 'priceMax']
  test.each<[Record<string, string>, string, string, string[]]>([
    [{ Issue_Period: '09 Mar 2027' }, 'issue-period', 'Issue_Period is "09 Mar 2027", a period', DAYS],
    [{ Issue_Period: '09 Mar 2027 to soon' }, 'issue-period', 'to soon", a period', DAYS],
    [{ Issue_Period: '11 Mar 2027 to 09 Mar 2027' }, 'issue-period', 'closes on 2027-03-09, before', DAYS],
    [{ Price_Band: 'soon' }, 'price-band', 'Price_Band is "soon", a band', BAND],
    [{ Price_Band: '95.00-soon' }, 'price-band', 'Price_Band is "95.00-soon", a band', BAND],
    [{ Face_Value: 'ten' }, 'face-value', 'Face_Value is "ten", an amount', ['faceValue']],
    [{ Market_Lot: '12.5' }, 'market-lot', 'is "12.5", a number of shares', ['lotSize', 'minLots']],
    [{ Minimum_Bid_Quantity: 'two lots' }, 'minimum-bid', 'Quantity is "two lots"', ['minLots']],
    [
      { Cut_off_time_for_UPI_Mandate_Confirmation: '11th Marchh 2027 (up to 5 pm)' },
      'upi-cutoff',
      'is "11th Marchh 2027 (up to 5 pm)", a day and time',
      ['upiCutoffAt'],
    ],
    [{ Registrar: 'Fig^1||#Elm^2||' }, 'registrar-name', 'one name', []],
    [{ Book_Running_Lead_Manager: 'Fig^Flat #1||' }, 'issue-parties', 'names, each with ^', []],
    [
      { Prospectus_GID: 'https://www.bseindia.com/E:\\disk\\a.zip' },
      'document-address',
      'an https address',
      [],
    ],
    [{ Price_Band: '95.00-100.50|/Discount of Rs 9 for all|' }, 'employee-discount', 'a note such as', []],
  ])('with %j reports it by the rule %s, and loses nothing but %j', (changes, rule, reason, lost) => {
    const [whole] = read().entries
    const terms = whole && 'said' in whole && whole.said.kind === 'terms' ? whole.said.terms : {}
    const [entry, fault, ...more] = read(changes).entries
    expect(more).toEqual([])
    expect(entry).toHaveProperty(
      'said.terms',
      Object.fromEntries(Object.entries(terms).filter(([key]) => !lost.includes(key))),
    )
    const raw = JSON.stringify({ IPO_NO: '9001', ScripName: 'Zephyr Tea Estates Limited', ...changes })
    expect(fault).toEqual({ row: 1, raw, rule, reason: expect.stringContaining(reason) })
  })

  test('of a further offer is skipped', () => {
    expect(read({ ScripName: 'Zephyr Tea Estates Limited - FPO' })).toMatchObject({ entries: [], rows: 1 })
  })

  test('reports an unknown outcome, and never takes it for part of the name', () => {
    expect(read({ ScripName: 'Zephyr Tea Estates Limited-Issue Suspended' }).entries).toMatchObject([
      { said: { terms: { name: 'Zephyr Tea Estates Limited', lotSize: 150 } } },
      { rule: 'outcome-unknown' },
    ])
  })

  test('reports a new line', () => {
    expect(read({ ISIN_No: '' }).unknownColumns).toEqual(['ISIN_No'])
  })

  const { Market_Lot: _, ...withoutLot } = page()
  test.each([
    ['an error page', '<html></html>', 'an HTML page'],
    ['nothing', '', 'empty'],
    ['half of it', '{"IPONO_0":[{"DT_TM":', 'cut short'],
    ['without the issue', { status: 'failed' }, 'the page has no IPONO_0; found status'],
    ['without the lot', { IPONO_0: [withoutLot] }, 'the page of the issue has no Market_Lot; found'],
  ])('is unreadable when it is %s', (_name, body, message) => {
    expect(() => bseIssues.read(answer(body))).toThrow(Unreadable)
    expect(() => bseIssues.read(answer(body))).toThrow(message)
  })
})
