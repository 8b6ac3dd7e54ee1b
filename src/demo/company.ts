import { addDays, type Day } from '../market/calendar.ts'
import type { Board, Exchange } from '../market/facts/fact.ts'
import { freeSlug, slugOfName } from '../market/issues/names.ts'
import { DAYS_OF_LIFE, type IssueDays, issueDaysOf } from './issue-days.ts'
import { companyName, NAME_COUNT } from './names.ts'
import { type Offer, offerOf } from './offer.ts'
import { type Particulars, particularsOf } from './particulars.ts'
import { type Slot, slotsAround } from './schedule.ts'
import { between, chance, modulo, pick, type Random, seeded } from './seeded.ts'

/** An invented company and its issue, fully determined by its index. */
export interface Company {
  readonly index: number
  readonly slug: string
  readonly name: string
  readonly board: Board
  readonly symbol: string
  /** `null` where the exchange's page does not print it. */
  readonly isin: string | null
  readonly bseCode: string | null
  readonly exchanges: readonly Exchange[]
  /** The exchange that announces it. */
  readonly source: 'nse' | 'bse'
  readonly issueDays: IssueDays
  readonly offer: Offer
  readonly particulars: Particulars
  /** The GMP, in percent of the price, around which the grey market moves. */
  readonly appealPct: number
}

function companyOf(slot: Slot): Company {
  const { index, board } = slot
  const random = seeded(`company ${index}`)
  const { name, ticker, business } = companyName(index)
  const issueDays = issueDaysOf(slot, random)
  const exchanges = exchangesOf(board, random)
  const isOnNse = exchanges.includes('NSE')
  const source = isOnNse && chance(random, 0.85) ? 'nse' : exchanges.includes('BSE') ? 'bse' : 'nse'
  const offer = offerOf(board, random)
  return {
    index,
    slug: slugOf(name, issueDays.planned.openDate, index),
    name,
    board,
    symbol: ticker,
    isin: chance(random, 0.1) ? null : `INE0DEMO${fourDigits(index)}`,
    bseCode: exchanges.includes('BSE') ? `99${fourDigits(index)}` : null,
    exchanges,
    source,
    issueDays,
    offer,
    particulars: particularsOf({ index, board, source, symbol: ticker, business, offer }),
    appealPct: appealOf(board, random),
  }
}

const fourDigits = (index: number) => String(modulo(index, 10_000)).padStart(4, '0')

// Beyond the first NAME_COUNT companies a name is already used by another company.
const slugOf = (name: string, openDate: Day, index: number) =>
  freeSlug(name, openDate, (slug) => (index < 0 || index >= NAME_COUNT) && slug === slugOfName(name))

function exchangesOf(board: Board, random: Random): readonly Exchange[] {
  return board === 'MAINBOARD' ? ['NSE', 'BSE'] : [pick(random, ['NSE', 'BSE'] as const)]
}

/** Some issues have no GMP, some a negative one, most a positive one, and a few a high one. */
function appealOf(board: Board, random: Random): number {
  const draw = random()
  if (draw < 0.07) return 0
  if (draw < 0.2) return between(random, -9, -2)
  return 3 + (board === 'SME' ? 70 : 55) * random() ** 2
}

/** All companies with a fact between the two days. */
export const companiesAlive = (first: Day, last: Day): Company[] =>
  slotsAround(addDays(first, -DAYS_OF_LIFE.afterPlan), addDays(last, DAYS_OF_LIFE.beforePlan))
    .map(companyOf)
    .filter(({ issueDays }) => issueDays.announcedOn <= last && issueDays.held.listingDate >= first)
