import { medianOf } from '../gmp/gmp.ts'
import { hundredths, type Score, sharePct } from './scoreboard.ts'

/** Below this many listings, an average or a share says little. */
export const FEW_LISTINGS = 20

/** Each bin is this many points wide; what lies further out than the open ends is in one bin on each side. */
export const BIN_POINTS = 10
export const OPEN_END_POINTS = 50

/** Errors from `from` on and below `to`; `null` is an open end. */
export interface ErrorBin {
  readonly from: number | null
  readonly to: number | null
  readonly n: number
  readonly pct: number
}

/** How many listings went which way. A promise or an outcome of exactly 0 is neither a gain nor a loss. */
export interface Quadrants {
  readonly gainCameGain: number
  readonly gainCameLoss: number
  readonly lossCameGain: number
  readonly lossCameLoss: number
  readonly neither: number
}

type ErrorOf = Pick<Score, 'errorPp'>
type PromiseOf = Pick<Score, 'impliedPct' | 'actualPct'>

export function quadrantsOf(scores: readonly PromiseOf[]): Quadrants {
  const went = (promised: number, came: number) =>
    scores.filter(
      ({ impliedPct, actualPct }) => Math.sign(impliedPct) === promised && Math.sign(actualPct) === came,
    ).length
  const counted = {
    gainCameGain: went(1, 1),
    gainCameLoss: went(1, -1),
    lossCameGain: went(-1, 1),
    lossCameLoss: went(-1, -1),
  }
  const inOne = Object.values(counted).reduce((sum, n) => sum + n, 0)
  return { ...counted, neither: scores.length - inOne }
}

/** The share of listings above the issue price, whatever was promised: what a promise of gain is to be measured by. */
export const openedAbovePct = (scores: readonly PromiseOf[]): number | null =>
  sharePct(scores, ({ actualPct }) => actualPct > 0)

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

/** Between which errors the middle half lies. */
export const middleHalf = (scores: readonly ErrorOf[]): { low: number; high: number } | null =>
  middleHalfOf(scores.map(({ errorPp }) => errorPp).sort((a, b) => a - b))

/** Of values from the lowest to the highest, all but the lowest and the highest quarter; `null` where they are few. */
export function middleHalfOf(sorted: ArrayLike<number>): { low: number; high: number } | null {
  const left = Math.floor(sorted.length / 4)
  const [low, high] = [sorted[left], sorted[sorted.length - 1 - left]]
  if (sorted.length < FEW_LISTINGS || low === undefined || high === undefined) return null
  return { low, high }
}
