import { addDays, type Day } from '../market/calendar.ts'
import { EXCHANGE_TABLE } from '../market/exchanges.ts'
import type { DealFact, DealType } from '../market/facts/fact.ts'
import type { Paise } from '../market/money.ts'
import { listingPrice } from './figures.ts'
import { type DemoIssue, issuesAlive } from './issue.ts'
import { coinedWord } from './names.ts'
import {
  chance,
  gaussian,
  magnitudeBetween,
  pick,
  type Random,
  seeded,
  shuffled,
  wholeBetween,
} from './seeded.ts'
import { type DemoFact, daysBetween, demoMoment, isBusinessDay } from './trading-days.ts'

const ROWS_A_DAY = { fewest: 12, most: 25 } as const
/** For how long after its listing a new share has many deals. */
const DAYS_OF_INTEREST = 90
/** The demo's history begins long after these days: shares that were listed then have deals, but no IPO in it. */
const OLD_SHARES = { first: '2024-01-01', last: '2024-02-15' } as const
const LAKH = 100_000
const CRORE = 10_000_000
/** The range of the value of a deal, in rupees. */
const VALUES = {
  BLOCK: [26 * CRORE, 480 * CRORE],
  MAINBOARD: [CRORE, 90 * CRORE],
  SME: [6 * LAKH, 6 * CRORE],
} as const

// Clients are invented too. The words are few, so that names recur.
const CLIENT_WORDS = Array.from({ length: 24 }, (_, n) => coinedWord(n * 11).word)
const FUNDS = ['Life Insurance', 'Pension Fund', 'Flexi Cap Fund', 'India Opportunities Fund', 'Global Fund']
const HOUSES = [
  ...['Small Cap Fund', 'Emerging Leaders Fund', 'Multi Strategy Trust', 'Growth Opportunities Fund'],
  ...['Share Brokers LLP', 'Securities Private Limited', 'Stock Broking LLP', 'Fincap Private Limited'],
  ...['Market Makers LLP', 'Family Trust'],
]
const GIVEN_NAMES = [
  ...['Anvita', 'Bhaskar', 'Chirag', 'Dhwani', 'Girish', 'Hemlata'],
  ...['Jatin', 'Ketaki', 'Lokesh', 'Mrinal', 'Nandita', 'Omkar'],
]
const FAMILY_NAMES = ['Talverkar', 'Morsundia', 'Ghatvalkar', 'Pendrani', 'Vasrekar', 'Sundrapal', 'Bilmodia']

/** The deals of all trading days from `first` to `last`. */
export function dealFacts(first: Day, last: Day): DemoFact[] {
  const listed = issuesAlive(addDays(first, -DAYS_OF_INTEREST), last).filter(isListed)
  const old = issuesAlive(OLD_SHARES.first, OLD_SHARES.last).filter(isListed)
  return daysBetween(first, last)
    .filter(isBusinessDay)
    .flatMap((day) => dealsOf(day, listed, old))
}

const isListed = ({ change }: DemoIssue): boolean => change?.kind !== 'withdrawn'

/** Both exchanges disclose the deals of a day in its evening. */
function dealsOf(day: Day, listed: readonly DemoIssue[], old: readonly DemoIssue[]): DemoFact[] {
  const random = seeded(`deals ${day}`)
  const listedWithin = (days: number) =>
    listed.filter(({ held }) => held.listingDate <= day && held.listingDate > addDays(day, -days))
  // Most deals in a share happen in its first days.
  const [recent, fresh] = [listedWithin(DAYS_OF_INTEREST), listedWithin(5)]
  const count = wholeBetween(random, ROWS_A_DAY.fewest, ROWS_A_DAY.most)
  const disclosedAt = {
    NSE: demoMoment(day, 18 * 60 + wholeBetween(random, 50, 59), 12),
    BSE: demoMoment(day, 19 * 60 + wholeBetween(random, 0, 10), 47),
  }
  const rows: DealFact[] = []
  while (rows.length < count) {
    const draw = random()
    const shares = draw < 0.35 ? old : draw < 0.7 && fresh.length > 0 ? fresh : recent
    const next = deal(day, pick(random, shares), random)
    // A pair that would exceed the count is left out whole.
    if (rows.length + next.length <= count) rows.push(...next)
  }
  return rows.map((fact) => ({ fact, recordedAt: disclosedAt[fact.exchange] }))
}

/** The rows of one deal: buyer and seller of a block, one side of a bulk deal, rarely with a duplicate row. */
function deal(day: Day, issue: DemoIssue, random: Random): DealFact[] {
  const { symbol, name: securityName, board, exchanges } = issue
  const kind = board === 'MAINBOARD' && chance(random, 0.18) ? 'BLOCK' : 'BULK'
  const exchange = pick(random, exchanges)
  // The average price of a day's trades in paise, which is no multiple of a tick.
  const price = Math.round(priceOn(day, issue) * (0.99 + 0.02 * random()))
  const [low, high] = VALUES[kind === 'BLOCK' ? 'BLOCK' : board]
  const shares = (magnitudeBetween(random, low, high) * 100) / price
  // Blocks and large bulk deals have round quantities.
  const roundTo = kind === 'BLOCK' || shares > 100_000 ? 1000 : 10
  const row = (client: string, dealType: DealType): DealFact => ({
    ...{ fact: 'deal', exchange, kind, tradeDate: day, symbol, securityName },
    // Exchanges print names of clients in capitals.
    ...{ clientName: client.toUpperCase(), dealType, quantity: Math.ceil(shares / roundTo) * roundTo, price },
    ...{ source: EXCHANGE_TABLE[exchange].publisher, printed: null, url: null },
  })
  if (kind === 'BLOCK') {
    const [buyer = '', seller = ''] = shuffled(random, CLIENT_WORDS)
    return [row(`${buyer} ${pick(random, FUNDS)}`, 'BUY'), row(`${seller} ${pick(random, FUNDS)}`, 'SELL')]
  }
  const client = chance(random, 0.35)
    ? `${pick(random, GIVEN_NAMES)} ${pick(random, FAMILY_NAMES)}`
    : `${pick(random, CLIENT_WORDS)} ${pick(random, HOUSES)}`
  const bulk = row(client, chance(random, 0.55) ? 'BUY' : 'SELL')
  return chance(random, 0.02) ? [bulk, bulk] : [bulk]
}

/** The price is the listing price and the daily steps of this many days, so that it varies but stays near its start. */
const STEPS = 15
const DAILY_STEP = 0.018

function priceOn(day: Day, issue: DemoIssue): Paise {
  const step = (at: Day) => 1 + DAILY_STEP * gaussian(seeded(`step ${issue.index} ${at}`))
  const steps = daysBetween(addDays(day, 1 - STEPS), day).filter((at) => at > issue.held.listingDate)
  return steps.reduce((price, at) => price * step(at), listingPrice(issue))
}
