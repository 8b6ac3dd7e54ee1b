import { EXCHANGE_TABLE } from '../../market/exchanges.ts'
import { type ListingFact, OPEN_ALONE } from '../../market/facts/fact.ts'
import type { Paise } from '../../market/money.ts'
import { demoMoment } from '../business-days.ts'
import type { Company } from '../company.ts'
import type { DemoFact } from '../demo-fact.ts'
import { premiumPath } from '../premium.ts'
import { between, chance, gaussian, type Random, seeded, wholeBetween } from '../seeded.ts'

/** The exchanges trade in steps of five paise. */
const TICK: Paise = 5
/** The bounds of the opening price relative to the issue price. Those of SME shares are the exchanges' limits. */
const MIN_SHARE = { MAINBOARD: 0.55, SME: 0.8 } as const
const MAX_SHARE = { MAINBOARD: 2.6, SME: 1.9 } as const
/** How far the price may move from the opening price on the first day. */
const DAY_LIMIT = { MAINBOARD: 0.2, SME: 0.05 } as const
/** When the exchange publishes the other figures of the day, in minutes after midnight in India. */
const DAY_FILE = { first: 18 * 60 + 30, last: 19 * 60 } as const
const EXACTLY_FLAT_BELOW_PCT = 1

type FirstDay = Pick<ListingFact, keyof typeof OPEN_ALONE>

/** The price of the opening trade: the last expected gain of the grey market, with a large random error. */
export function listingPrice(company: Company): Paise {
  const { offer, board } = company
  const random = seeded(`listing ${company.index}`)
  const expected = ((premiumPath(company).at(-1)?.rupees ?? 0) * 100) / offer.issuePrice
  const surprisePct =
    gaussian(random) * (9.4 + 0.28 * Math.abs(expected * 100)) * (chance(random, 0.06) ? 2 : 1)
  const gainPct = expected * 100 + surprisePct
  if (Math.abs(gainPct) < EXACTLY_FLAT_BELOW_PCT) return offer.issuePrice

  const share = Math.min(Math.max(1 + gainPct / 100, MIN_SHARE[board]), MAX_SHARE[board])
  return Math.round((offer.issuePrice * share) / TICK) * TICK
}

/** The opening price at about 10:20 on the listing day, and in the evening all figures of that day. */
export function listingStory(company: Company): DemoFact[] {
  const { issueDays, exchanges, slug, index } = company
  if (issueDays.change.kind === 'withdrawn') return []
  const exchange = exchanges.includes('NSE') ? 'NSE' : 'BSE'
  const listedOn = issueDays.held.listingDate
  const opening: ListingFact = {
    fact: 'listing',
    slug,
    listedOn,
    listingPrice: listingPrice(company),
    exchange,
    ...OPEN_ALONE,
    source: EXCHANGE_TABLE[exchange].publisher,
    printed: null,
    url: null,
  }
  const random = seeded(`listed ${index}`)
  const opensAt = demoMoment(listedOn, wholeBetween(random, 10 * 60 + 15, 10 * 60 + 25), 20)
  const fileAt = demoMoment(listedOn, wholeBetween(random, DAY_FILE.first, DAY_FILE.last), 35)
  return [
    { fact: opening, recordedAt: opensAt },
    { fact: { ...opening, ...firstDay(company, opening.listingPrice, random) }, recordedAt: fileAt },
  ]
}

/** The other figures of the first day. */
function firstDay({ board, particulars }: Company, open: Paise, random: Random): FirstDay {
  const limit = DAY_LIMIT[board]
  const at = (part: number) => Math.max(TICK, Math.round((open * (1 + limit * part)) / TICK) * TICK)
  const closes = Math.min(1, Math.max(-1, 0.6 * gaussian(random)))
  return {
    high: at(Math.max(0, closes) + random() * (1 - Math.max(0, closes))),
    low: at(Math.min(0, closes) - random() * (1 + Math.min(0, closes))),
    close: at(closes),
    volume: Math.ceil(particulars.shares * between(random, 0.2, 1.4)),
    deliveredPct: board === 'SME' ? 100 : Math.round(between(random, 25, 75) * 100) / 100,
  }
}
