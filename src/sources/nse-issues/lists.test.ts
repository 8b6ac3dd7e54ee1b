import { describe, expect, test } from 'vitest'
import { UNNAMED_SUBJECT, Unreadable } from '../source.ts'
import { type List, readNseList } from './lists.ts'

const current = (row: object = {}) => ({
  companyName: 'Lotus Kettles Limited',
  symbol: 'LOTUSKET',
  series: 'EQ',
  status: 'Active',
  issueStartDate: '30-Jul-2026',
  issueEndDate: '03-Aug-2026',
  issuePrice: 'Rs.611 to Rs.643',
  issueSize: '6543210',
  category: 'Total',
  noOfSharesOffered: '6543210.0',
  noOfsharesBid: '1.2345E7',
  noOfTime: '1.8866886619',
  srNo: null,
  ...row,
})

const currentSme = (row: object = {}) => ({
  companyName: 'Reed Lamps Limited',
  symbol: 'REEDLAMP',
  series: 'SME',
  status: 'Active',
  isBse: '1',
  issueStartDate: '30-Jul-2026',
  issueEndDate: '03-Aug-2026',
  noOfSharesOffered: '3210000',
  noOfsharesBid: '2407500',
  noOfTime: '0.75',
  ...row,
})

const upcomingSme = (row: object = {}) => ({
  companyName: 'Amber Spools Limited',
  symbol: 'AMBERSPOOL',
  series: 'SME',
  status: 'Forthcoming',
  issueStartDate: '25-Aug-2026',
  issueEndDate: '28-Aug-2026',
  issuePrice: 'Rs.83 to Rs.88',
  priceBand: 'Rs.83 to Rs.88',
  issueSize: '4321500',
  lotSize: '1500',
  ...row,
})

const past = (row: object = {}) => ({
  company: 'Lotus Kettles Limited',
  symbol: 'LOTUSKET',
  htmSym: 'lotusket',
  securityType: 'BE',
  ipoStartDate: '30-JUL-2026',
  ipoEndDate: '03-AUG-2026',
  linkRemovalDate: '04-AUG-2026',
  priceRange: 'Rs.611 to Rs.643 ',
  issuePrice: '   643',
  listingDate: '06-AUG-2026',
  ...row,
})

const read = (list: List, ...rows: object[]) => readNseList(list, JSON.stringify(rows))
const observationsOf = (list: List, row: object) =>
  read(list, row).entries.map((entry) => 'said' in entry && entry.said)

