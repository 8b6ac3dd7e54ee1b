import { medianOf } from './gmp.ts'
import { type Interval, meanInterval, medianInterval, shareInterval } from './interval.ts'
import { divideRounded, percentOf, roundedToHundredths } from './money.ts'
import { FEW_LISTINGS } from './score-spread.ts'

/** A promise that can be judged: what was promised, what came, and what the board's listings had gained so far. In hundredths of a percent. */
export interface Call {
  readonly implied: number
  readonly actual: number
  readonly boardAverage: number
}

/** How a forecast that needs no grey market would have done on the same listings. */
export interface Baseline {
  readonly meanAbsErrorPp: number | null
  /** The part of its error that the grey market spares: 1 is all of it, 0 none, below 0 it is the better forecast. */
  readonly skill: number | null
}

/** How far off promises were. Intervals hold with 95 percent confidence. */
export interface Accuracy {
  readonly n: number
  /** Mean of the signed errors; positive: promised too much. */
  readonly biasPp: number | null
  readonly biasInterval: Interval | null
  readonly meanAbsErrorPp: number | null
  readonly meanAbsErrorInterval: Interval | null
  readonly medianAbsErrorPp: number | null
  readonly medianAbsErrorInterval: Interval | null
  readonly directionHits: number
  readonly directionHitPct: number | null
  readonly directionHitInterval: Interval | null
  /** A forecast of no gain. */
  readonly zero: Baseline
  /** A forecast of what the board's listings had gained so far. */
  readonly boardAverage: Baseline
  /** Too few for its averages to say much. */
  readonly isFew: boolean
}

export function accuracyOf(calls: readonly Call[]): Accuracy {
  const n = calls.length
  const errors = calls.map(({ implied, actual }) => implied - actual)
  const sizes = errors.map(Math.abs).sort((a, b) => a - b)
  const directionHits = calls.filter(({ implied, actual }) => Math.sign(implied) === Math.sign(actual)).length
  const meanAbsErrorPp = meanOf(sizes)
  const against = (forecast: (call: Call) => number): Baseline => {
    const own = meanOf(calls.map((call) => Math.abs(forecast(call) - call.actual)))
    return { meanAbsErrorPp: own, skill: skillOf(meanAbsErrorPp, own) }
  }
  return {
    n,
    biasPp: meanOf(errors),
    biasInterval: published(meanInterval(errors)),
    meanAbsErrorPp,
    meanAbsErrorInterval: notBelowZero(published(meanInterval(sizes))),
    medianAbsErrorPp: n === 0 ? null : medianOf(sizes) / 100,
    medianAbsErrorInterval: published(medianInterval(sizes)),
    directionHits,
    directionHitPct: n === 0 ? null : percentOf(directionHits, n),
    directionHitInterval: roundedShare(directionHits, n),
    zero: against(() => 0),
    boardAverage: against(({ boardAverage }) => boardAverage),
    isFew: n < FEW_LISTINGS,
  }
}

/** Mean of hundredths, as published; `null` of nothing. */
export const meanOf = (hundredths: readonly number[]): number | null =>
  hundredths.length === 0
    ? null
    : divideRounded(
        hundredths.reduce((sum, value) => sum + value, 0),
        hundredths.length,
      ) / 100

/** From the published errors, so that anyone can recompute it; `null` where the baseline was never wrong. */
function skillOf(meanAbsError: number | null, baseline: number | null): number | null {
  if (meanAbsError === null || baseline === null || baseline === 0) return null
  const [own, other] = [Math.round(meanAbsError * 100), Math.round(baseline * 100)]
  return divideRounded((other - own) * 100, other) / 100
}

const published = (interval: Interval | null): Interval | null =>
  interval && {
    low: roundedToHundredths(interval.low / 100),
    high: roundedToHundredths(interval.high / 100),
  }

const notBelowZero = (interval: Interval | null): Interval | null =>
  interval && { ...interval, low: Math.max(0, interval.low) }

/** The interval of a share in percent, as published. */
export function roundedShare(hits: number, n: number): Interval | null {
  const interval = shareInterval(hits, n)
  return interval && { low: roundedToHundredths(interval.low), high: roundedToHundredths(interval.high) }
}

/** Of which size a promise was: from `from` on and below `to`, in percent; `null` is an open end. */
export interface PromiseSize {
  readonly from: number | null
  readonly to: number | null
}

export const PROMISE_SIZES: readonly PromiseSize[] = [
  { from: null, to: 0 },
  { from: 0, to: 10 },
  { from: 10, to: 25 },
  { from: 25, to: 50 },
  { from: 50, to: null },
]

export const isOfSize = ({ implied }: Pick<Call, 'implied'>, { from, to }: PromiseSize): boolean =>
  (from === null || implied >= from * 100) && (to === null || implied < to * 100)

/**
 * Places by error, the smallest first, those of equal error sharing one. Too few listings give no place, and are nobody's
 * rival.
 */
export function ranksOf(
  each: readonly Pick<Accuracy, 'n' | 'meanAbsErrorPp' | 'isFew'>[],
): (number | null)[] {
  const ranked = each.filter(({ isFew }) => !isFew).map(({ meanAbsErrorPp }) => meanAbsErrorPp ?? 0)
  return each.map(({ isFew, meanAbsErrorPp }) =>
    isFew || meanAbsErrorPp === null ? null : 1 + ranked.filter((other) => other < meanAbsErrorPp).length,
  )
}
