import { expect, test } from 'vitest'
import { EXCHANGES, type Exchange, OPEN_ALONE } from '../facts/fact.ts'
import { type ListingReport, listingFrom } from './listing.ts'

const listing = (
  exchange: Exchange,
  source: string,
  listingPrice: number,
  { hour = 5, id = 1 }: { hour?: number; id?: number } = {},
): ListingReport => ({
  fact: 'listing',
  ...OPEN_ALONE,
  slug: 'lotus-kettles',
  listedOn: '2026-01-21',
  listingPrice,
  exchange,
  source,
  printed: null,
  url: null,
  recorded: new Date(Date.UTC(2026, 0, 21, hour)).toISOString(),
  id,
})

test('without a report there is no listing', () => {
  expect(listingFrom([])).toBeUndefined()
})

test('prefers NSE to BSE', () => {
  expect(EXCHANGES).toEqual(['NSE', 'BSE'])
})

test.each<[string, ListingReport[], number]>([
  ['a single report is used', [listing('BSE', 'bse', 13_000)], 13_000],
  ['NSE’s price before BSE’s', [listing('BSE', 'bse', 13_000), listing('NSE', 'nse', 13_150)], 13_150],
  [
    'NSE’s price before a later one of BSE',
    [listing('NSE', 'nse', 13_150, { hour: 5 }), listing('BSE', 'bse', 13_000, { hour: 9 })],
    13_150,
  ],
  [
    'NSE’s price from a tracker before BSE’s from the exchange itself',
    [listing('NSE', 'IPO Ji', 13_150), listing('BSE', 'bse', 13_000)],
    13_150,
  ],
  [
    'NSE’s price from a tracker before BSE’s from the operator',
    [listing('NSE', 'IPO Ji', 13_150), listing('BSE', 'operator', 13_000)],
    13_150,
  ],
  [
    'on one exchange the exchange’s own report before a newer one of a tracker',
    [listing('NSE', 'nse', 13_150, { hour: 5 }), listing('NSE', 'IPO Ji', 14_000, { hour: 9 })],
    13_150,
  ],
  [
    'on one exchange the operator before the exchange, however old',
    [listing('NSE', 'operator', 13_200, { hour: 5 }), listing('NSE', 'nse', 13_150, { hour: 9 })],
    13_200,
  ],
  [
    'within a rank the newest',
    [listing('NSE', 'nse', 13_150, { hour: 5 }), listing('NSE', 'nse', 13_175, { hour: 9 })],
    13_175,
  ],
  [
    'within a rank the newest, whichever exchange reports it',
    [listing('NSE', 'bse', 13_190, { hour: 9 }), listing('NSE', 'nse', 13_150, { hour: 5 })],
    13_190,
  ],
  [
    'at one moment the later line',
    [listing('NSE', 'nse', 13_150, { id: 1 }), listing('NSE', 'nse', 13_175, { id: 2 })],
    13_175,
  ],
])('%s', (_name, reports, price) => {
  expect(listingFrom(reports)?.listingPrice).toBe(price)
  expect(listingFrom(reports.toReversed())?.listingPrice).toBe(price)
})

test('takes the price and the day from the same report', () => {
  const revised = { ...listing('NSE', 'nse', 13_150, { hour: 9 }), listedOn: '2026-01-22' }
  expect(listingFrom([listing('NSE', 'nse', 13_000), revised])).toMatchObject({
    listedOn: '2026-01-22',
    listingPrice: 13_150,
    exchange: 'NSE',
  })
})
