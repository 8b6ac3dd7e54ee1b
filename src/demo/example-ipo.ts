import type { Day } from '../market/calendar.ts'
import type { DealFact } from '../market/facts/fact.ts'
import { demoMoment } from './business-days.ts'
import type { Company } from './company.ts'
import type { DemoFact } from './demo-fact.ts'
import type { Offer } from './offer.ts'
import { particularsOf } from './particulars.ts'

/** From this day on the holidays are in the demo, so that the days of its timetable follow from them. */
export const EXAMPLE_SINCE: Day = '2026-01-01'

/** Outside the schedule, so that no other company has it. It determines the figures that are drawn at random. */
const INDEX = 1_000_000

const DAYS = {
  openDate: '2026-01-13',
  closeDate: '2026-01-16',
  allotmentDate: '2026-01-19',
  listingDate: '2026-01-22',
} as const

const OFFER: Offer = {
  issueType: 'book-built',
  faceValue: 10_00,
  priceMin: 95_00,
  priceMax: 100_00,
  issuePrice: 100_00,
  lotSize: 150,
  minLots: 1,
  issueSizeCr: 420.5,
}

/**
 * The company of the examples in the API reference. Others of the demo come and go with the clock; this one is always
 * there, so that an example works on every day.
 */
export const EXAMPLE_COMPANY: Company = {
  index: INDEX,
  slug: 'acme-foods',
  name: 'Acme Foods Limited',
  board: 'MAINBOARD',
  symbol: 'ACME',
  isin: 'INE0ACME1017',
  bseCode: '544999',
  exchanges: ['NSE', 'BSE'],
  source: 'nse',
  issueDays: {
    announcedOn: '2025-12-15',
    planned: DAYS,
    held: DAYS,
    bandOn: '2026-01-06',
    change: { kind: 'none' },
  },
  offer: OFFER,
  particulars: particularsOf({
    index: INDEX,
    board: 'MAINBOARD',
    source: 'nse',
    symbol: 'ACME',
    business: 'Foods',
    offer: OFFER,
  }),
  appealPct: 42,
}

const DEALS: readonly Pick<
  DealFact,
  'tradeDate' | 'kind' | 'exchange' | 'clientName' | 'dealType' | 'quantity' | 'price'
>[] = [
  {
    ...onDay('2026-01-22', 'BULK'),
    clientName: 'SOME FUND',
    dealType: 'BUY',
    quantity: 400_000,
    price: 13_412,
  },
  {
    ...onDay('2026-01-22', 'BULK'),
    clientName: 'OTHER BROKERS LLP',
    dealType: 'SELL',
    quantity: 310_000,
    price: 13_388,
  },
  {
    ...onDay('2026-01-28', 'BLOCK'),
    clientName: 'SOME FUND',
    dealType: 'BUY',
    quantity: 2_500_000,
    price: 13_900,
  },
  {
    ...onDay('2026-01-28', 'BLOCK'),
    clientName: 'EARLY BACKERS TRUST',
    dealType: 'SELL',
    quantity: 2_500_000,
    price: 13_900,
  },
]

function onDay(tradeDate: Day, kind: DealFact['kind']) {
  return { tradeDate, kind, exchange: 'NSE' } as const
}

/** Its deals, as NSE disclosed them in the evening. */
export const exampleDeals = (): DemoFact[] =>
  DEALS.map((deal) => ({
    fact: {
      fact: 'deal',
      ...deal,
      symbol: EXAMPLE_COMPANY.symbol,
      securityName: EXAMPLE_COMPANY.name,
      source: 'nse',
      printed: null,
      url: null,
    },
    recordedAt: demoMoment(deal.tradeDate, 18 * 60 + 55),
  }))
