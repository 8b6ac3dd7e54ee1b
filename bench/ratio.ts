import type { Figure, Goal, Measured } from './figure.ts'

export interface Ratio {
  readonly median: number
  readonly least: number
  readonly most: number
}

export type Verdict = 'aim reached' | 'reached' | 'missed'

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  if (upper === undefined) throw new Error('there is no median of nothing')
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** The value below which a share of all lie, such as 0.99 of them. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
  if (value === undefined) throw new Error('there is no percentile of nothing')
  return value
}

/**
 * Ours against theirs, of each round by itself: what the machine did meanwhile changed both. Of times that should be at
 * most a multiple it is how many times as long ours takes; of all else how many times as much ours does.
 */
export function ratioOf(rounds: readonly Measured[]): Ratio {
  const ratios = rounds.map(({ ours, theirs }) => ours / theirs)
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) }
}

export function verdictOf(goal: Goal, ratio: number): Verdict {
  const [limit, reached] =
    'atLeast' in goal ? [goal.atLeast, ratio >= goal.aim] : [goal.atMost, ratio <= goal.aim]
  if (reached) return 'aim reached'
  return ('atLeast' in goal ? ratio >= limit : ratio <= limit) ? 'reached' : 'missed'
}

export const verdictOfFigure = ({ goal, rounds }: Figure): Verdict => verdictOf(goal, ratioOf(rounds).median)
