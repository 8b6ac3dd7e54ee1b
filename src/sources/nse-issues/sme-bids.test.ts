import { describe, expect, test } from 'vitest'
import { UNNAMED_SUBJECT } from '../source.ts'
import { readSmeBids } from './bids.ts'

const SUBJECT = { ...UNNAMED_SUBJECT, symbol: 'REEDLAMP', board: 'SME', closeDate: '2026-08-03' } as const

const bids = (srNo: string | null, category: string, noOfshareBid: string, noofapplication: string) => ({
  srNo,
  category,
  noOfshareBid,
  noofapplication,
})
const QIB = bids('1', 'Qualified Institutional Buyers(QIBs)', '10000', '1')
const NII = bids('2', 'Non Institutional Investors', '1.0E4', '4')
const INDIVIDUALS = bids('3', 'Individual Investors (IND category bidding for 2 Lots)', '48000', '20')
const BOOK = [
  QIB,
  bids('1(a)', 'Foreign Institutional Investors(FIIs)', '10000', '1'),
  NII,
  bids('2.1', 'Non Institutional Investors(Bid amount of more than Ten Lakh Rupees)', '8000', '1'),
  bids('2.2', 'Non Institutional Investors(Bid amount of more than Two Lakh Rupees)', '2000', '3'),
  INDIVIDUALS,
  bids('4', 'Eligible Employees (EMP)', '2000', '2'),
  bids('4(a)', 'Cut Off', '0', '0'),
  bids(null, 'Total', '70000', '27'),
]

const read = (bidDetails: unknown, fetchedAt = '2026-08-03T14:00:00.000Z', activeCat: unknown = null) =>
  readSmeBids(bidDetails, activeCat, { subject: SUBJECT, fetchedAt, firstRow: 2 })
const figuresOf = (bidDetails: unknown) =>
  read(bidDetails).entries.map((entry) =>
    'said' in entry && entry.said.kind === 'subscription'
      ? [entry.said.category, entry.said.sharesBid, entry.said.applications]
      : 'rule' in entry && entry.rule,
  )

describe('the bids for an SME issue', () => {
  test('are shares and applications by category, without multiples', () => {
    expect(figuresOf(BOOK)).toEqual([
      ['QIB', 10_000, 1],
      ['NII', 10_000, 4],
      ['BNII', 8000, 1],
      ['SNII', 2000, 3],
      ['RII', 48_000, 20],
      ['EMP', 2000, 2],
      ['TOTAL', 70_000, 27],
    ])
    expect(read(BOOK)).toMatchObject({ rows: 9, unknownColumns: [] })
    expect(read(BOOK).entries[0]).toEqual({
      row: 2,
      raw: JSON.stringify(QIB),
      said: {
        kind: 'subscription',
        subject: SUBJECT,
        observedAt: null,
        category: 'QIB',
        timesSub: null,
        sharesOffered: null,
        sharesBid: 10_000,
        applications: 1,
        book: 'NSE',
        printed: 'noOfshareBid 10000, noofapplication 1',
      },
    })
  })

  test('have no total without the row of individual investors', () => {
    expect(figuresOf([QIB, NII, bids(null, 'Total', '20000', '5')])).toEqual([
      ['QIB', 10_000, 1],
      ['NII', 10_000, 4],
      'bids-incomplete',
    ])
  })

  test('have no total where the row of individual investors has employees', () => {
    const employees = bids('3', 'Employees', '48000', '20')
    expect(figuresOf([QIB, employees, bids(null, 'Total', '58000', '21')])).toEqual([
      ['QIB', 10_000, 1],
      'category-unknown',
      'bids-incomplete',
    ])
  })

  test.each([
    ['shares', bids(null, 'Total', '70001', '25')],
    ['applications', bids(null, 'Total', '68000', '24')],
  ])('have no total that is not the sum of the %s', (_name, total) => {
    expect(figuresOf([QIB, NII, INDIVIDUALS, total]).slice(3)).toEqual(['bids-incomplete'])
  })

  test.each<[string, unknown]>([
    ['nothing', null],
    ['no key', undefined],
    ['an empty table', []],
    ['a total of nothing', [bids(null, 'Total', '0', '0')]],
    [
      'zeros',
      [
        bids('1', 'QIB', '0', '0'),
        bids('3', 'Individual Investors', '0', '0'),
        bids(null, 'Total', '0', '0'),
      ],
    ],
  ])('are not known from %s', (_name, bidDetails) => {
    expect(read(bidDetails).entries).toEqual([])
  })

  test('report a bad cell without losing the other rows', () => {
    expect(figuresOf([{ ...QIB, noofapplication: 'one' }, NII])).toEqual([
      'bids-unreadable',
      ['NII', 10_000, 4],
    ])
  })

  test.each<[string, unknown, string]>([
    ['another layout', [{ srNo: '1', bids: '5' }], 'has no noOfshareBid, noofapplication'],
    ['a text', 'soon', 'should be a JSON list of objects'],
  ])('report %s and keep the terms', (_name, bidDetails, reason) => {
    expect(read(bidDetails).entries).toEqual([
      {
        row: 2,
        raw: '{"symbol":"REEDLAMP","table":"bidDetails"}',
        rule: 'book-unreadable',
        reason: expect.stringContaining(reason),
      },
    ])
  })

  const stamped = (qib: string, nii: string, updateTime = 'Updated as on 03-Aug-2026 19:00:00') => ({
    updateTime,
    dataList: [
      { srNo: 'Sr.No.', noOfSharesBid: 'No. of shares bid for' },
      { srNo: '1', noOfSharesBid: qib },
      { srNo: '2', noOfSharesBid: nii },
    ],
  })

  test.each<[string, unknown, string | null]>([
    [
      'has the stamp of the other table with the same bids',
      stamped('10000', '10000'),
      '2026-08-03T13:30:00.000Z',
    ],
    ['has none while the other table lags behind', stamped('10000', '9000'), null],
    ['has none while the other table is not filled', stamped('10000', '10000', 'Updated as on null'), null],
    ['has none beside a table with another stamp', stamped('10000', '10000', 'soon'), null],
    ['has none without the other table', [], null],
  ])('the book %s', (_name, activeCat, observedAt) => {
    expect(read(BOOK, undefined, activeCat).entries[0]).toMatchObject({ said: { observedAt } })
  })

  test('with a stamp are read at any later time', () => {
    const later = read(BOOK, '2026-09-08T18:30:00.000Z', stamped('10000', '10000'))
    expect(later.entries).toHaveLength(7)
  })

  test('without a stamp are read for a few days after the closing day', () => {
    expect(read(BOOK, '2026-08-08T14:00:00.000Z').entries).not.toEqual([])
    expect(read(BOOK, '2026-08-08T18:30:00.000Z').entries).toEqual([])
  })
})
