import { offerOf } from '../../src/demo/issue.ts'
import { coinedWord, companyName, NAME_COUNT } from '../../src/demo/names.ts'
import { chance, gaussian, magnitudeBetween, type Random, seeded } from '../../src/demo/seeded.ts'
import { daysBetween, demoMoment, isBusinessDay } from '../../src/demo/trading-days.ts'
import type { Day, Instant } from '../../src/market/calendar.ts'
import type { Board } from '../../src/market/facts/fact.ts'
import { slugOfName } from '../../src/market/issues/names.ts'

/** The size of an invented market. */
export interface MarketSize {
  readonly ipos: number
  readonly deals: number
}

/** Twenty years, which are in the past on every machine. */
const DAYS: readonly Day[] = daysBetween('2005-07-01', '2025-06-30').filter(isBusinessDay)
/** The number of trading days of the history. */
export const TRADING_DAYS = DAYS.length

/** The n-th trading day, from 0. */
export function tradingDay(n: number): Day {
  const day = DAYS[n]
  if (day === undefined) throw new RangeError(`the history has no trading day ${n}`)
  return day
}

/** Distances in trading days from the opening of an issue. */
const ANNOUNCED_BEFORE = 20
const PRICED_BEFORE = 5
const BIDDING_LASTS = 2
const LISTS_AFTER = 5
/** The last issue lists before the history ends. */
const LAST_OPENING = TRADING_DAYS - LISTS_AFTER - 10

export const GMP_REPORTS = 40
const GMP_DAYS = 20
const GMP_SOURCES = ['IPOWatch', 'InvestorGain', 'Chittorgarh', 'IPO Ji', 'IPO Premium'] as const
const CATEGORIES = ['QIB', 'NII', 'RII', 'TOTAL'] as const

/** An invented company and its issue, determined by its index. Issues open one after the other, evenly. */
export function issueAt(index: number, { ipos }: MarketSize) {
  const random = seeded(`issue ${index}`)
  const { name: first, ticker } = companyName(index)
  const repetition = Math.floor(index / NAME_COUNT) + 1
  const name = repetition === 1 ? first : first.replace(/ Limited$/, ` ${repetition} Limited`)
  const board: Board = chance(random, 0.6) ? 'SME' : 'MAINBOARD'
  const opens = ANNOUNCED_BEFORE + Math.floor((index * (LAST_OPENING - ANNOUNCED_BEFORE)) / ipos)
  return { index, name, slug: slugOfName(name), symbol: `${ticker}${repetition}`, board, opens, random }
}

/** The lines of a facts file with all facts of an issue, with their trading days. */
function* issueLines({ index, name, slug, symbol, board, opens, random }: ReturnType<typeof issueAt>) {
  const offer = offerOf(board, random)
  const rupees = offer.issuePrice / 100
  const premium = rupees * (0.2 + 0.2 * gaussian(random))
  const demand = 1 + 60 * random() ** 3
  const exchanges = board === 'SME' ? ['NSE'] : ['NSE', 'BSE']
  const line = (day: number, minute: number, fact: object) => {
    const recordedAt = demoMoment(tradingDay(day), Math.floor(minute))
    return { day, text: JSON.stringify({ ...fact, recordedAt }) }
  }
  const terms = (day: number, known: object) =>
    line(day, 8 * 60, { fact: 'ipo', slug, name, board, ...known, source: 'nse' })

  const days = { openDate: tradingDay(opens), closeDate: tradingDay(opens + BIDDING_LASTS) }
  const { issueType, issueSizeCr, lotSize, minLots, faceValue } = offer
  yield terms(opens - ANNOUNCED_BEFORE, {
    ...{ symbol, exchanges, issueType, faceValue: faceValue / 100, ...days },
    ...(issueSizeCr === null ? {} : { issueSizeCr }),
  })
  const [priceMin, priceMax] = [offer.priceMin / 100, offer.priceMax / 100]
  yield terms(opens - PRICED_BEFORE, { priceMin, priceMax, lotSize, minLots })
  yield terms(opens + BIDDING_LASTS, { issuePrice: rupees })
  yield terms(opens + BIDDING_LASTS + 1, { isin: `INE0B${String(index).padStart(7, '0')}` })
  for (let n = 0; n < GMP_REPORTS; n++) {
    const day = opens + LISTS_AFTER - GMP_DAYS + Math.floor((n * GMP_DAYS) / GMP_REPORTS)
    const source = GMP_SOURCES[(n + index) % GMP_SOURCES.length]
    const gmp = Math.round(premium * (1 + 0.1 * gaussian(random))) || 0
    yield line(day, 9 * 60 + n, { fact: 'gmp', slug, observedAt: tradingDay(day), gmp, source })
  }
  for (let day = opens; day <= opens + BIDDING_LASTS; day++)
    for (const category of CATEGORIES) {
      const timesSub = Math.round(demand * (day - opens + 1) ** 2 * (0.5 + random()) * 10) / 100
      const observedAt = demoMoment(tradingDay(day), 17 * 60)
      const fact = { fact: 'subscription', slug, observedAt, category, timesSub, source: 'nse' }
      yield line(day, 17 * 60 + 5, fact)
    }
  const opened = Math.max(1, rupees + premium * (0.6 + 0.8 * random()))
  for (const exchange of exchanges) {
    const listed = { listedOn: tradingDay(opens + LISTS_AFTER), listingPrice: Number(opened.toFixed(2)) }
    const source = exchange.toLowerCase()
    yield line(opens + LISTS_AFTER, 10 * 60, { fact: 'listing', slug, ...listed, exchange, source })
  }
}

