import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EXCHANGES, type Exchange, OPEN_ALONE } from '../facts/fact.ts'
import {
  type ListingLimit,
  type ListingReport,
  limitExceeded,
  limitReached,
  listingFrom,
  smeLimits,
} from './listing.ts'

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

test.each<[Exchange, string, number | null, number | null]>([
  ['NSE', '2024-07-03', null, null],
  ['NSE', '2024-07-04', 90, null],
  ['NSE', '2025-08-03', 90, null],
  ['NSE', '2025-08-04', 90, 20],
  ['BSE', '2024-12-31', null, null],
  ['BSE', '2025-01-01', 90, 20],
])(
  'on %s SME shares that list on %s may open %s percent above and %s below',
  (exchange, day, above, below) => {
    expect(smeLimits(exchange, day)).toEqual({ above, below })
  },
)

const opened = (listingPrice: number, listedOn = '2026-01-21', exchange: Exchange = 'NSE') => ({
  exchange,
  listedOn,
  listingPrice,
})

// The issue price is 100 rupees.
test.each<[string, ReturnType<typeof opened>, ListingLimit | null]>([
  ['at 1.9 times the issue price', opened(19_000), 'upper'],
  ['a tick below', opened(18_995), 'upper'],
  ['a tick above', opened(19_005), 'upper'],
  ['more than a tick below', opened(18_994), null],
  ['beyond the limit, which the screen refuses', opened(19_006), null],
  ['at 0.8 times the issue price', opened(8_000), 'lower'],
  ['a tick above the lower limit', opened(8_005), 'lower'],
  ['a tick below the lower limit', opened(7_995), 'lower'],
  ['more than a tick above the lower limit', opened(8_006), null],
  ['at the issue price', opened(10_000), null],
  ['before NSE had the upper limit', opened(19_000, '2024-07-03'), null],
  ['before NSE had the lower limit', opened(8_000, '2025-08-03'), null],
  ['on BSE from 2025 on', opened(8_000, '2025-01-01', 'BSE'), 'lower'],
  ['on BSE before', opened(19_000, '2024-12-31', 'BSE'), null],
])('an SME listing %s', (_name, listing, limit) => {
  expect(limitReached('SME', listing, 10_000)).toBe(limit)
  expect(limitReached('MAINBOARD', listing, 10_000)).toBeNull()
  expect(limitReached('SME', listing, null)).toBeNull()
})

test('no price is both at a limit and beyond it, and a price at a limit is nearer to it than to the other', () => {
  const price = fc.integer({ min: 1_000, max: 100_000 })
  const share = fc.integer({ min: 0, max: 300 })
  fc.assert(
    fc.property(price, share, fc.constantFrom(...EXCHANGES), (issuePrice, percent, exchange) => {
      const listing = opened(Math.round((issuePrice * percent) / 100), '2026-01-21', exchange)
      const [reached, exceeded] = [
        limitReached('SME', listing, issuePrice),
        limitExceeded(listing, issuePrice),
      ]
      expect(reached === null || exceeded === null).toBe(true)
      if (reached !== null) expect(reached).toBe(listing.listingPrice > issuePrice ? 'upper' : 'lower')
    }),
  )
})
