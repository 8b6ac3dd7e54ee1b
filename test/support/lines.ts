import type { Line } from './record.ts'

/** An invented issue; later keys replace earlier ones. */
export const ipo = (slug: string, more: Line = {}): Line => ({
  fact: 'ipo',
  slug,
  name: `${slug.replaceAll('-', ' ')} Limited`,
  board: 'MAINBOARD',
  source: 'nse',
  ...more,
})

export const gmp = (
  slug: string,
  observedAt: string,
  amount: number,
  source = 'IPOWatch',
  more: Line = {},
): Line => ({
  fact: 'gmp',
  slug,
  observedAt,
  gmp: amount,
  source,
  ...more,
})

export const subscription = (
  slug: string,
  observedAt: string,
  category: string,
  timesSub: number | null,
  more: Line = {},
): Line => ({
  fact: 'subscription',
  slug,
  observedAt,
  category,
  timesSub,
  source: 'nse',
  ...more,
})

export const listing = (slug: string, listedOn: string, listingPrice: number, more: Line = {}): Line => ({
  fact: 'listing',
  slug,
  listedOn,
  listingPrice,
  exchange: 'NSE',
  source: 'nse',
  ...more,
})

export const holiday = (day: string, name: string | null = 'Kite Festival', more: Line = {}): Line => ({
  fact: 'holiday',
  exchange: 'NSE',
  segment: 'trading',
  day,
  name,
  source: 'nse',
  ...more,
})

export const deal = (tradeDate: string, more: Line = {}): Line => ({
  fact: 'deal',
  exchange: 'NSE',
  kind: 'BULK',
  tradeDate,
  symbol: 'ACME',
  securityName: 'Acme Foods Limited',
  clientName: 'SOME FUND',
  dealType: 'BUY',
  quantity: 81000,
  price: 128.5,
  source: 'nse',
  ...more,
})

export const retraction = (of: Line, more: Line = {}): Line => ({
  fact: 'retraction',
  of,
  reason: 'misprint',
  source: 'operator',
  ...more,
})

export const same = (slug: string, as: string, more: Line = {}): Line => ({
  fact: 'same',
  slug,
  as,
  source: 'operator',
  ...more,
})
