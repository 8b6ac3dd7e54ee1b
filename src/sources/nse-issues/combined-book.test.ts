import { describe, expect, test } from 'vitest'
import { UNNAMED_SUBJECT } from '../source.ts'
import { readCombinedBook } from './bids.ts'

const FETCHED_AT = '2026-08-03T14:00:00.000Z'
const SUBJECT = { ...UNNAMED_SUBJECT, name: 'Lotus Kettles Limited', symbol: 'LOTUSKET' }

const HEADING = {
  category: 'Category',
  noOfShareOffered: 'No.of shares offered/reserved',
  noOfSharesBid: 'No. of shares bid for',
  noOfTotalMeant: 'No. of times of total meant for the category',
  srNo: 'Sr.No.',
}

const bids = (
  srNo: string | null,
  category: string,
  times: string,
  offered = times === '' ? '' : '1000',
) => ({
  category,
  noOfShareOffered: offered,
  noOfSharesBid: times === '' ? '900' : String(Math.round(Number(times) * Number(offered))),
  noOfTotalMeant: times,
  srNo,
})
const RETAIL = bids('3', 'Retail Individual Investors(RIIs)', '2')

const BOOK = [
  bids('1', 'Qualified Institutional Buyers(QIBs)', '0.5'),
  bids('1(a)', 'Foreign Institutional Investors(FIIs)', ''),
  bids('2', 'Non Institutional Investors', '2.25'),
  bids('2.1', 'Non Institutional Investors(Bid amount of more than Ten Lakh Rupees)', '3.5'),
  bids('2.1(b)', 'Individuals(Other than RIIs)', ''),
  bids(
    '2.2',
    'Non Institutional Investors(Bid amount of more than Two Lakh Rupees upto Ten Lakh Rupees)',
    '1',
  ),
  bids('3', 'Retail Individual Investors(RIIs)', '4.0e0'),
  bids('3(a)', 'Cut Off', ''),
  bids('4', 'Employees', '0.00'),
  bids('5', 'Shareholders', '6'),
  bids('6', 'Policy Holders', '7'),
  bids(null, 'Total', '2.7', '1.23E7'),
]

const table = (rows: object[], updateTime: string | null = 'Updated as on 03-Aug-2026 17:00:00') => ({
  dataList: [HEADING, ...rows],
  heading: null,
  symbol: null,
  updateTime,
})
const read = (activeCat: unknown) =>
  readCombinedBook(activeCat, { subject: SUBJECT, fetchedAt: FETCHED_AT, firstRow: 2 })

