import { companyName } from '../../src/demo/names.ts'
import { chance, magnitudeBetween, type Random, seeded } from '../../src/demo/seeded.ts'
import { demoMoment } from '../../src/demo/trading-days.ts'
import type { Day } from '../../src/market/calendar.ts'
import { CLIENT_NAMES } from './clients.ts'
import { shareOf, TRADING_DAYS, tradingDay } from './market-size.ts'

const MAX_SHARES = 3000
const MIN_SHARES = 20
/** Deals per share: a small market has few shares, so that each still has more than a page of deals. */
const DEALS_A_SHARE = 285
const LAKH = 100_000
const CRORE = 10_000_000

/** When each exchange discloses the day's deals, in minutes after midnight in India. */
const DISCLOSED = { NSE: 18 * 60 + 50, BSE: 19 * 60 + 5 } as const

interface Share {
  readonly symbol: string
  readonly securityName: string
  readonly rupees: number
}

/** The shares of a market with this many deals. */
export function sharesOf(deals: number): Share[] {
  const count = Math.max(MIN_SHARES, Math.min(MAX_SHARES, Math.floor(deals / DEALS_A_SHARE)))
  return Array.from({ length: count }, (_, n) => {
    const { name, ticker } = companyName(n)
    return {
      symbol: ticker,
      securityName: name,
      rupees: magnitudeBetween(seeded(`share ${ticker}`), 20, 3000),
    }
  })
}

/** The deals of the n-th trading day, as both exchanges disclose them that evening. */
export function dealLines(deals: number, shares: readonly Share[], n: number, seed: number): string[] {
  const day = tradingDay(n)
  const random = seeded(`deals ${seed} ${day}`)
  const disclosedAt = { NSE: demoMoment(day, DISCLOSED.NSE), BSE: demoMoment(day, DISCLOSED.BSE) }
  const byExchange = { NSE: [] as string[], BSE: [] as string[] }
  for (let left = shareOf(deals, TRADING_DAYS, n); left > 0; left--) {
    const exchange = chance(random, 0.6) ? 'NSE' : 'BSE'
    const line = deal(day, exchange, dealtShare(shares, random), random)
    byExchange[exchange].push(`${line},"recordedAt":"${disclosedAt[exchange]}"}`)
  }
  return [...byExchange.NSE, ...byExchange.BSE]
}

/** Half of all deals are in a few popular shares (the n-th with weight 1/n), half in any share. */
function dealtShare(shares: readonly Share[], random: Random): Share {
  const place = chance(random, 0.5) ? shares.length ** random() - 1 : random() * shares.length
  return shares[Math.floor(place)] as Share
}

/** Formats the JSON by hand, because with ten million lines each microsecond counts. */
function deal(day: Day, exchange: 'NSE' | 'BSE', share: Share, random: Random): string {
  const isBlock = chance(random, 0.15)
  const rupees = share.rupees * (0.7 + 0.6 * random())
  const value = isBlock
    ? magnitudeBetween(random, 26 * CRORE, 480 * CRORE)
    : magnitudeBetween(random, 6 * LAKH, 90 * CRORE)
  // Few clients make many deals.
  const clientName = CLIENT_NAMES[Math.floor(CLIENT_NAMES.length * random() ** 2)]
  return `{"fact":"deal","exchange":"${exchange}","kind":"${isBlock ? 'BLOCK' : 'BULK'}","tradeDate":"${day}","symbol":"${share.symbol}","securityName":"${share.securityName}","clientName":"${clientName}","dealType":"${chance(random, 0.55) ? 'BUY' : 'SELL'}","quantity":${Math.ceil(value / rupees)},"price":${rupees.toFixed(2)},"source":"${exchange.toLowerCase()}"`
}
