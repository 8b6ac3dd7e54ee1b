import type { ChangeCause, Difference, Fields } from '../../market/issues/changes.ts'
import { count, longDay } from '../format.ts'
import { type DueDays, fieldLabel, fieldText } from './fields.ts'
import { states } from './states.ts'

const CORRECTIONS: Readonly<Record<ChangeCause, string | null>> = {
  clock: null,
  sources: null,
  operator: 'corrected by the operator',
  retraction: 'a report was retracted',
  joining: 'two IPOs were merged',
}

const was = (now: string, old: string | null): string => (old === null ? now : `${now}, was ${old}`)

/** A change of a field; none where both values have the same words and figures. */
function fieldTexts(field: string, old: unknown, now: unknown): string[] {
  const [label, is, before] = [fieldLabel(field), fieldText(field, now), fieldText(field, old)]
  if (old === null) return [`${label}: ${is}`]
  if (is !== before) return [`${label}: ${was(is, before)}`]
  // Some parts are not shown, such as the address of a document.
  return typeof now === 'object' ? [`${label}: ${is}, updated`] : []
}

/** Fields that change beside others, or matter only to programs. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set([
  'gmpSources',
  'lastGmpDay',
  'lastGmpOwners',
  'application',
  'lockIns',
])

const DUE = { allotmentDate: 'allotment', listingDate: 'lists' } as const

/** The days due by the timetable that moved, each with its label; none once the issue has listed. */
const movedDueDays = (
  old: DueDays | null,
  now: DueDays | null,
): { readonly label: string; readonly day: string; readonly was: string | null }[] =>
  (Object.keys(DUE) as (keyof DueDays)[]).flatMap((key) =>
    now === null || now[key] === old?.[key]
      ? []
      : [
          {
            label: states.milestone({ kind: DUE[key], state: 'ahead', isAnnounced: false }),
            day: now[key].slice(0, 10),
            was: old?.[key].slice(0, 10) ?? null,
          },
        ],
  )

const dueTexts = (old: DueDays | null, now: DueDays | null): string[] =>
  movedDueDays(old, now).map(
    (moved) => `${moved.label} ${was(longDay(moved.day), moved.was && longDay(moved.was))}`,
  )

function dealsText(old: Fields | null, now: Fields | null): string {
  const { exchange, kind, tradeDate, deals } = now ?? {}
  const before = old === null ? '' : `, ${count(Number(old.deals))} before`
  const day = longDay(String(tradeDate).slice(0, 10))
  return `${exchange} ${String(kind).toLowerCase()} deals of ${day}: ${count(Number(deals))}${before}`
}

function textsOf({ kind, old, new: now, into }: Difference): string[] {
  switch (kind) {
    case 'new':
      return ['New IPO']
    case 'return':
      return ['Back in the list']
    case 'withdrawal':
      return ['Withdrawn or postponed']
    case 'joined':
      return [`Merged with ${into}: the same IPO`]
    case 'removal':
      return ['No longer in the list: all reports on it were retracted']
    case 'dispute':
      return [now?.gmpDisputed ? 'The sources disagree' : 'The sources no longer disagree']
    case 'deals':
      return [dealsText(old, now)]
    case 'added':
      return [`${count(Number(now?.issues))} added to the records`]
    default:
      return Object.keys(now ?? {})
        .filter((field) => !WITHOUT_TEXT.has(field))
        .flatMap((field) =>
          field === 'expected'
            ? dueTexts(old?.expected as DueDays | null, now?.expected as DueDays | null)
            : fieldTexts(field, old?.[field], now?.[field]),
        )
  }
}

/** How a change corrects what was known; `null` where it is news. */
const correctionText = (by: ChangeCause): string | null => CORRECTIONS[by]

/** A change as sentences without a full stop; none for changes that matter only to programs. */
function changeTexts(change: Difference & { readonly by: ChangeCause }): string[] {
  const correction = correctionText(change.by)
  return textsOf(change).map((text) => (correction === null ? text : `${text} (${correction})`))
}

export const changes = { correctionText, changeTexts, movedDueDays } as const
