import { DAY_MS, type Day, istMs } from '../calendar.ts'
import { isTermOf, PUBLISHED_TERMS, type TermKey } from '../facts/term-table.ts'
import { type IssueHead, statusOfHead } from './issue.ts'

/** The kinds of changes: to IPOs in the list, to deals, and how many IPOs were added that are no news. */
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
  'added',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** The cause of a change. The last three are corrections. */
export const CHANGE_CAUSES = ['clock', 'sources', 'operator', 'retraction', 'joining'] as const
export type ChangeCause = (typeof CHANGE_CAUSES)[number]

/** The more specific of two causes. */
export const strongerCause = (a: ChangeCause, b: ChangeCause): ChangeCause =>
  CHANGE_CAUSES.indexOf(a) >= CHANGE_CAUSES.indexOf(b) ? a : b

/** Values by field name. */
export type Fields = Readonly<Record<string, unknown>>

/** The state of an issue in the list at an instant. */
export type ListedState =
  | { readonly is: 'listed'; readonly name: string; readonly item: Fields }
  /** Withdrawn or postponed: known, but in no list. */
  | { readonly is: 'called off'; readonly name: string }
  | { readonly is: 'joined'; readonly into: string }
  | { readonly is: 'unknown' }

/**
 * One change: the values before and after, only of the fields that changed. `old` is null for a new IPO, `new` for one
 * that left the list.
 */
export interface Difference {
  readonly kind: ChangeKind
  readonly old: Fields | null
  readonly new: Fields | null
  /** The slug of the IPO that it was merged into. */
  readonly into: string | null
}

const isDate = (key: TermKey): boolean => isTermOf('day', key) || isTermOf('moment', key)

/** The fields of each kind of change, in the order in which the changes are published. */
const FIELDS_OF = {
  terms: [...PUBLISHED_TERMS.filter((key) => !isDate(key)), 'application', 'minAmount'],
  dates: [...PUBLISHED_TERMS.filter(isDate), 'expected', 'lockIns'],
  status: ['status'],
  listing: ['listing'],
  gmp: ['lastGmp', 'lastGmpPct', 'gmpSources', 'gmpSpread', 'lastGmpDay', 'lastGmpOwners'],
  dispute: ['gmpDisputed'],
  subscription: ['lastSubX'],
} as const satisfies Partial<Record<ChangeKind, readonly string[]>>

/** The changes of an issue between two states, as a reader of the list sees them. */
export function differences(before: ListedState, after: ListedState): Difference[] {
  if (before.is === 'listed' && after.is === 'listed') return fieldDifferences(before.item, after.item)
  if (after.is === 'listed')
    return [{ kind: before.is === 'unknown' ? 'new' : 'return', old: null, new: after.item, into: null }]
  if (before.is !== 'listed') return []
  const removed = { old: before.item, new: null }
  if (after.is === 'joined') return [{ kind: 'joined', ...removed, into: after.into }]
  return [{ kind: after.is === 'called off' ? 'withdrawal' : 'removal', ...removed, into: null }]
}

function fieldDifferences(before: Fields, after: Fields): Difference[] {
  return Object.entries(FIELDS_OF).flatMap(([kind, fields]) => {
    const changed = fields.filter((field) => !isSame(before[field], after[field]))
    if (changed.length === 0) return []
    const only = (item: Fields) => Object.fromEntries(changed.map((field) => [field, item[field]]))
    return [{ kind: kind as ChangeKind, old: only(before), new: only(after), into: null }]
  })
}

// Lists and listings are compared by value, because they are built anew each time.
const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** What is recorded in this time from the first round of a store on is its first load. */
export const FIRST_LOAD_MS = 3_600_000
/** What sources report later than this after the listing day or the trade day is history. */
export const NEWS_DAYS = 7
/** The same after the closing day, while no listing day is known: a listing may be delayed. */
export const NEWS_DAYS_UNLISTED = 30

/** Whether an IPO that enters the list at a time is news: only one that can still be applied for. */
export const isNewOffer = (head: IssueHead, at: number): boolean =>
  ['UPCOMING', 'OPEN'].includes(statusOfHead(head, at))

/** Whether what sources report about an IPO at a time is history. */
export function isHistory({ lists, closes }: Pick<IssueHead, 'lists' | 'closes'>, at: number): boolean {
  if (lists !== null) return lists < at - NEWS_DAYS * DAY_MS
  return closes !== null && closes < at - NEWS_DAYS_UNLISTED * DAY_MS
}

/** Whether deals that are disclosed at a time are history. */
export const areHistory = (tradeDate: Day, at: number): boolean =>
  istMs(tradeDate, '00:00') < at - (NEWS_DAYS + 1) * DAY_MS
