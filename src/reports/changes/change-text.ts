import { istClock, istDay, writtenDay } from '../../market/calendar.ts'
import type { DocumentKind } from '../../market/facts/fact.ts'
import { DOCUMENT_NAMES } from '../../market/facts/fact.ts'
import { PUBLISHED_TERMS, TERMS, type TermKind } from '../../market/facts/term-table.ts'
import type { ChangeCause, Difference, Fields } from '../../market/issues/changes.ts'
import { digitGroups } from '../../texts/format.ts'

const figure = digitGroups({ least: 0, most: 2 })
const hundredths = digitGroups({ least: 2, most: 2 })

/** Whole rupees without decimals, others with two. */
const amount = (value: number): string => (Number.isInteger(value) ? figure : hundredths)(Math.abs(value))

type Form = (value: never) => string
const rupees: Form = (value: number) => `${value < 0 ? '-' : ''}₹${amount(value)}`
const percent: Form = (value: number) => `${figure(value)}%`
const times: Form = (value: number) => `${figure(value)} times`
const crore: Form = (value: number) => `₹${figure(value)} crore`
const plain: Form = (value: unknown) => String(value)
const counted: Form = (value: number) => figure(value)
const day: Form = (value: string) => writtenDay(value)
const list: Form = (value: readonly string[]) => value.join(' and ')
const clockTime: Form = (value: string) => `${writtenDay(istDay(value))}, ${istClock(value).slice(11)} IST`
const named: Form = (value: { name: string }) => value.name
const documentNames: Form = (value: readonly { kind: DocumentKind }[]) =>
  value.map(({ kind }) => DOCUMENT_NAMES[kind]).join(', ')
const status: Form = (value: string) => value.toLowerCase()
const listing: Form = (value: { listingPrice: number; exchange: string; listedOn: string }) =>
  `₹${amount(value.listingPrice)} on ${value.exchange}, ${writtenDay(value.listedOn)}`

/** The expected days of which a change is reported; the day of credit moves with them. */
export const DUE_DAYS = { allotmentDate: 'Allotment due by', listingDate: 'Listing due' } as const
export type DueDays = Readonly<Record<keyof typeof DUE_DAYS, string>>
const dueDays: Form = (value: DueDays) =>
  `allotment ${writtenDay(value.allotmentDate)}, listing ${writtenDay(value.listingDate)}`

const TERM_FORMS: Readonly<Record<TermKind, Form>> = {
  ...{ text: plain, ticker: plain, board: status, exchanges: list },
  ...{ price: rupees, count: counted, crore, day, flag: plain, moment: clockTime },
  ...{ registrar: named, names: list, documents: documentNames, categories: list },
}

/** The label of a field, and how its value is formatted. */
const FIELDS: Readonly<Record<string, readonly [name: string, form: Form]>> = {
  ...Object.fromEntries(PUBLISHED_TERMS.map((key) => [key, [TERMS[key].label, TERM_FORMS[TERMS[key].kind]]])),
  status: ['Status', status],
  listing: ['Listed', listing],
  lastGmp: ['GMP', rupees],
  lastGmpPct: ['Implied gain', percent],
  gmpSpread: ['Gap between the highest and the lowest quote', rupees],
  lastGmpDay: ['Day of the latest GMP', day],
  lastGmpOwners: ['Sources behind the latest GMP', counted],
  lastSubX: ['Subscription', times],
  minAmount: ['Minimum amount', rupees],
  expected: ['Expected days', dueDays],
}

/** Fields that change beside others, or matter only to programs. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set([
  'gmpSources',
  'lastGmpDay',
  'lastGmpOwners',
  'application',
])

const CORRECTION: Readonly<Record<ChangeCause, string | null>> = {
  clock: null,
  sources: null,
  operator: 'corrected by the operator',
  retraction: 'a report was retracted',
  joining: 'two IPOs were merged',
}

/** How a change corrects what was known; `null` where it is news. */
export const correctionText = (by: ChangeCause): string | null => CORRECTION[by]

/** A change as sentences without a full stop; none for changes that matter only to programs. */
export function changeText(change: Difference & { readonly by: ChangeCause }): string[] {
  const correction = correctionText(change.by)
  return textsOf(change).map((text) => (correction === null ? text : `${text} (${correction})`))
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
      return [`${figure(Number(now?.issues))} added to the records`]
    default:
      return Object.keys(now ?? {})
        .filter((field) => !WITHOUT_TEXT.has(field))
        .flatMap((field) =>
          field === 'expected'
            ? dueTexts(old?.expected as DueDays | null, now?.expected as DueDays | null)
            : fieldText(field, old?.[field], now?.[field]),
        )
  }
}

/** Nothing is due once the issue has listed. */
function dueTexts(old: DueDays | null, now: DueDays | null): string[] {
  if (now === null) return []
  return Object.entries(DUE_DAYS).flatMap(([key, name]) => {
    const [is, was] = [now[key as keyof DueDays], old?.[key as keyof DueDays]]
    if (is === was) return []
    return [`${name} ${writtenDay(is)}${was === undefined ? '' : `, was ${writtenDay(was)}`}`]
  })
}

function dealsText(old: Fields | null, now: Fields | null): string {
  const { exchange, kind, tradeDate, deals } = now ?? {}
  const before = old === null ? '' : `, ${old.deals} before`
  return `${exchange} ${String(kind).toLowerCase()} deals of ${writtenDay(String(tradeDate))}: ${deals}${before}`
}

/** The label of a field of an IPO. */
export const fieldName = (field: string): string => FIELDS[field]?.[0] ?? field

/** The value of a field of an IPO. */
export const fieldValueText = (field: string, value: unknown): string =>
  value === null || value === undefined ? 'not known' : (FIELDS[field]?.[1] ?? plain)(value as never)

function fieldText(field: string, old: unknown, now: unknown): string {
  const name = fieldName(field)
  const written = (value: unknown) => fieldValueText(field, value)
  if (old === null) return `${name}: ${written(now)}`
  // Some parts are not shown, such as the address of a document.
  if (written(now) === written(old)) return `${name}: ${written(now)}, updated`
  return `${name}: ${written(now)}, was ${written(old)}`
}
