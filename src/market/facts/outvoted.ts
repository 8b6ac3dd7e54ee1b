/** Why a fact that speaks of a figure does not stand behind it. The order is that of `docs/method.md`. */
export const OUTVOTED_BY = [
  'retracted',
  'lower-rank',
  'older-word',
  'later-word',
  'taken-back',
  'same-owner',
  'earlier-day',
  'after-listing',
  'other-exchange',
  'other-book',
  'older-reading',
] as const
export type OutvotedBy = (typeof OUTVOTED_BY)[number]

/** A rule calls it with every fact that it passes over, and why: for who wants to know what a figure was made from. */
export type OnOutvoted<F> = (fact: F, by: OutvotedBy) => void
