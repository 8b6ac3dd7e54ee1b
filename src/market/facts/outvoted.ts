import type { Recorded } from './fact.ts'
import { rankOf } from './publisher.ts'

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

/**
 * The fact that decides a value: that of the source with the best rank, and within a rank the newest. Only the last
 * statement of each source counts, and none if that is `null`; a fact whose value is `undefined` states nothing. The
 * facts are in order of recording.
 */
export function bestStatement<F extends Recorded<{ readonly source: string }>>(
  ordered: readonly F[],
  statedIn: (fact: F) => unknown,
  onOutvoted?: OnOutvoted<F>,
): F | undefined {
  let best: F | undefined
  const seenSources: string[] = []
  const others: F[] = []
  // Newest first: only the last statement of each source counts, and within a rank the first one found wins.
  for (let i = ordered.length - 1; i >= 0; i--) {
    const fact = ordered[i]
    const value = fact && statedIn(fact)
    if (fact === undefined || value === undefined) continue
    if (seenSources.includes(fact.source)) {
      onOutvoted?.(fact, 'later-word')
      continue
    }
    seenSources.push(fact.source)
    if (value === null) onOutvoted?.(fact, 'taken-back')
    else if (best && rankOf(fact.source) >= rankOf(best.source)) others.push(fact)
    else {
      if (best) others.push(best)
      best = fact
    }
  }
  if (onOutvoted && best)
    for (const fact of others)
      onOutvoted(fact, rankOf(fact.source) === rankOf(best.source) ? 'older-word' : 'lower-rank')
  return best
}
