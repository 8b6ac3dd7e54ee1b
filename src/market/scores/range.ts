import { type Day, type Instant, istDay } from '../calendar.ts'
import { type Board, EXCHANGES, type Exchange } from '../facts/fact.ts'
import { type ListingLimit, smeLimits } from '../issues/listing.ts'
import { compareText } from '../text-order.ts'
import { EXPECTED_GAIN_SIZES } from './accuracy.ts'
import type { Horizon } from './horizon.ts'
import { type FigureChange, figureChanges, KnownFigures } from './known-figures.ts'
import {
  type ListingOutcome,
  type Prediction,
  type PredictionHistory,
  type TimedValue,
  valueAt,
} from './prediction.ts'
import { hundredths } from './scoreboard.ts'
import { type Interval, isInRange, middleOf, roundedShare, shareOf, sortedOf } from './statistics.ts'

/** With fewer past listings no range is given. */
export const MIN_RANGE_LISTINGS = 50
/** With fewer past listings the share of 80 percent is not written beside a range: it scatters too much. */
export const NAMED_RANGE_LISTINGS = 100

/** Which past misses of its board a range is from: those with the size of GMP, or all. */
const RANGE_BASES = ['size', 'board'] as const
type RangeBasis = (typeof RANGE_BASES)[number]

/** A range of listing gains around an expected gain, from past misses. In hundredths of a percent. */
export interface GainRange {
  readonly low: number
  readonly high: number
  /** Number of past misses that it is from. */
  readonly listings: number
  readonly basis: RangeBasis
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

/** The range from the narrowest group of known misses with enough of them; `null` when even the whole board has too few. */
export function rangeAround(target: RangeTarget, misses: KnownFigures): GainRange | null {
  const bounds = openingBounds(target)
  const inBounds = (gain: number) => Math.min(Math.max(target.implied + gain, bounds.low), bounds.high)
  const groups = missGroups(target)
  for (const basis of RANGE_BASES) {
    const { sorted } = misses.inGroup(groups[basis])
    const ranks = rangeRanks(sorted.length)
    const [low, high] = [sorted[ranks.low - 1], sorted[ranks.high - 1]]
    if (sorted.length < MIN_RANGE_LISTINGS || low === undefined || high === undefined) continue
    return { low: inBounds(low), high: inBounds(high), listings: sorted.length, basis }
  }
  return null
}

/** The ranks of the two misses that leave a tenth of the probability out at each end. */
export const rangeRanks = (n: number): { low: number; high: number } => ({
  low: Math.floor((n + 1) / 10),
  high: Math.ceil((9 * (n + 1)) / 10),
})

/** The names of the groups of misses that a miss counts in and that a target is compared with. */
const missGroups = ({
  board,
  implied,
}: Pick<RangeTarget, 'board' | 'implied'>): Record<RangeBasis, string> => ({
  size: `${board} ${EXPECTED_GAIN_SIZES.findIndex((size) => isInRange(implied, size))}`,
  board,
})

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

/** A past prediction with its outcome. In hundredths of a percent. */
export interface Miss {
  readonly board: Board
  readonly implied: number
  readonly actual: number
}

/** The figure of a miss is how far the listing gain was above the expected one. */
export const missFigure = (miss: Miss): Pick<FigureChange, 'groups' | 'figure'> => ({
  groups: Object.values(missGroups(miss)),
  figure: miss.actual - miss.implied,
})

/** The ranges of all past predictions at one horizon, each from what was known at its own moment. */
export class PastRanges {
  readonly #histories: readonly PredictionHistory[]
  readonly #horizon: Horizon
  readonly #changes: readonly FigureChange[]
  readonly #ranges = new Map<Prediction, { readonly target: RangeTarget; readonly range: GainRange }>()

  constructor(histories: readonly PredictionHistory[], horizon: Horizon) {
    this.#histories = histories
    this.#horizon = horizon
    this.#changes = histories.flatMap((history) => figureChanges(missSteps(history, horizon), missFigure))
    const misses = new KnownFigures(this.#changes)
    const predictions = histories
      .flatMap((history) => history.predictions[horizon].flatMap(({ value }) => value ?? []))
      .sort((a, b) => compareText(a.at, b.at))
    for (const prediction of predictions) {
      const target = targetOf(prediction)
      const range = rangeAround(target, misses.moveTo(prediction.at))
      if (range) this.#ranges.set(prediction, { target, range })
    }
  }

  /** The misses known at an instant, or now. */
  missesAt(asOf: Instant | null): KnownFigures {
    return new KnownFigures(this.#changes).moveTo(asOf)
  }

  /** The listings known at an instant that had a prediction, and those of them that had a range, oldest first. */
  judgedAt(asOf: Instant | null): { readonly listings: readonly Miss[]; readonly judged: JudgedRange[] } {
    const listings: Miss[] = []
    const judged: JudgedRange[] = []
    for (const history of this.#histories) {
      const prediction = valueAt(history.predictions[this.#horizon], asOf)
      const outcome = valueAt(history.outcome, asOf)
      if (!prediction || !outcome) continue
      const miss = missOf(prediction, outcome)
      listings.push(miss)
      const found = this.#ranges.get(prediction)
      if (!found) continue
      const { target, range } = found
      const { listedOn, limit } = outcome
      const isHeld = isWithinRange(range, miss.actual, limit, target)
      judged.push({ slug: history.slug, ...miss, at: prediction.at, listedOn, limit, range, isHeld })
    }
    judged.sort((a, b) => compareText(a.listedOn, b.listedOn) || compareText(a.slug, b.slug))
    return { listings, judged }
  }
}

/** The miss of an issue as known from each instant on at which its prediction or its outcome changes. */
function missSteps(history: PredictionHistory, horizon: Horizon): TimedValue<Miss | null>[] {
  const predictions = history.predictions[horizon]
  const moments = new Set([...predictions, ...history.outcome].map(({ since }) => since))
  return [...moments].sort(compareText).map((since) => {
    const [prediction, outcome] = [valueAt(predictions, since), valueAt(history.outcome, since)]
    return { since, value: prediction && outcome ? missOf(prediction, outcome) : null }
  })
}

const missOf = ({ impliedPct }: Prediction, { board, actualPct }: ListingOutcome): Miss => ({
  board,
  implied: hundredths(impliedPct),
  actual: hundredths(actualPct),
})

const targetOf = ({ board, exchanges, impliedPct, at }: Prediction): RangeTarget => ({
  board,
  exchanges,
  implied: hundredths(impliedPct),
  day: istDay(at),
})

/** A listing with the range that was given for it before. In hundredths of a percent. */
export interface JudgedRange extends Miss {
  readonly slug: string
  /** The moment of the prediction. */
  readonly at: Instant
  readonly listedOn: Day
  readonly limit: ListingLimit | null
  readonly range: GainRange
  readonly isHeld: boolean
}

export type RangeRecord = ReturnType<typeof rangeRecord>

/** How often ranges contained the listing gain, each made only from what was known before, of listings with a prediction. */
export function rangeRecord(n: number, judged: readonly JudgedRange[]) {
  const held = judged.filter(({ isHeld }) => isHeld).length
  return {
    n,
    /** Number of them that had a range. */
    judged: judged.length,
    held,
    heldPct: shareOf(held, judged.length),
    heldInterval: roundedShare(held, judged.length),
    /** In percentage points. */
    medianWidthPp: middleOf(sortedOf(judged.map(({ range }) => range.high - range.low))),
  }
}