/** Deals per share: a small market has few shares, so that each still has more than a page of deals. */
const DEALS_A_SHARE = 285
const MOST_SHARES = 3000
const LEAST_SHARES = 20
const LAKH = 100_000
const CRORE = 10_000_000

/** The shares of a market, of which the first are dealt in most. */
export function sharesOf({ deals }: MarketSize) {
  const count = Math.max(LEAST_SHARES, Math.min(MOST_SHARES, Math.floor(deals / DEALS_A_SHARE)))
  return Array.from({ length: count }, (_, n) => {
    const { name, ticker } = companyName(n)
    return { symbol: ticker, name, rupees: magnitudeBetween(seeded(`share ${ticker}`), 20, 3000) }
  })
}

const BUSINESSES = ['SECURITIES', 'SHARE BROKERS', 'FINCAP', 'CAPITAL MARKETS', 'VENTURES', 'FAMILY TRUST']
const FORMS = ['LLP', 'PRIVATE LIMITED', 'LIMITED', 'INDIA', 'SERIES I', 'SERIES II', 'GLOBAL', 'AND SONS']
const WORDS = 280

/** Invented clients, in capitals as the exchanges print them, of which the first make most deals. */
export const CLIENTS: readonly string[] = FORMS.flatMap((form) =>
  BUSINESSES.flatMap((business) =>
    Array.from({ length: WORDS }, (_, n) => `${coinedWord(n).word.toUpperCase()} ${business} ${form}`),
  ),
)

/** When each exchange discloses the day's deals, in minutes after midnight in India. */
const DISCLOSED = { NSE: 18 * 60 + 50, BSE: 19 * 60 + 5 } as const

/** The lines of the deals of a trading day. */
function dealLines(market: MarketSize, shares: ReturnType<typeof sharesOf>, n: number): string[] {
  const day = tradingDay(n)
  const random = seeded(`deals ${day}`)
  const upTo = (days: number) => Math.floor((days * market.deals) / TRADING_DAYS)
  return Array.from({ length: upTo(n + 1) - upTo(n) }, () => dealLine(day, shares, random))
}

function dealLine(tradeDate: Day, shares: ReturnType<typeof sharesOf>, random: Random): string {
  // Half of all deals are in a few popular shares (the n-th with weight 1/n), half in any share.
  const place = chance(random, 0.5) ? shares.length ** random() - 1 : random() * shares.length
  const { symbol, name: securityName, rupees } = shares[Math.floor(place)] ?? { rupees: 100 }
  const exchange = chance(random, 0.6) ? 'NSE' : 'BSE'
  const isBlock = chance(random, 0.15)
  const price = Number((rupees * (0.7 + 0.6 * random())).toFixed(2))
  const value = isBlock
    ? magnitudeBetween(random, 26 * CRORE, 480 * CRORE)
    : magnitudeBetween(random, 6 * LAKH, 90 * CRORE)
  return JSON.stringify({
    ...{ fact: 'deal', exchange, kind: isBlock ? 'BLOCK' : 'BULK', tradeDate, symbol, securityName },
    clientName: CLIENTS[Math.floor(CLIENTS.length * random() ** 2)],
    ...{ dealType: chance(random, 0.55) ? 'BUY' : 'SELL', quantity: Math.ceil(value / price), price },
    ...{ source: exchange.toLowerCase(), recordedAt: demoMoment(tradeDate, DISCLOSED[exchange]) },
  })
}

/** The lines of a facts file with the whole market, day by day as they are recorded. */
export function* marketDays(market: MarketSize): Generator<readonly string[]> {
  const shares = sharesOf(market)
  const later = new Map<number, string[]>()
  for (let n = 0, index = 0; n < TRADING_DAYS; n++) {
    for (; index < market.ipos; index++) {
      const issue = issueAt(index, market)
      if (issue.opens - ANNOUNCED_BEFORE > n) break
      for (const { day, text } of issueLines(issue)) later.set(day, [...(later.get(day) ?? []), text])
    }
    yield [...(later.get(n) ?? []), ...dealLines(market, shares, n)]
    later.delete(n)
  }
}

/** A random moment between a share of the history and its end. */
export function pastMoment(random: Random, after: number): Instant {
  const n = Math.floor((after + (1 - after) * random()) * TRADING_DAYS)
  return demoMoment(tradingDay(n), Math.floor(random() * 24 * 60), Math.floor(random() * 60))
}
