import type { Figure, Goal, Measured } from './figure.ts'

export interface Ratio {
  readonly median: number
  readonly min: number
  readonly max: number
}

export type Verdict = 'aim reached' | 'reached' | 'missed' | 'not reliable'

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  if (upper === undefined) throw new Error('there is no median of an empty list')
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** The smallest value that is at least as large as a share of all values, such as 0.99. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
  if (value === undefined) throw new Error('there is no percentile of an empty list')
  return value
}

/**
 * The ratio of ours to theirs per round, because other work of the machine affects both values of a round alike. For
 * times it is how many times as long ours takes, for all else how many times as much ours does.
 */
export function ratioOf(rounds: readonly Measured[]): Ratio {
  const ratios = rounds.map(({ ours, theirs }) => ours / theirs)
  return { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) }
}

export function verdictOf(goal: Goal, ratio: number): Verdict {
  const [limit, reached] =
    'atLeast' in goal ? [goal.atLeast, ratio >= goal.aim] : [goal.atMost, ratio <= goal.aim]
  if (reached) return 'aim reached'
  return ('atLeast' in goal ? ratio >= limit : ratio <= limit) ? 'reached' : 'missed'
}

/** A figure with a round that the machine disturbed proves nothing. */
export const verdictOfFigure = ({ goal, rounds }: Figure): Verdict =>
  rounds.some(({ isDisturbed }) => isDisturbed) ? 'not reliable' : verdictOf(goal, ratioOf(rounds).median)