describe('a list of issues', () => {
  test('has the terms of each of its rows', () => {
    const row = current()
    expect(read('current', row)).toEqual({
      rows: 1,
      unknownColumns: [],
      entries: [
        {
          row: 1,
          raw: JSON.stringify(row),
          said: {
            kind: 'terms',
            subject: {
              ...UNNAMED_SUBJECT,
              name: 'Lotus Kettles Limited',
              symbol: 'LOTUSKET',
              board: 'MAINBOARD',
              openDate: '2026-07-30',
              closeDate: '2026-08-03',
              priceMin: 61_100,
              priceMax: 64_300,
            },
            terms: {
              name: 'Lotus Kettles Limited',
              board: 'MAINBOARD',
              symbol: 'LOTUSKET',
              exchanges: ['NSE'],
              openDate: '2026-07-30',
              closeDate: '2026-08-03',
              priceMin: 61_100,
              priceMax: 64_300,
            },
          },
        },
      ],
    })
  })

  test('of current issues has the multiple of the whole book of an SME issue', () => {
    const [terms, book] = observationsOf('current', currentSme())
    expect(terms).toMatchObject({ kind: 'terms', terms: { board: 'SME' } })
    expect(terms).not.toHaveProperty('terms.priceMin')
    expect(book).toMatchObject({
      kind: 'subscription',
      subject: { name: 'Reed Lamps Limited', symbol: 'REEDLAMP', board: 'SME', closeDate: '2026-08-03' },
      observedAt: null,
      category: 'TOTAL',
      timesSub: 0.75,
      sharesOffered: 3_210_000,
      sharesBid: 2_407_500,
      applications: null,
      book: 'NSE',
      printed: '0.75',
    })
  })

  test.each([
    ['they do not give the multiple', '9.9E6', 'are not 0.75 times'],
    ['they cannot be parsed', 'many', 'noOfsharesBid is "many"'],
  ])('of current issues keeps a multiple without its bids when %s', (_name, noOfsharesBid, reason) => {
    expect(read('current', currentSme({ noOfsharesBid })).entries).toMatchObject([
      {},
      { said: { timesSub: 0.75, sharesOffered: null, sharesBid: null } },
      { rule: 'shares-bid', reason: expect.stringContaining(reason) },
    ])
  })

  test.each([
    ['the times are not printed', { noOfTime: '' }],
    ['the times are a dash', { noOfTime: '-' }],
    ['the times are null', { noOfTime: null }],
    ['no shares are offered', { noOfSharesOffered: '0.0', noOfTime: '0.00' }],
  ])('has no multiple when %s', (_name, cells) => {
    expect(observationsOf('current', currentSme(cells))).toMatchObject([{ kind: 'terms' }])
  })

  test('of upcoming issues has the lot of an SME issue', () => {
    expect(observationsOf('upcoming', upcomingSme())).toMatchObject([
      { terms: { board: 'SME', lotSize: 1500, priceMin: 8300, priceMax: 8800 } },
    ])
  })

  test.each([null, '', '-'])('takes the band from its own cell where the price is %j', (issuePrice) => {
    expect(observationsOf('upcoming', upcomingSme({ issuePrice }))).toMatchObject([
      { terms: { priceMax: 8800 } },
    ])
  })

  test('of past issues has the price and the day of listing', () => {
    expect(observationsOf('past', past())).toMatchObject([
      { terms: { board: 'MAINBOARD', priceMax: 64_300, issuePrice: 64_300, listingDate: '2026-08-06' } },
    ])
  })

  test.each([
    ['a dash', '-'],
    ['null', null],
    ['spaces', '   '],
  ])('leaves out a cell that is %s', (_name, nothing) => {
    const row = past({ issuePrice: nothing, listingDate: nothing, priceRange: nothing })
    const [observed] = observationsOf('past', row)
    expect(Object.keys(observed && observed.kind === 'terms' ? observed.terms : {})).toEqual([
      'name',
      'board',
      'exchanges',
      'symbol',
      'openDate',
      'closeDate',
    ])
  })

  test.each([
    ['Lotus Kettles Limited-Issue Withdrawn', { withdrawn: true }],
    ['Lotus Kettles Limited-Issue postponed', { postponed: true }],
    ['Lotus Kettles Limited Issue Withdrawn', { withdrawn: true }],
    ['Lotus Kettles Limited - Issue Cancelled', { withdrawn: true }],
    ['Lotus Kettles Limited-Issue Extended', {}],
  ])('has the outcome in %s from the name', (company, outcome) => {
    expect(observationsOf('past', past({ company }))).toMatchObject([
      { subject: { name: 'Lotus Kettles Limited' }, terms: { name: 'Lotus Kettles Limited', ...outcome } },
    ])
  })

  test.each([
    ['units of a trust', { series: 'IV', companyName: 'Lotus Roads Trust' }],
    ['debt', { series: 'DEBT' }],
    ['a further offer', { symbol: 'LOTUSFPO' }],
    ['partly paid shares', { symbol: 'LOTUSPP2' }],
    ['a further offer in words', { companyName: 'Lotus Kettles Limited - Further Public Offer' }],
    ['a withdrawal window', { companyName: 'Lotus Kettles Limited - Withdrawal Window' }],
  ])('counts %s and has no entry for it', (_name, cells) => {
    expect(read('current', current(cells))).toMatchObject({ rows: 1, entries: [] })
  })

  test('may be within an object', () => {
    expect(readNseList('past', JSON.stringify({ data: [past(), past()] }))).toMatchObject({
      rows: 2,
      entries: [{ row: 1 }, { row: 2 }],
    })
  })

  test.each<List>(['current', 'upcoming', 'past'])('of %s issues may be empty', (list) => {
    expect(read(list)).toEqual({ entries: [], rows: 0, unknownColumns: [] })
  })

  test('reports unknown keys', () => {
    expect(read('current', current({ greenShoe: '1' })).unknownColumns).toEqual(['greenShoe'])
  })
})

