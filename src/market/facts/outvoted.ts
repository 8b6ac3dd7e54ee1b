/** Why a fact about a figure is not the one that is used. The order is that of `docs/method.md`. */
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
  'contradicted',
] as const
export type OutvotedBy = (typeof OUTVOTED_BY)[number]

/** Called by a rule for each fact that it does not use, with the reason. Evidence shows these facts. */
export type OnOutvoted<F> = (fact: F, by: OutvotedBy) => void
