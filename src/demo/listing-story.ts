import { EXCHANGE_TABLE } from '../market/exchanges.ts'
import { type ListingFact, OPEN_ALONE } from '../market/facts/fact.ts'
import type { Paise } from '../market/money.ts'
import { demoMoment } from './business-days.ts'
import type { Company } from './company.ts'
import type { DemoFact } from './demo-fact.ts'
import { premiumPath } from './premium.ts'
import { chance, gaussian, seeded, wholeBetween } from './seeded.ts'

/** The exchanges trade in steps of five paise. */
const TICK: Paise = 5
/** The bounds of the opening price relative to the issue price: SME shares may not open above 1.9 times it. */
const MIN_SHARE = 0.55
const MAX_SHARE = { MAINBOARD: 2.6, SME: 1.9 } as const
const EXACTLY_FLAT_BELOW_PCT = 1

/** The price of the opening trade: the last expected gain of the grey market, with a large random error. */
export function listingPrice(company: Company): Paise {
  const { offer, board } = company
  const random = seeded(`listing ${company.index}`)
  const expected = ((premiumPath(company).at(-1)?.rupees ?? 0) * 100) / offer.issuePrice
  const surprisePct =
    gaussian(random) * (9.4 + 0.28 * Math.abs(expected * 100)) * (chance(random, 0.06) ? 2 : 1)
  const gainPct = expected * 100 + surprisePct
  if (Math.abs(gainPct) < EXACTLY_FLAT_BELOW_PCT) return offer.issuePrice

  const share = Math.min(Math.max(1 + gainPct / 100, MIN_SHARE), MAX_SHARE[board])
  return Math.round((offer.issuePrice * share) / TICK) * TICK
}

/** The listing price as one fact, at about 10:20 on the listing day. */
export function listingStory(company: Company): DemoFact[] {
  const { issueDays, exchanges, slug, index } = company
  if (issueDays.change.kind === 'withdrawn') return []
  const exchange = exchanges.includes('NSE') ? 'NSE' : 'BSE'
  const fact: ListingFact = {
    fact: 'listing',
    slug,
    listedOn: issueDays.held.listingDate,
    listingPrice: listingPrice(company),
    exchange,
    ...OPEN_ALONE,
    source: EXCHANGE_TABLE[exchange].publisher,
    printed: null,
    url: null,
  }
  const random = seeded(`listed ${index}`)
  const recordedAt = demoMoment(
    issueDays.held.listingDate,
    wholeBetween(random, 10 * 60 + 15, 10 * 60 + 25),
    20,
  )
  return [{ fact, recordedAt }]
}