describe('a bad cell', () => {
  test.each<[string, object, string[]]>([
    ['band-unreadable', { priceRange: 'to be announced' }, ['priceMin', 'priceMax']],
    ['band-unreadable', { priceRange: 'Rs.611 to cap' }, ['priceMin', 'priceMax']],
    ['date-unreadable', { ipoStartDate: '31-FEB-2026' }, ['openDate', 'closeDate']],
    ['date-unreadable', { ipoEndDate: '03/08/2026' }, ['openDate', 'closeDate']],
    ['date-unreadable', { listingDate: 'soon' }, ['listingDate']],
    ['price-unreadable', { issuePrice: 'cap' }, ['issuePrice']],
    ['outcome-unknown', { company: 'Lotus Kettles Limited-Issue Suspended' }, []],
  ])('is reported by rule %s for %j, and nothing is lost but %j', (rule, cells, lost) => {
    const [whole] = observationsOf('past', past())
    const [first, second, fault, third, ...more] = read('past', past(), past(cells), past()).entries
    expect(more).toEqual([])
    expect([first, third]).toMatchObject([
      { row: 1, said: whole },
      { row: 3, said: whole },
    ])
    const terms = whole && whole.kind === 'terms' ? whole.terms : {}
    const rest = Object.fromEntries(Object.entries(terms).filter(([key]) => !lost.includes(key)))
    expect(second).toMatchObject({ row: 2, said: { subject: { symbol: 'LOTUSKET' } } })
    expect(second).toHaveProperty('said.terms', rest)
    expect(fault).toMatchObject({ row: 2, rule, raw: expect.stringContaining('"symbol":"LOTUSKET"') })
  })

  test.each([
    ['times-unreadable', 'current', currentSme({ noOfTime: 'many' })],
    ['times-unreadable', 'current', currentSme({ noOfSharesOffered: 'many' })],
    ['lot-unreadable', 'upcoming', upcomingSme({ lotSize: 'one lot' })],
  ] as const)('is reported by rule %s in the %s list', (rule, list, row) => {
    expect(read(list, row).entries).toMatchObject([
      { row: 1, raw: JSON.stringify(row), said: { kind: 'terms' } },
      { row: 1, rule },
    ])
  })

  test('is the same fault while the bids of its row change', () => {
    const rawOf = (noOfTime: string) =>
      read('current', current({ issuePrice: 'soon', noOfTime })).entries[1]?.raw
    expect(rawOf('1.5')).toBe('{"symbol":"LOTUSKET","issuePrice":"soon","priceBand":null}')
    expect(rawOf('2.5')).toBe(rawOf('1.5'))
  })

  test.each([
    ['price-unreadable', { issuePrice: '-485' }, 'issuePrice'],
    ['price-unreadable', { issuePrice: '0' }, 'issuePrice'],
    ['band-unreadable', { priceRange: 'Rs.0 to Rs.574' }, 'priceMin'],
    ['band-unreadable', { priceRange: 'Rs.-95 to Rs.100' }, 'priceMin'],
    ['date-unreadable', { ipoStartDate: '13-JAN-1926' }, 'openDate'],
    ['date-unreadable', { listingDate: '31-DEC-9999' }, 'listingDate'],
  ] as const)('%s: %j is no term of an issue', (rule, cells, term) => {
    const { entries } = read('past', past(cells))
    expect(entries).toMatchObject([{ said: { kind: 'terms' } }, { rule }])
    expect(entries[0]).not.toHaveProperty(`said.terms.${term}`)
  })

  test('is reported with the found and the expected value', () => {
    expect(read('past', past({ ipoEndDate: 'Monday' })).entries[1]).toMatchObject({
      reason: 'ipoEndDate is "Monday", a day such as 21-Aug-2026 was expected',
    })
  })
})

describe('a bad row', () => {
  test.each([
    ['name-missing', { company: '' }],
    ['series-missing', { securityType: null }],
  ])('is reported by rule %s for %j and affects no other', (rule, cells) => {
    const { entries, rows } = read('past', past(), past(cells), past())
    expect(rows).toBe(3)
    expect(entries).toMatchObject([
      { row: 1, said: {} },
      { row: 2, rule },
      { row: 3, said: {} },
    ])
  })
})

describe('an answer that is no list', () => {
  const { symbol: _symbol, ...withoutSymbol } = current()

  test.each([
    ['nothing at all', '', /empty/],
    ['an error page', '<html><body>Access Denied</body></html>', /HTML page/],
    ['half a list', JSON.stringify([current()]).slice(0, -20), /cut short/],
    ['an object', '{"message":"no"}', /list of objects/],
    ['rows without a symbol', JSON.stringify([withoutSymbol]), /has no symbol/],
  ])('is refused: %s', (_name, body, message) => {
    expect(() => readNseList('current', body)).toThrow(Unreadable)
    expect(() => readNseList('current', body)).toThrow(message)
  })
})
