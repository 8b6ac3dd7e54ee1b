import { demoMoment } from '../../src/demo/business-days.ts'
import { companyName, NAME_COUNT } from '../../src/demo/names.ts'
import { type Offer, offerOf } from '../../src/demo/offer.ts'
import { chance, gaussian, type Random, seeded } from '../../src/demo/seeded.ts'
import type { Day, Instant } from '../../src/market/calendar.ts'
import type { Board } from '../../src/market/facts/fact.ts'
import { slugOfName } from '../../src/market/issues/names.ts'
import { TRADING_DAYS, tradingDay } from './market-size.ts'

/** Days of trading from the announcement to the opening, and from the opening on. */
export const BEFORE_OPENING = 20
export const MOVED_BEFORE = 3
export const WITHDRAWN_BEFORE = 2
const BIDDING_LASTS = 2
export const LISTS_AFTER = 5
/** The last issue has listed before the history ends. */
const LAST_OPENING = TRADING_DAYS - LISTS_AFTER - 10

/** An invented company and its issue, all of it decided by its index and the seed. */
export interface InventedIssue {
  readonly index: number
  readonly slug: string
  readonly name: string
  readonly symbol: string
  readonly board: Board
  /** The days of trading on which it was planned to open, and on which it did. */
  readonly planned: number
  readonly opened: number
  readonly isWithdrawn: boolean
  readonly offer: Offer
  /** The premium in rupees that the grey market tends to. */
  readonly premium: number
  readonly random: Random
}

/** The index-th of so many issues. They open one after the other, evenly over the history. */
export function inventedIssue(index: number, ipos: number, seed: number): InventedIssue {
  const random = seeded(`issue ${seed} ${index}`)
  const { name, ticker } = numberedName(index)
  const board = chance(random, 0.6) ? 'SME' : 'MAINBOARD'
  const offer = offerOf(board, random)
  const planned = BEFORE_OPENING + Math.floor((index * (LAST_OPENING - BEFORE_OPENING)) / ipos)
  return {
    index,
    slug: slugOfName(name),
    name,
    symbol: ticker,
    board,
    planned,
    // Some are put off for a few days.
    opened: planned + (chance(random, 0.12) ? 3 : 0),
    isWithdrawn: chance(random, 0.04),
    offer,
    premium: (offer.priceMax / 100) * (0.2 + 0.2 * gaussian(random)),
    random,
  }
}

/** The minutes after midnight in India at which an issue is announced, and at which the exchange says all else of a day. */
export const MORNING_NOTICE = 8 * 60
export const EVENING_NOTICE = 18 * 60

export const announcedAt = ({ planned }: InventedIssue): Instant =>
  demoMoment(tradingDay(planned - BEFORE_OPENING), MORNING_NOTICE)

/** Said only of those that did move, or were withdrawn. */
export const movedAt = ({ planned }: InventedIssue): Instant =>
  demoMoment(tradingDay(planned - MOVED_BEFORE), EVENING_NOTICE)
export const withdrawnAt = ({ planned }: InventedIssue): Instant =>
  demoMoment(tradingDay(planned - WITHDRAWN_BEFORE), EVENING_NOTICE)

/** After its last coined name the list begins anew, with a number. */
function numberedName(index: number): { name: string; ticker: string } {
  const { name, ticker } = companyName(index)
  const turn = Math.floor(index / NAME_COUNT)
  if (turn === 0) return { name, ticker }
  return { name: name.replace(/ Limited$/, ` ${turn + 1} Limited`), ticker: `${ticker}${turn + 1}` }
}

export interface IssueDays {
  readonly openDate: Day
  readonly closeDate: Day
  readonly allotmentDate: Day
  readonly listingDate: Day
}

export const issueDays = (opens: number): IssueDays => ({
  openDate: tradingDay(opens),
  closeDate: tradingDay(opens + BIDDING_LASTS),
  allotmentDate: tradingDay(opens + BIDDING_LASTS + 1),
  listingDate: tradingDay(opens + LISTS_AFTER),
})