describe('the table of bids on both exchanges', () => {
  test('is parsed by its row numbers', () => {
    const { entries, rows, unknownColumns } = read(table(BOOK))
    expect(rows).toBe(BOOK.length)
    expect(unknownColumns).toEqual([])
    const bidsRead = entries.map((entry) =>
      'said' in entry && entry.said.kind === 'subscription' ? entry.said : null,
    )
    expect(bidsRead.map((bid) => [bid?.category, bid?.timesSub, bid?.printed])).toEqual([
      ['QIB', 0.5, '0.5'],
      ['NII', 2.25, '2.25'],
      ['BNII', 3.5, '3.5'],
      ['SNII', 1, '1'],
      ['RII', 4, '4.0e0'],
      ['EMP', 0, '0.00'],
      ['SHA', 6, '6'],
      ['POL', 7, '7'],
      ['TOTAL', 2.7, '2.7'],
    ])
    for (const bid of bidsRead)
      expect(bid).toMatchObject({ subject: SUBJECT, book: 'ALL', observedAt: '2026-08-03T11:30:00.000Z' })
  })

  test('has the shares offered and bid for', () => {
    const row = { ...RETAIL, noOfShareOffered: '1.0E7', noOfSharesBid: '2.0000001E7' }
    expect(read(table([row])).entries).toMatchObject([
      { said: { timesSub: 2, sharesOffered: 10_000_000, sharesBid: 20_000_001, applications: null } },
    ])
  })

  test.each([
    ['contradict the multiple', '900', '900 bids for 1000 shares are not 2 times'],
    ['cannot be parsed', 'many', 'noOfSharesBid is "many", a number of shares was expected'],
  ])('keeps the multiple when the bids %s', (_name, noOfSharesBid, reason) => {
    expect(read(table([{ ...RETAIL, noOfSharesBid }])).entries).toMatchObject([
      { said: { timesSub: 2, sharesOffered: null, sharesBid: null } },
      {
        row: 2,
        raw: '{"symbol":"LOTUSKET","srNo":"3","noOfShareOffered":"1000"}',
        rule: 'shares-bid',
        reason,
      },
    ])
  })

  test('continues the row count, including skipped rows', () => {
    expect(read(table([bids('1(a)', 'Others', ''), RETAIL])).entries).toMatchObject([
      { row: 3, raw: JSON.stringify(RETAIL) },
    ])
  })

  test.each([
    ['Updated as on 03-Aug-2026 17:42:07', '2026-08-03T12:12:07.000Z'],
    ['Updated as on 02nd August 2026 at 17.00 hrs', '2026-08-02T11:30:00.000Z'],
    ['Updated as on 2nd Aug 2026 at 17.00 hrs', '2026-08-02T11:30:00.000Z'],
    ['Updated as on 02nd August, 2026 at 17.00 hrs.', '2026-08-02T11:30:00.000Z'],
    ['Updated as on 02-Aug-2026 17:00', '2026-08-02T11:30:00.000Z'],
    ['Updated as on 02-Aug-2026 05:00 PM', '2026-08-02T11:30:00.000Z'],
    ['Updated as on 02-Aug-2026 05:00:30 PM', '2026-08-02T11:30:30.000Z'],
    ['Updated as on 02-Aug-2026 12:05 AM', '2026-08-01T18:35:00.000Z'],
    ['Updated as on 2nd August 2026 at 5.00 p.m.', '2026-08-02T11:30:00.000Z'],
    ['As on 02-AUG-2026 17:00:00 IST', '2026-08-02T11:30:00.000Z'],
    ['Updated as on 02nd August 2026', '2026-08-02T18:29:59.000Z'],
    ['02nd August 2026', '2026-08-02T18:29:59.000Z'],
    ['Updated as on 03rd August 2026', FETCHED_AT],
  ])('is stamped %s', (updateTime, observedAt) => {
    expect(read(table([RETAIL], updateTime)).entries).toMatchObject([{ said: { observedAt } }])
  })

  test.each([
    ['was never filled', table([RETAIL], 'Updated as on null')],
    ['has an empty stamp', table([RETAIL], '')],
    ['has no stamp', table([RETAIL], null)],
    ['is not there', null],
    ['is missing', undefined],
    ['is an empty object', {}],
    ['has null for its rows', { ...table([]), dataList: null }],
    ['has no key for its rows', { updateTime: 'Updated as on 03-Aug-2026 17:00:00' }],
    ['holds zeros of nothing offered', table([bids(null, 'Total', '0.00', '0.0')])],
    [
      'holds nothing for what is offered',
      table([bids('1', 'Qualified Institutional Buyers(QIBs)', '', '1000')]),
    ],
    ['has no rows', table([])],
  ])('has no entries when it %s', (_name, activeCat) => {
    expect(read(activeCat).entries).toEqual([])
  })

  test.each([
    ['category-unknown', bids('7', 'Lottery', '2')],
    ['category-unknown', bids(null, 'Anchor', '2')],
    ['times-unreadable', bids('2', 'Non Institutional Investors', 'many')],
    ['times-unreadable', bids('2', 'Non Institutional Investors', '-2')],
    ['times-unreadable', bids('2', 'Non Institutional Investors', '2', 'all')],
  ])('reports an invalid row by rule %s, and accepts the others', (rule, bad) => {
    expect(read(table([bad, RETAIL])).entries).toMatchObject([
      { row: 2, rule, raw: JSON.stringify(bad) },
      { row: 3, said: { category: 'RII' } },
    ])
  })

  test.each(['Monday', '31-Feb-2026 17:00:00', '03-Aug-2026 27:00:00', '03-Aug-2026 17:00 PM'])(
    'has no entry but its unreadable stamp: %s',
    (stamp) => {
      expect(read(table(BOOK, `Updated as on ${stamp}`)).entries).toMatchObject([
        {
          row: 2,
          raw: JSON.stringify({ symbol: 'LOTUSKET', updateTime: stamp }),
          rule: 'time-unreadable',
        },
      ])
    },
  )

  test.each<[string, string, string]>([
    ['a dot', '1.', '2.1.'],
    ['spaces', ' 1 ', ' 2.1'],
  ])('is parsed where its numbers have %s', (_name, qib, bnii) => {
    const { entries } = read(table([bids(qib, 'Buyers', '0.5'), bids(bnii, 'Investors', '3.5')]))
    expect(entries).toMatchObject([{ said: { category: 'QIB' } }, { said: { category: 'BNII' } }])
  })

  test.each<[string, unknown, string]>([
    ['rows without times', table([{ srNo: '1', noOfShareOffered: '1' }]), 'has no noOfTotalMeant'],
    ['no key for its stamp', { dataList: [RETAIL] }, 'has no updateTime'],
    ['text instead of rows', { ...table([]), dataList: 'none' }, 'list of objects'],
    ['text instead of a table', 'none', 'should be a JSON object'],
    [
      'headings of other columns',
      { ...table([]), dataList: [{ ...HEADING, noOfTotalMeant: 'Amount bid for' }, RETAIL] },
      'has "No.of shares offered/reserved" and "Amount bid for" above its figures',
    ],
  ])('is reported as unreadable when it has %s', (_name, activeCat, message) => {
    expect(read(activeCat)).toMatchObject({
      rows: 1,
      entries: [{ row: 2, rule: 'book-unreadable', reason: expect.stringContaining(message) }],
    })
  })

  test('is the same unreadable table while bids come in', () => {
    const heading = { ...HEADING, noOfTotalMeant: 'Amount bid for' }
    const rawOf = (...rows: object[]) => read({ ...table([]), dataList: [heading, ...rows] }).entries[0]?.raw
    expect(rawOf(RETAIL)).toBe(rawOf({ ...RETAIL, noOfTotalMeant: '3' }))
  })

  test('reports unknown keys', () => {
    expect(read({ ...table([]), rounds: 2 }).unknownColumns).toEqual(['rounds'])
  })
})
