import type { Day } from '../../src/market/calendar.ts'
import { on } from './days.ts'

/** Symbol, client, side as printed, quantity, price as printed. */
export type DealLine = readonly [string, string, string, number, string]

/** The deals that are disclosed in the evening and served until the next trading evening. */
export interface DealDay {
  readonly day: Day
  readonly list: 'nse bulk' | 'nse block' | 'bse bulk' | 'bse block'
  readonly lines: readonly DealLine[]
}

export const DEALS: readonly DealDay[] = [
  {
    day: on(17),
    list: 'nse bulk',
    lines: [
      ['MARIGOLD', 'BANYAN GROWTH FUND', 'BUY', 125_000, '178.50'],
      ['MARIGOLD', 'BANYAN GROWTH FUND', 'BUY', 125_000, '178.50'],
      ['MARIGOLD', 'NEEL  VENTURES LLP', 'SELL', 50_000, '180.00'],
    ],
  },
  { day: on(17), list: 'nse block', lines: [['MARIGOLD', 'BANYAN GROWTH FUND', 'BUY', 125_000, '178.50']] },
  {
    day: on(20),
    list: 'bse block',
    lines: [
      ['QUOKKA', 'HERON EMERGING FUND', 'B', 300_000, '46.5'],
      ['QUOKKA', 'MINT VENTURES FUND', 'S', 300_000, '46.5'],
    ],
  },
  { day: on(20), list: 'bse bulk', lines: [['QUOKKA', 'PARTH MEHRA .', 'S', 40_000, '47']] },
  {
    day: on(26),
    list: 'nse bulk',
    lines: [
      ['SAFFENG', 'HERON EMERGING FUND', 'BUY', 200_000, '299.95'],
      // Neither a purchase nor a sale.
      ['SAFFENG', 'MINT VENTURES FUND', 'HOLD', 200_000, '299.95'],
    ],
  },
]
