import type { Day } from '../market/calendar.ts'
import { biddingDays, type Issue } from './issue.ts'
import { type DemoFact, demoMoment } from './trading-days.ts'

/** From this day on the holidays are in the demo, so that the days of its timetable follow from them. */
export const EXAMPLE_SINCE: Day = '2026-01-01'

/**
 * The IPO of the examples in the API reference. Others of the demo come and go with the clock; this one is always
 * there, so that an example works on every day.
 */
export const EXAMPLE_ISSUE: Issue = {
  // Outside the schedule, so that no other issue has it. It determines the figures that are drawn at random.
  index: 10_000_000,
  slug: 'acme-foods',
  name: 'Acme Foods Limited',
  symbol: 'ACME',
  industry: 'Foods',
  board: 'MAINBOARD',
  exchanges: ['NSE', 'BSE'],
  source: 'nse',
  isin: 'INE0ACME1017',
  bseCode: '544999',
  announcedOn: '2025-12-15',
  bandOn: '2026-01-06',
  planned: biddingDays('2026-01-13'),
  change: null,
  held: biddingDays('2026-01-13'),
  offer: {
    issueType: 'book-built',
    faceValue: 10_00,
    priceMin: 95_00,
    priceMax: 100_00,
    issuePrice: 100_00,
    lotSize: 150,
    minLots: 1,
    issueSizeCr: 420.5,
  },
  shares: 42_049_950,
  setAside: 12_615_000,
  reservedFor: ['EMP'],
  appealPct: 42,
}

/** Its deals, as NSE disclosed them in the evening. */
export const EXAMPLE_DEALS: readonly DemoFact[] = (
  [
    ['2026-01-22', 'BULK', 'BUY', 'SOME FUND', 400_000, 134_12],
    ['2026-01-22', 'BULK', 'SELL', 'OTHER BROKERS LLP', 310_000, 133_88],
    ['2026-01-28', 'BLOCK', 'BUY', 'SOME FUND', 2_500_000, 139_00],
    ['2026-01-28', 'BLOCK', 'SELL', 'EARLY BACKERS TRUST', 2_500_000, 139_00],
  ] as const
).map(([tradeDate, kind, dealType, clientName, quantity, price]) => ({
  fact: {
    ...{ fact: 'deal', exchange: 'NSE', kind, tradeDate, symbol: EXAMPLE_ISSUE.symbol },
    ...{ securityName: EXAMPLE_ISSUE.name, clientName, dealType, quantity, price },
    ...{ source: 'nse', printed: null, url: null },
  },
  recordedAt: demoMoment(tradeDate, 18 * 60 + 55),
}))
