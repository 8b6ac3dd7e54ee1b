import type { Paise } from '../money.ts'

/** A single owner has nobody to disagree with. */
export const MIN_OWNERS_TO_DISPUTE = 2
/** Owners that differ by more than this share of the premium are in dispute. */
export const DISPUTED_SHARE_OF_PREMIUM = 0.5

/** Why the quotes of a day are in dispute, or why they are not. */
export const DISPUTE_REASONS = ['one-owner', 'agree', 'spread-above-half', 'any-spread-at-zero'] as const
export type DisputeReason = (typeof DISPUTE_REASONS)[number]

interface Votes {
  readonly owners: number
  readonly median: Paise
  readonly spread: Paise
}

/** The widest spread that is not a dispute. Spreads are whole paise, so rounding down changes nothing. */
export const disputeLimit = ({ median }: Pick<Votes, 'median'>): Paise =>
  Math.floor(Math.abs(median) * DISPUTED_SHARE_OF_PREMIUM)

export function disputeReason(votes: Votes): DisputeReason {
  if (votes.owners < MIN_OWNERS_TO_DISPUTE) return 'one-owner'
  if (votes.spread <= disputeLimit(votes)) return 'agree'
  return votes.median === 0 ? 'any-spread-at-zero' : 'spread-above-half'
}

/** True when the owners' quotes differ by more than half the premium. At a premium of 0 any spread is a dispute. */
export function isDisputed(votes: Votes): boolean {
  const reason = disputeReason(votes)
  return reason === 'spread-above-half' || reason === 'any-spread-at-zero'
}
