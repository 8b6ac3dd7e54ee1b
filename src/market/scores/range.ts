import type { Day, Instant } from '../calendar.ts'
import { type Board, EXCHANGES, type Exchange } from '../facts/fact.ts'
import { type ListingLimit, smeLimits } from '../issues/listing.ts'
import { percentOf } from '../money.ts'
import { EXPECTED_GAIN_SIZES, isOfSize, middleOf, roundedShare, sortedOf } from './accuracy.ts'
import type { Interval } from './interval.ts'
import { SortedFigures } from './sorted-figures.ts'

/** With fewer past listings no range is given. */
export const MIN_RANGE_LISTINGS = 50
/** With fewer past listings the share of 80 percent is not written beside a range: it scatters too much. */
export const NAMED_RANGE_LISTINGS = 100

/** Which past misses of its board a range is from: those with the size of GMP, or all. */
export const RANGE_BASES = ['size', 'board'] as const
export type RangeBasis = (typeof RANGE_BASES)[number]

/** A range of listing gains around an expected gain, from past misses. In hundredths of a percent. */
export interface GainRange {
  readonly low: number
  readonly high: number
  /** Number of past misses that it is from. */
  readonly listings: number
  readonly basis: RangeBasis
}

/** A past prediction with its outcome. In hundredths of a percent. */
export interface Miss {
  readonly board: Board
  readonly implied: number
  readonly actual: number
}

/** What a range is given for. */
export interface RangeTarget {
  readonly board: Board
  /** Where it is to list; `null` while unknown. */
  readonly exchanges: readonly Exchange[] | null
  /** The expected gain in hundredths of a percent. */
  readonly implied: number
  /** The day of the prediction, whose limits for SME shares apply. */
  readonly day: Day
}

/** The misses that are known at one moment, in groups. */
export class PastMisses {
  readonly #groups = new Map<string, SortedFigures>()

  add(miss: Miss): void {
    for (const name of groupsOf(miss)) {
      const group = this.#groups.get(name) ?? new SortedFigures()
      this.#groups.set(name, group)
      group.add(miss.actual - miss.implied)
    }
  }

  /** Removes a miss that was added. */
  remove(miss: Miss): void {
    for (const name of groupsOf(miss)) this.#groups.get(name)?.remove(miss.actual - miss.implied)
  }

  /** The range from the narrowest group with enough misses; `null` when even the whole board has too few. */
  rangeAround(target: RangeTarget): GainRange | null {
    const bounds = openingBounds(target)
    for (const [i, name] of groupsOf(target).entries()) {
      const group = this.#groups.get(name)
      const [basis, n] = [RANGE_BASES[i], group?.length ?? 0]
      const ranks = rangeRanks(n)
      const [low, high] = [group?.ofRank(ranks.low), group?.ofRank(ranks.high)]
      if (n < MIN_RANGE_LISTINGS || basis === undefined || low === undefined || high === undefined) continue
      const inBounds = (gain: number) => Math.min(Math.max(target.implied + gain, bounds.low), bounds.high)
      return { low: inBounds(low), high: inBounds(high), listings: n, basis }
    }
    return null
  }
}

/** The ranks of the two misses that leave a tenth of the probability out at each end. */
export const rangeRanks = (n: number): { low: number; high: number } => ({
  low: Math.floor((n + 1) / 10),
  high: Math.ceil((9 * (n + 1)) / 10),
})

/** Names of the groups in the order of `RANGE_BASES`. */
const groupsOf = ({ board, implied }: Pick<Miss, 'board' | 'implied'>): readonly string[] => [
  `${board} ${EXPECTED_GAIN_SIZES.findIndex((size) => isOfSize({ implied }, size))}`,
  board,
]

const NOTHING_LEFT = -10_000

/** The listing gains that are possible: an SME share cannot open beyond the widest limits of its exchanges. */
function openingBounds({ board, exchanges, day }: Omit<RangeTarget, 'implied'>): Interval {
  if (board !== 'SME') return { low: NOTHING_LEFT, high: Number.POSITIVE_INFINITY }
  const limits = (exchanges?.length ? exchanges : EXCHANGES).map((exchange) => smeLimits(exchange, day))
  return {
    low: Math.min(...limits.map(({ below }) => (below === null ? NOTHING_LEFT : below * -100))),
    high: Math.max(...limits.map(({ above }) => (above === null ? Number.POSITIVE_INFINITY : above * 100))),
  }
}

/** Whether a listing opened within its range. A price that was cut off counts as exactly at the limit. */
export function isWithinRange(
  { low, high }: Pick<GainRange, 'low' | 'high'>,
  actual: number,
  limit: ListingLimit | null,
  target: Omit<RangeTarget, 'implied'>,
): boolean {
  const bounds = openingBounds(target)
  const isBounded = limit === 'upper' ? bounds.high < Number.POSITIVE_INFINITY : bounds.low > NOTHING_LEFT
  const opened = limit === null || !isBounded ? actual : limit === 'upper' ? bounds.high : bounds.low
  return low <= opened && opened <= high
}

/** A listing with the range that was given for it before. In hundredths of a percent. */
export interface JudgedRange {
  readonly slug: string
  readonly board: Board
  /** The moment of the prediction. */
  readonly at: Instant
  readonly listedOn: Day
  readonly implied: number
  readonly actual: number
  readonly limit: ListingLimit | null
  readonly range: GainRange
  readonly isHeld: boolean
}

/** How often ranges contained the listing gain, each made only from what was known before. */
export interface RangeRecord {
  /** Number of listings with a prediction. */
  readonly n: number
  /** Number of them that had a range. */
  readonly judged: number
  readonly held: number
  readonly heldPct: number | null
  readonly heldInterval: Interval | null
  /** The median width of the ranges in percentage points. */
  readonly medianWidthPp: number | null
}

export function rangeRecord(n: number, judged: readonly JudgedRange[]): RangeRecord {
  const held = judged.filter(({ isHeld }) => isHeld).length
  return {
    n,
    judged: judged.length,
    held,
    heldPct: judged.length === 0 ? null : percentOf(held, judged.length),
    heldInterval: roundedShare(held, judged.length),
    medianWidthPp: middleOf(sortedOf(judged, ({ range }) => range.high - range.low)),
  }
}
