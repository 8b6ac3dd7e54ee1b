import { EXCHANGE_TABLE } from '../market/exchanges.ts'
import { type ListingFact, OPEN_ALONE } from '../market/facts/fact.ts'
import type { Paise } from '../market/money.ts'
import type { Issue } from './issue.ts'
import { premiumPath } from './quotes.ts'
import { between, chance, gaussian, seeded, wholeBetween } from './seeded.ts'
import { type DemoFact, demoMoment } from './trading-days.ts'

/** The exchanges trade in steps of five paise. */
const TICK: Paise = 5
/** The bounds of the opening price relative to the issue price. Those of SME shares are the exchanges' limits. */
const OPENING_BOUNDS = { MAINBOARD: [0.55, 2.6], SME: [0.8, 1.9] } as const
/** How far the price may move from the opening price on the first day. */
const DAY_LIMIT = { MAINBOARD: 0.2, SME: 0.05 } as const
const EXACTLY_FLAT_BELOW_PCT = 1

const inTicks = (price: number): Paise => Math.max(TICK, Math.round(price / TICK) * TICK)

/** The price of the opening trade: the last expected gain of the grey market, with a large random error. */
export function listingPrice(issue: Issue): Paise {
  const random = seeded(`listing ${issue.index}`)
  const { issuePrice } = issue.offer
  const expectedPct = ((premiumPath(issue).at(-1)?.rupees ?? 0) * 100 * 100) / issuePrice
  const surprisePct = gaussian(random) * (9.4 + 0.28 * Math.abs(expectedPct)) * (chance(random, 0.06) ? 2 : 1)
  const gainPct = expectedPct + surprisePct
  if (Math.abs(gainPct) < EXACTLY_FLAT_BELOW_PCT) return issuePrice
  const [least, most] = OPENING_BOUNDS[issue.board]
  return inTicks(issuePrice * Math.min(Math.max(1 + gainPct / 100, least), most))
}

/** The opening price at about 10:20 on the listing day, and in the evening all figures of that day. */
export function listingOf(issue: Issue): DemoFact[] {
  const { slug, board, exchanges, held, change, shares } = issue
  if (change?.kind === 'withdrawn') return []
  const random = seeded(`first day ${issue.index}`)
  const exchange = exchanges.includes('NSE') ? 'NSE' : 'BSE'
  const open = listingPrice(issue)
  const opening: ListingFact = {
    ...{ fact: 'listing', slug, listedOn: held.listingDate, listingPrice: open, exchange, ...OPEN_ALONE },
    ...{ source: EXCHANGE_TABLE[exchange].publisher, printed: null, url: null },
  }
  /** A price of the day; 1 and -1 are the limits of its moves. */
  const price = (move: number) => inTicks(open * (1 + DAY_LIMIT[board] * move))
  const close = Math.min(1, Math.max(-1, 0.6 * gaussian(random)))
  const wholeDay: ListingFact = {
    ...opening,
    high: price(between(random, Math.max(0, close), 1)),
    low: price(between(random, Math.min(0, close), -1)),
    close: price(close),
    volume: Math.ceil(shares * between(random, 0.2, 1.4)),
    deliveredPct: board === 'SME' ? 100 : Math.round(between(random, 25, 75) * 100) / 100,
  }
  const [opensAt, fileAt] = [10 * 60 + wholeBetween(random, 15, 25), 18 * 60 + wholeBetween(random, 30, 60)]
  return [
    { fact: opening, recordedAt: demoMoment(held.listingDate, opensAt, 20) },
    { fact: wholeDay, recordedAt: demoMoment(held.listingDate, fileAt, 35) },
  ]
}
