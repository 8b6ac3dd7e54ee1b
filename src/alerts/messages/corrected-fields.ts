import type { ChangeCause, Difference, Fields } from '../../market/issues/changes.ts'

type CausedChange = Pick<Difference, 'old' | 'new'> & { readonly by: ChangeCause }

const QUOTE_FIELDS: ReadonlySet<string> = new Set(['lastGmp', 'lastGmpPct', 'gmpSpread'])
/** Fields that no message states by themselves. */
const WITHOUT_WORDS: ReadonlySet<string> = new Set([
  'gmpSources',
  'lastGmpDay',
  'lastGmpOwners',
  'application',
])

/**
 * The fields of a change that may correct an earlier value. A quote of a later day, and a subscription that the operator
 * reports to have grown, are news: what was sent before was right.
 */
export function correctedFieldsOf({ by, old, new: now }: CausedChange): string[] {
  if (old === null || now === null) return []
  return Object.keys(now).filter((field) => {
    if (WITHOUT_WORDS.has(field)) return false
    if (QUOTE_FIELDS.has(field)) return !isLaterQuote(old, now)
    return !(field === 'lastSubX' && by === 'operator' && hasGrown(old.lastSubX, now.lastSubX))
  })
}

/** Whether a change replaces a value that was known, unlike one that only adds what was not. */
export const replacesFigure = (change: CausedChange): boolean =>
  correctedFieldsOf(change).some((field) => (change.old?.[field] ?? null) !== null)

const isLaterQuote = (old: Fields, now: Fields): boolean =>
  typeof now.lastGmpDay === 'string' && typeof old.lastGmpDay === 'string' && now.lastGmpDay > old.lastGmpDay

const hasGrown = (was: unknown, is: unknown): boolean =>
  typeof was === 'number' && typeof is === 'number' && is > was
