import type { Paise } from '../money.ts'

/** One voice cannot disagree with itself. */
export const MIN_OWNERS_TO_DISPUTE = 2
/** Sources that differ by more than this share of the premium contradict each other. */
export const DISPUTED_SHARE_OF_PREMIUM = 0.5

/** Why a day's words count as a dispute, or why not. */
export const DISPUTE_REASONS = ['one-owner', 'agree', 'spread-above-half', 'any-spread-at-zero'] as const
export type DisputeReason = (typeof DISPUTE_REASONS)[number]

interface Votes {
  readonly owners: number
  readonly median: Paise
  readonly spread: Paise
}

/** The widest spread that is no dispute yet. Spreads are whole paise, so the half paisa may be dropped. */
export const disputeLimit = ({ median }: Pick<Votes, 'median'>): Paise =>
  Math.floor(Math.abs(median) * DISPUTED_SHARE_OF_PREMIUM)

export function disputeReason(votes: Votes): DisputeReason {
  if (votes.owners < MIN_OWNERS_TO_DISPUTE) return 'one-owner'
  if (votes.spread <= disputeLimit(votes)) return 'agree'
  return votes.median === 0 ? 'any-spread-at-zero' : 'spread-above-half'
}

/** True when the owners' words lie apart by more than half the premium; with a premium of 0 any spread is a dispute. */
export function isDisputed(votes: Votes): boolean {
  const reason = disputeReason(votes)
  return reason === 'spread-above-half' || reason === 'any-spread-at-zero'
}
