import type { Day } from '../market/calendar.ts'
import type { Board, Exchange } from '../market/facts/fact.ts'
import type { Paise } from '../market/money.ts'
import { businessDayNumber } from './business-days.ts'
import type { Company } from './company.ts'
import { coinedCompany } from './names.ts'
import { gaussian, magnitudeBetween, seeded } from './seeded.ts'
import { listingPrice } from './stories/listing-story.ts'

/** A share that has deals. */
export interface TradedShare {
  readonly symbol: string
  readonly securityName: string
  readonly board: Board
  readonly exchanges: readonly Exchange[]
  readonly priceOn: (day: Day) => Paise
}

export function newlyListedShare(company: Company): TradedShare {
  const { symbol, name, board, exchanges, issueDays } = company
  const from = listingPrice(company)
  const since = issueDays.held.listingDate
  return {
    symbol,
    securityName: name,
    board,
    exchanges,
    priceOn: (day) => priceAt({ symbol, from, since }, day),
  }
}

const OLD_BUSINESSES = ['Industries', 'Mills', 'Trading', 'Ventures', 'Holdings'] as const
const OLD_SHARES = 40
/** The first day of the price history of the old shares. */
const OLD_SHARES_SINCE: Day = '2024-01-01'

/** Shares that were listed long before the demo's history. */
export const OLD_SHARES_TRADED: readonly TradedShare[] = Array.from({ length: OLD_SHARES }, (_, n) => {
  const { name, ticker } = coinedCompany(n * 7 + 3, OLD_BUSINESSES[n % OLD_BUSINESSES.length] ?? 'Industries')
  const from = Math.round(magnitudeBetween(seeded(`old share ${ticker}`), 60, 2400)) * 100
  const priceOn = (day: Day) => priceAt({ symbol: ticker, from, since: OLD_SHARES_SINCE }, day)
  return { symbol: ticker, securityName: name, board: 'MAINBOARD', exchanges: ['NSE', 'BSE'], priceOn }
})

/** The price is the product of this many daily steps, so that it varies but stays near its start. */
const STEPS = 15
const DAILY_STEP = 0.018

function priceAt({ symbol, from, since }: { symbol: string; from: Paise; since: Day }, day: Day): Paise {
  const today = businessDayNumber(day)
  const first = Math.max(businessDayNumber(since) + 1, today - STEPS)
  let share = 1
  for (let n = first; n <= today; n++) share *= 1 + DAILY_STEP * gaussian(seeded(`step ${symbol} ${n}`))
  return Math.max(100, Math.round((from * share) / 5) * 5)
}
