import { medianOf } from '../gmp/gmp.ts'
import { hundredths, type Score, sharePct } from './scoreboard.ts'

/** With fewer listings, an average or a share means little. */
export const FEW_LISTINGS = 20
/** With fewer listings, the pages show counts, and neither a percentage nor an average as a headline. */
export const HEADLINE_LISTINGS = 30

export const areEnoughListings = (n: number): boolean => n >= HEADLINE_LISTINGS

/** The width of a bin in percentage points. Errors beyond the open ends fall into one bin on each side. */
export const BIN_POINTS = 10
export const OPEN_END_POINTS = 50

/** Errors of at least `from` and below `to`, in percentage points; `null` is an open end. */
export interface ErrorBin {
  readonly from: number | null
  readonly to: number | null
  readonly n: number
  readonly pct: number
}

/** Counts of listings by the signs of expected and actual gain. A gain of exactly 0 is neither a gain nor a loss. */
export interface Quadrants {
  readonly gainListedGain: number
  readonly gainListedLoss: number
  readonly lossListedGain: number
  readonly lossListedLoss: number
  readonly neither: number
}

type ErrorOf = Pick<Score, 'errorPp'>
type GainsOf = Pick<Score, 'impliedPct' | 'actualPct'>

export function quadrantsOf(scores: readonly GainsOf[]): Quadrants {
  const countOf = (expectedSign: number, actualSign: number) =>
    scores.filter(
      ({ impliedPct, actualPct }) =>
        Math.sign(impliedPct) === expectedSign && Math.sign(actualPct) === actualSign,
    ).length
  const counted = {
    gainListedGain: countOf(1, 1),
    gainListedLoss: countOf(1, -1),
    lossListedGain: countOf(-1, 1),
    lossListedLoss: countOf(-1, -1),
  }
  const inOne = Object.values(counted).reduce((sum, n) => sum + n, 0)
  return { ...counted, neither: scores.length - inOne }
}

/** Counts of listings by how they opened. Those above the issue price are the baseline for forecasts of a gain. */
export interface Openings {
  readonly above: number
  /** At exactly the issue price. */
  readonly at: number
  readonly below: number
}

export function openingsOf(scores: readonly Pick<Score, 'actualPct'>[]): Openings {
  const countOf = (sign: number) => scores.filter(({ actualPct }) => Math.sign(actualPct) === sign).length
  return { above: countOf(1), at: countOf(0), below: countOf(-1) }
}

export function errorBins(scores: readonly ErrorOf[]): ErrorBin[] {
  const bins: ErrorBin[] = []
  for (let from = -OPEN_END_POINTS - BIN_POINTS; from <= OPEN_END_POINTS; from += BIN_POINTS) {
    const low = from < -OPEN_END_POINTS ? null : from
    const high = from === OPEN_END_POINTS ? null : from + BIN_POINTS
    const isInside = ({ errorPp }: ErrorOf) => errorPp >= (low ?? -Infinity) && errorPp < (high ?? Infinity)
    bins.push({
      from: low,
      to: high,
      n: scores.filter(isInside).length,
      pct: sharePct(scores, isInside) ?? 0,
    })
  }
  return bins
}

export const medianErrorPp = (scores: readonly ErrorOf[]): number | null =>
  scores.length === 0 ? null : medianOf(scores.map(({ errorPp }) => hundredths(errorPp))) / 100

/** The range of the errors without their lowest and highest quarter. */
export const middleHalf = (scores: readonly ErrorOf[]): { low: number; high: number } | null =>
  middleHalfOf(scores.map(({ errorPp }) => errorPp).sort((a, b) => a - b))

/** The range of ascending values without their lowest and highest quarter; `null` when there are few. */
export function middleHalfOf(sorted: ArrayLike<number>): { low: number; high: number } | null {
  const left = Math.floor(sorted.length / 4)
  const [low, high] = [sorted[left], sorted[sorted.length - 1 - left]]
  if (sorted.length < FEW_LISTINGS || low === undefined || high === undefined) return null
  return { low, high }
}
