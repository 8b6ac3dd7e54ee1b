import type { Day } from '../calendar.ts'
import { EXCHANGE_TABLE } from '../exchanges.ts'
import {
  type Board,
  compareRecorded,
  EXCHANGES,
  type Exchange,
  type ListingFact,
  type Recorded,
} from '../facts/fact.ts'
import type { OnOutvoted } from '../facts/outvoted.ts'
import { rankOf } from '../facts/publisher.ts'
import { divideRounded, type Paise, percentOf } from '../money.ts'

export type ListingReport = Recorded<ListingFact>

/** The listing that is used: by the order of the exchanges, then by rank of source, then the newest. */
export function listingFrom(
  reports: readonly ListingReport[],
  onOutvoted?: OnOutvoted<ListingReport>,
): ListingReport | undefined {
  const exchange = EXCHANGES.find((candidate) => reports.some((report) => report.exchange === candidate))
  const [best, ...others] = reports
    .filter((report) => report.exchange === exchange)
    .sort((a, b) => rankOf(a.source) - rankOf(b.source) || -compareRecorded(a, b))
  if (onOutvoted && best) {
    for (const report of reports) if (report.exchange !== exchange) onOutvoted(report, 'other-exchange')
    for (const report of others) onOutvoted(report, outvotedBy(best, report))
  }
  return best
}

function outvotedBy(best: ListingReport, { source }: ListingReport) {
  if (rankOf(source) !== rankOf(best.source)) return 'lower-rank'
  return source === best.source ? 'later-word' : 'older-word'
}

/** The gain of the first trade over the issue price, in percent; `null` while the issue price is unknown. */
export const listingGainPct = (issuePrice: Paise | null, listingPrice: Paise): number | null =>
  issuePrice === null ? null : percentOf(listingPrice - issuePrice, issuePrice)

/** The limit at which an opening price was cut off. */
export const LISTING_LIMITS = ['upper', 'lower'] as const
export type ListingLimit = (typeof LISTING_LIMITS)[number]

/**
 * By how many percent of the issue price an SME share that lists on a day may open above or below it; `null` where no
 * limit is in force.
 */
export function smeLimits(exchange: Exchange, day: Day) {
  const { smeCeiling, smeFloor } = EXCHANGE_TABLE[exchange]
  return {
    above: day >= smeCeiling.from ? smeCeiling.percent : null,
    below: day >= smeFloor.from ? smeFloor.percent : null,
  }
}

/** Exchanges round a limit to the tick of 5 paise. */
const TICK: Paise = 5

type OpeningPrice = Pick<ListingFact, 'exchange' | 'listedOn' | 'listingPrice'>

/** The limit that the opening price of an SME share lies beyond; `null` for a price that the exchange allows. */
export const limitExceeded = (listing: OpeningPrice, issuePrice: Paise): ListingLimit | null =>
  limitWhere(listing, issuePrice, (excess) => excess > TICK)

/** The limit that the opening price lies exactly at, to a tick: a price that was cut off. `null` for any other price. */
export const limitReached = (
  board: Board,
  listing: OpeningPrice,
  issuePrice: Paise | null,
): ListingLimit | null =>
  board === 'SME' && issuePrice !== null
    ? limitWhere(listing, issuePrice, (excess) => Math.abs(excess) <= TICK)
    : null

/** The first limit for which the paise beyond it satisfy a condition; prices within the limit have negative ones. */
function limitWhere(
  { exchange, listedOn, listingPrice }: OpeningPrice,
  issuePrice: Paise,
  matches: (excess: Paise) => boolean,
): ListingLimit | null {
  const { above, below } = smeLimits(exchange, listedOn)
  const limit = (percent: number) => divideRounded(issuePrice * (100 + percent), 100)
  if (above !== null && matches(listingPrice - limit(above))) return 'upper'
  if (below !== null && matches(limit(-below) - listingPrice)) return 'lower'
  return null
}
