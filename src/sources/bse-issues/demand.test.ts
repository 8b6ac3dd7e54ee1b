import { describe, expect, test } from 'vitest'
import { type DownloadedDocument, UNNAMED_SUBJECT, Unreadable } from '../source.ts'
import { bseIssues } from './bse-issues.ts'

const answer = (body: unknown): DownloadedDocument => ({
  document: 'demand/9001',
  url: 'https://exchange.example',
  day: null,
  fetchedAt: '2027-03-10T12:00:00.000Z',
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

const line = (number: string, label: string, offered: string, bid: string, times: string) => ({
  SRNo: number,
  col2: label,
  col3: offered,
  col4: bid,
  col5: times,
  Scripname: 'Zephyr Tea Estates Limited',
  Maxdt: '3/10/2027 17:00:00',
})
const HEADING = line(
  'Sr.No.',
  'Category',
  'No.of shares offered/reserved',
  'No. of shares bid for',
  'No. of times',
)
const QIB = line('1', 'Qualified Institutional Buyers (QIBs)', '2000000', '350000', '0.1750')

const read = (...lines: unknown[]) => bseIssues.read(answer({ table2: [HEADING, ...lines] }))

describe('the demand for an issue', () => {
  test("is parsed per category of BSE's own book", () => {
    expect(read(QIB)).toEqual({
      entries: [
        {
          row: 1,
          raw: JSON.stringify(QIB),
          said: {
            kind: 'subscription',
            subject: { ...UNNAMED_SUBJECT, name: 'Zephyr Tea Estates Limited', upstreamId: '9001' },
            observedAt: '2027-03-10T11:30:00.000Z',
            category: 'QIB',
            timesSub: 0.175,
            sharesOffered: 2_000_000,
            sharesBid: 350_000,
            applications: null,
            book: 'BSE',
            printed: '0.1750',
          },
        },
      ],
      rows: 1,
      unknownColumns: [],
    })
  })

  test.each([
    ['1', 'Qualified Institutional Buyers (QIBs)', 'QIB'],
    ['2', 'Non Institutional Investors (NIIs)', 'NII'],
    ['2.1', 'Non Institutional Investors (more than Ten Lakh Rupees)', 'BNII'],
    ['2.2', 'Non Institutional Investors (upto Ten Lakh Rupees)', 'SNII'],
    ['3', 'Retail Individual Investors (RIIs)', 'RII'],
    ['3', 'Individual Investors', 'RII'],
    ['', 'Total', 'TOTAL'],
    ['1.', 'Qualified Institutional Buyers (QIBs)', 'QIB'],
  ])('number %j, %s, is %s', (number, label, category) => {
    expect(read(line(number, label, '100', '250', '2.5000')).entries).toMatchObject([
      { said: { category, timesSub: 2.5 } },
    ])
  })

  test.each([
    ['4', 'Employee Reserved', 'EMP'],
    ['5', 'Reservation PortionShareholder', 'SHA'],
    ['6', 'Policy Holders', 'POL'],
  ])('number %j, %s, is %s, for which a part is reserved', (number, label, category) => {
    const subject = { name: 'Zephyr Tea Estates Limited' }
    expect(read(line(number, label, '100', '250', '2.5000')).entries).toMatchObject([
      { said: { category, timesSub: 2.5 } },
      { said: { kind: 'terms', subject, terms: { reservedFor: [category] } } },
    ])
  })

  test.each([
    ['the shares offered do not fit it', '250', '250 bids for 100 shares are not 3.75 times'],
    ['the bids are no number', 'many', 'col4 is "many", a number of shares was expected'],
  ])('is accepted as printed, without numbers of shares where %s', (_name, bid, reason) => {
    expect(read(line('2.1', 'NII above', '100', bid, '3.7500')).entries).toMatchObject([
      { said: { timesSub: 3.75, sharesOffered: null, sharesBid: null } },
      { rule: 'shares-bid', reason },
    ])
  })

  test('may lack the number of bids', () => {
    expect(read(line('3', 'Retail', '100', '', '3.7500')).entries).toMatchObject([
      { said: { timesSub: 3.75, sharesOffered: 100, sharesBid: null } },
    ])
  })

  test.each(['1(a)', '1(D)', '2(a)', '2.1(b)', '5(b)'])(
    'has no entry for the part %s of a category',
    (number) => {
      expect(read(line(number, 'Others', '100', '250', '2.5'))).toMatchObject({ entries: [], rows: 1 })
    },
  )

  test.each([
    ['no multiple', line('4', 'Employee Reserved', '', '0', '')],
    ['a multiple of nothing offered', line('4', 'Employee Reserved', '0', '0', '0.00')],
    ['no number of shares offered', line('4', 'Employee Reserved', '', '0', '0.00')],
    ['no time yet', { ...QIB, Maxdt: '' }],
  ])('has no entry where there is %s', (_name, row) => {
    expect(read(row).entries).toEqual([])
  })

  test('is of the company without the outcome appended to its name', () => {
    const Scripname = 'Zephyr Tea Estates Limited - Issue Withdrawn'
    expect(read({ ...QIB, Scripname }).entries).toMatchObject([
      { said: { subject: { name: 'Zephyr Tea Estates Limited' } } },
    ])
  })

  test.each([
    ['3/10/2027 15:28:01', '2027-03-10T09:58:01.000Z'],
    ['3/4/2027 5:00:00 PM', '2027-03-04T11:30:00.000Z'],
    ['3/4/2027 9:05:00', '2027-03-04T03:35:00.000Z'],
    ['3/4/2027 12:10:00 AM', '2027-03-03T18:40:00.000Z'],
    ['3/4/2027 12:10:00 PM', '2027-03-04T06:40:00.000Z'],
  ])('stamped %s was observed at %s', (Maxdt, observedAt) => {
    expect(read({ ...QIB, Maxdt }).entries).toMatchObject([{ said: { observedAt } }])
  })

  test.each([
    [{ Maxdt: '22/3/2027 15:28:01' }, 'demand-time', 'Maxdt is "22/3/2027 15:28:01", a time'],
    [{ Maxdt: '3/10/2027 15:28:01 PM' }, 'demand-time', 'Maxdt is "3/10/2027 15:28:01 PM", a time'],
    [{ Maxdt: '10-Mar-2027' }, 'demand-time', 'Maxdt is "10-Mar-2027", a time'],
    [{ col5: 'n.a.' }, 'times-subscribed', 'col5 is "n.a.", a multiple'],
    [{ col5: '-1' }, 'times-subscribed', 'col5 is "-1", a multiple'],
    [{ col3: 'many' }, 'shares-offered', 'col3 is "many", a number of shares'],
    [{ SRNo: '7', col2: 'Lenders' }, 'demand-category', 'unknown category 7, "Lenders"'],
    [{ SRNo: '', col2: 'Lenders' }, 'demand-category', 'unknown category without number, "Lenders"'],
  ])('with %j is refused by the rule %s, and the others are accepted', (changes, rule, reason) => {
    expect(read({ ...QIB, ...changes }, QIB).entries).toMatchObject([
      { row: 1, rule, reason: expect.stringContaining(reason) },
      { row: 2, said: { category: 'QIB' } },
    ])
  })
})

describe('the answer', () => {
  test.each([
    ['table2', 'BSE'],
    ['table1', 'BSE'],
    ['Table', 'ALL'],
  ])('with a %s is of the book %s', (table, book) => {
    expect(bseIssues.read(answer({ [table]: [HEADING, QIB] })).entries).toMatchObject([{ said: { book } }])
  })

  test.each([{}, { table2: [] }])('%j means that there is no book yet', (body) => {
    expect(bseIssues.read(answer(body))).toEqual({ entries: [], rows: 0, unknownColumns: [] })
  })

  test('reports a new column or table', () => {
    const body = { table2: [HEADING, { ...QIB, col6: '12' }], table3: [] }
    expect(bseIssues.read(answer(body)).unknownColumns).toEqual(['table3', 'col6'])
  })

  const { Maxdt: _, ...timeless } = QIB
  test.each([
    ['an error page', '<html></html>', 'an HTML page'],
    ['nothing', '', 'empty'],
    ['half of it', '{"table2":[{"SRNo":"1"', 'cut short'],
    ['of another kind', { Message: 'No' }, 'the answer has no table1, table2 or Table; found Message'],
    ['without times', { table2: [timeless] }, 'the table of demand has no Maxdt; found'],
    [
      'of columns in another order',
      { table2: [{ ...HEADING, col3: HEADING.col5, col5: HEADING.col3 }, QIB] },
      'col3 is "No. of times" and col5 "No.of shares offered/reserved"',
    ],
  ])('is unreadable when it is %s', (_name, body, message) => {
    expect(() => bseIssues.read(answer(body))).toThrow(Unreadable)
    expect(() => bseIssues.read(answer(body))).toThrow(message)
  })
})
