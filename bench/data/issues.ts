import { type Offer, offerOf } from '../../src/demo/issue.ts'
import { companyName, NAME_COUNT } from '../../src/demo/names.ts'
import { chance, gaussian, type Random, seeded } from '../../src/demo/seeded.ts'
import { demoMoment } from '../../src/demo/trading-days.ts'
import type { Day, Instant } from '../../src/market/calendar.ts'
import type { Board } from '../../src/market/facts/fact.ts'
import { slugOfName } from '../../src/market/issues/names.ts'
import { TRADING_DAYS, tradingDay } from './market-size.ts'

/** Distances in trading days from the opening: announcement, move, withdrawal before it; close and listing after it. */
export const BEFORE_OPENING = 20
export const MOVED_BEFORE = 3
export const WITHDRAWN_BEFORE = 2
const BIDDING_LASTS = 2
export const LISTS_AFTER = 5
/** The last issue lists before the history ends. */
const LAST_OPENING = TRADING_DAYS - LISTS_AFTER - 10

/** An invented company and its issue, determined by its index and the seed. */
export interface InventedIssue {
  readonly index: number
  readonly slug: string
  readonly name: string
  readonly symbol: string
  readonly board: Board
  /** The trading days of the planned and of the actual opening. */
  readonly planned: number
  readonly opened: number
  readonly isWithdrawn: boolean
  readonly offer: Offer
  /** The GMP in rupees around which the reports vary. */
  readonly premium: number
  readonly random: Random
}

/** The issue with this index. Issues open one after the other, evenly over the history. */
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
    // Some are moved by a few days.
    opened: planned + (chance(random, 0.12) ? 3 : 0),
    isWithdrawn: chance(random, 0.04),
    offer,
    premium: (offer.priceMax / 100) * (0.2 + 0.2 * gaussian(random)),
    random,
  }
}

/** When an issue is announced, and when the exchange publishes other notices, in minutes after midnight in India. */
export const MORNING_NOTICE = 8 * 60
export const EVENING_NOTICE = 18 * 60

export const announcedAt = ({ planned }: InventedIssue): Instant =>
  demoMoment(tradingDay(planned - BEFORE_OPENING), MORNING_NOTICE)

/** Valid only for issues that moved or were withdrawn, respectively. */
export const movedAt = ({ planned }: InventedIssue): Instant =>
  demoMoment(tradingDay(planned - MOVED_BEFORE), EVENING_NOTICE)
export const withdrawnAt = ({ planned }: InventedIssue): Instant =>
  demoMoment(tradingDay(planned - WITHDRAWN_BEFORE), EVENING_NOTICE)

/** A company name; after the last invented name the list repeats with a number. */
function numberedName(index: number): { name: string; ticker: string } {
  const { name, ticker } = companyName(index)
  const repetition = Math.floor(index / NAME_COUNT)
  if (repetition === 0) return { name, ticker }
  return {
    name: name.replace(/ Limited$/, ` ${repetition + 1} Limited`),
    ticker: `${ticker}${repetition + 1}`,
  }
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
