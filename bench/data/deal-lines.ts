import { demoMoment } from '../../src/demo/business-days.ts'
import { companyName } from '../../src/demo/names.ts'
import { chance, magnitudeBetween, type Random, seeded } from '../../src/demo/seeded.ts'
import type { Day } from '../../src/market/calendar.ts'
import { CLIENT_NAMES } from './clients.ts'
import { shareOf, TRADING_DAYS, tradingDay } from './market-size.ts'

const MOST_SHARES = 3000
const LEAST_SHARES = 20
/** A small market has few shares, so that each still has deals for more than a page. */
const DEALS_A_SHARE = 285
const LAKH = 100_000
const CRORE = 10_000_000

/** The minutes after midnight in India at which each exchange discloses the day's deals. */
const DISCLOSED = { NSE: 18 * 60 + 50, BSE: 19 * 60 + 5 } as const

interface Share {
  readonly symbol: string
  readonly securityName: string
  readonly rupees: number
}

/** The shares that a market of so many deals deals in. */
export function sharesOf(deals: number): Share[] {
  const count = Math.max(LEAST_SHARES, Math.min(MOST_SHARES, Math.floor(deals / DEALS_A_SHARE)))
  return Array.from({ length: count }, (_, n) => {
    const { name, ticker } = companyName(n)
    return {
      symbol: ticker,
      securityName: name,
      rupees: magnitudeBetween(seeded(`share ${ticker}`), 20, 3000),
    }
  })
}

/** The deals of the n-th day of trading, as both exchanges disclosed them that evening. */
export function dealLines(deals: number, shares: readonly Share[], n: number, seed: number): string[] {
  const day = tradingDay(n)
  const random = seeded(`deals ${seed} ${day}`)
  const disclosedAt = { NSE: demoMoment(day, DISCLOSED.NSE), BSE: demoMoment(day, DISCLOSED.BSE) }
  const byExchange = { NSE: [] as string[], BSE: [] as string[] }
  for (let left = shareOf(deals, TRADING_DAYS, n); left > 0; left--) {
    const exchange = chance(random, 0.6) ? 'NSE' : 'BSE'
    const said = deal(day, exchange, dealtShare(shares, random), random)
    byExchange[exchange].push(`${said},"recordedAt":"${disclosedAt[exchange]}"}`)
  }
  return [...byExchange.NSE, ...byExchange.BSE]
}

/** Half of all deals are in a few favourites (the n-th gets a share of 1/n), half anywhere. */
function dealtShare(shares: readonly Share[], random: Random): Share {
  const place = chance(random, 0.5) ? shares.length ** random() - 1 : random() * shares.length
  return shares[Math.floor(place)] as Share
}

/** Written by hand: of ten million lines each microsecond counts. */
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
