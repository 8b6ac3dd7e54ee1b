import { isTermOf, PUBLISHED_TERMS } from '../facts/term-table.ts'

/** What can change in the list of IPOs, and beside it. */
export const CHANGE_KINDS = [
  'new',
  'return',
  'withdrawal',
  'joined',
  'removal',
  'terms',
  'dates',
  'status',
  'listing',
  'gmp',
  'dispute',
  'subscription',
  'deals',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** What brought a change. The last three are corrections. */
export const CHANGE_CAUSES = ['clock', 'sources', 'operator', 'retraction', 'joining'] as const
export type ChangeCause = (typeof CHANGE_CAUSES)[number]

/** Of two causes the one that tells more. */
export const strongerCause = (a: ChangeCause, b: ChangeCause): ChangeCause =>
  CHANGE_CAUSES.indexOf(a) >= CHANGE_CAUSES.indexOf(b) ? a : b

/** Values by the names of their fields. */
export type Fields = Readonly<Record<string, unknown>>

/** How an issue stands with the list at a moment. */
export type ListedState =
  | { readonly is: 'listed'; readonly name: string; readonly item: Fields }
  /** Withdrawn or postponed: known, and in no list. */
  | { readonly is: 'called off'; readonly name: string }
  | { readonly is: 'joined'; readonly into: string }
  | { readonly is: 'unknown' }

/** One difference: of the fields that changed, the values before and after. Without an IPO before or after it is null. */
export interface Difference {
  readonly kind: ChangeKind
  readonly old: Fields | null
  readonly new: Fields | null
  /** The IPO that it is part of from now on. */
  readonly into: string | null
}

/** Which fields belong together, in the order in which their changes are told. */
const FIELDS_OF = {
  terms: PUBLISHED_TERMS.filter((key) => !isTermOf('day', key)),
  dates: PUBLISHED_TERMS.filter((key) => isTermOf('day', key)),
  status: ['status'],
  listing: ['listing'],
  gmp: ['lastGmp', 'lastGmpPct', 'gmpSources', 'gmpSpread'],
  dispute: ['gmpDisputed'],
  subscription: ['lastSubX'],
} as const satisfies Partial<Record<ChangeKind, readonly string[]>>

/** What became of an issue between two moments, as a reader of the list sees it. */
export function differences(before: ListedState, after: ListedState): Difference[] {
  if (before.is === 'listed' && after.is === 'listed') return fieldDifferences(before.item, after.item)
  if (after.is === 'listed')
    return [{ kind: before.is === 'unknown' ? 'new' : 'return', old: null, new: after.item, into: null }]
  if (before.is !== 'listed') return []
  const gone = { old: before.item, new: null }
  if (after.is === 'joined') return [{ kind: 'joined', ...gone, into: after.into }]
  return [{ kind: after.is === 'called off' ? 'withdrawal' : 'removal', ...gone, into: null }]
}

function fieldDifferences(before: Fields, after: Fields): Difference[] {
  return Object.entries(FIELDS_OF).flatMap(([kind, fields]) => {
    const changed = fields.filter((field) => !isSame(before[field], after[field]))
    if (changed.length === 0) return []
    const only = (item: Fields) => Object.fromEntries(changed.map((field) => [field, item[field]]))
    return [{ kind: kind as ChangeKind, old: only(before), new: only(after), into: null }]
  })
}

// Lists and listings are values like others, and made anew each time.
const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
