import { addDays, type Day, type Instant, istDay } from '../../market/calendar.ts'
import { EXCHANGE_TABLE } from '../../market/exchanges.ts'
import type { DealFact, DealKind, DealType } from '../../market/facts/fact.ts'
import { daysBetween, demoMoment, isBusinessDay } from '../business-days.ts'
import { blockClients, bulkClient } from '../clients.ts'
import { type Company, companiesAlive } from '../company.ts'
import type { DemoFact } from '../demo-fact.ts'
import { chance, magnitudeBetween, pick, type Random, seeded, wholeBetween } from '../seeded.ts'
import { newlyListedShare, OLD_SHARES_TRADED, type TradedShare } from '../traded-share.ts'

const MIN_ROWS_A_DAY = 12
const MAX_ROWS_A_DAY = 25
/** For how long after its listing a new share has many deals. */
const DAYS_OF_INTEREST = 90
const LAKH = 100_000
const CRORE = 10_000_000
/** The range of the value of a deal, in rupees. */
const VALUES = {
  BLOCK: [26 * CRORE, 480 * CRORE],
  MAINBOARD: [CRORE, 90 * CRORE],
  SME: [6 * LAKH, 6 * CRORE],
} as const

/** When both exchanges disclose the day's deals, in minutes after midnight in India. */
const DISCLOSURE = { first: 18 * 60 + 50, last: 19 * 60 + 10 } as const

/** The deals of all days whose disclosure may be between the two moments. */
export function dealsStory(from: Instant, upTo: Instant): DemoFact[] {
  const days = daysBetween(istDay(from), istDay(upTo)).filter(
    (day) =>
      isBusinessDay(day) &&
      demoMoment(day, DISCLOSURE.first) <= upTo &&
      demoMoment(day, DISCLOSURE.last + 1) > from,
  )
  const [first, last] = [days.at(0), days.at(-1)]
  if (first === undefined || last === undefined) return []

  const companies = companiesAlive(addDays(first, -DAYS_OF_INTEREST), last).filter(
    ({ issueDays }) => issueDays.change.kind !== 'withdrawn',
  )
  return days.flatMap((day) => dealsOf(day, companies))
}

function dealsOf(day: Day, companies: readonly Company[]): DemoFact[] {
  const random = seeded(`deals ${day}`)
  const listedFrom = addDays(day, -DAYS_OF_INTEREST)
  const recent = companies.filter(
    ({ issueDays: { held } }) => held.listingDate <= day && held.listingDate > listedFrom,
  )
  // Most deals in a share happen in its first days.
  const fresh = recent.filter(({ issueDays: { held } }) => held.listingDate > addDays(day, -5))
  const count = wholeBetween(random, MIN_ROWS_A_DAY, MAX_ROWS_A_DAY)
  const nseDiscloses = demoMoment(day, wholeBetween(random, DISCLOSURE.first, 19 * 60 - 1), 12)
  const bseDiscloses = demoMoment(day, wholeBetween(random, 19 * 60, DISCLOSURE.last), 47)

  const rows: DealFact[] = []
  while (rows.length < count) {
    const next = deal(day, pickShare(random, recent, fresh), random)
    // A pair that would exceed the count is left out whole.
    if (rows.length + next.length <= count) rows.push(...next)
  }
  return rows.map((fact) => ({ fact, recordedAt: fact.exchange === 'NSE' ? nseDiscloses : bseDiscloses }))
}

function pickShare(random: Random, recent: readonly Company[], fresh: readonly Company[]): TradedShare {
  const draw = random()
  if (draw < 0.35) return pick(random, OLD_SHARES_TRADED)
  return newlyListedShare(pick(random, draw < 0.7 && fresh.length > 0 ? fresh : recent))
}

/** The rows of one deal: buyer and seller of a block, one side of a bulk deal, rarely with a duplicate row. */
function deal(day: Day, share: TradedShare, random: Random): DealFact[] {
  const kind: DealKind = share.board === 'MAINBOARD' && chance(random, 0.18) ? 'BLOCK' : 'BULK'
  const exchange = pick(random, share.exchanges)
  const price = dealPrice(share.priceOn(day), random)
  const [low, high] = VALUES[kind === 'BLOCK' ? 'BLOCK' : share.board]
  const quantity = wholeShares((magnitudeBetween(random, low, high) * 100) / price, kind)
  const row = (clientName: string, dealType: DealType): DealFact => ({
    fact: 'deal',
    exchange,
    kind,
    tradeDate: day,
    symbol: share.symbol,
    securityName: share.securityName,
    clientName,
    dealType,
    quantity,
    price,
    source: EXCHANGE_TABLE[exchange].publisher,
    printed: null,
    url: null,
  })
  if (kind === 'BLOCK') {
    const { buyer, seller } = blockClients(random)
    return [row(buyer, 'BUY'), row(seller, 'SELL')]
  }
  const bulk = row(bulkClient(random), chance(random, 0.55) ? 'BUY' : 'SELL')
  return chance(random, 0.02) ? [bulk, bulk] : [bulk]
}

/** The average price of a day's trades in paise, which is no multiple of a tick. */
const dealPrice = (price: number, random: Random) => Math.round(price * (0.99 + 0.02 * random()))

/** Blocks and large bulk deals have round quantities. */
const wholeShares = (shares: number, kind: DealKind) =>
  kind === 'BLOCK' || shares > 100_000 ? Math.ceil(shares / 1000) * 1000 : Math.ceil(shares / 10) * 10
