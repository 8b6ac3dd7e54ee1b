import type { Instant } from '../../market/calendar.ts'
import { type Board, DOCUMENT_NAMES, type DocumentKind } from '../../market/facts/fact.ts'
import { PUBLISHED_TERMS, TERMS, type TermKind } from '../../market/facts/term-table.ts'
import { count, croreText, dayAndTime, gain, joined, longDay, rupees, times } from '../format.ts'
import { states } from './states.ts'

export const NOT_KNOWN = 'not known'

type Format = (value: never) => string
const plain: Format = (value: unknown) => String(value)
/** Days are published with the time of zero, and reported without one. */
const day: Format = (value: string) => longDay(value.slice(0, 10))

const TERM_FORMATS: Readonly<Record<TermKind, Format>> = {
  text: plain,
  ticker: plain,
  board: (value: Board) => states.board(value),
  exchanges: (value: readonly string[]) => joined(value, 'and'),
  price: rupees,
  count,
  crore: croreText,
  day,
  flag: (value: boolean) => (value ? 'yes' : 'no'),
  moment: (value: Instant) => dayAndTime(value, ''),
  registrar: (value: { readonly name: string }) => value.name,
  names: (value: readonly string[]) => joined(value, 'and'),
  documents: (value: readonly { readonly kind: DocumentKind }[]) =>
    value.map(({ kind }) => DOCUMENT_NAMES[kind]).join(', '),
  categories: (value: readonly string[]) => joined(value, 'and'),
}

interface Listing {
  readonly listingPrice: number
  readonly exchange: string
  readonly listedOn: string
}
const listing: Format = (value: Listing) =>
  `${rupees(value.listingPrice)} on ${value.exchange}, ${longDay(value.listedOn.slice(0, 10))}`

/** The expected days that are worded; the day of credit moves with that of the allotment. */
export interface DueDays {
  readonly allotmentDate: string
  readonly listingDate: string
}
const dueDays: Format = ({ allotmentDate, listingDate }: DueDays) =>
  `allotment ${longDay(allotmentDate.slice(0, 10))}, listing ${longDay(listingDate.slice(0, 10))}`

/** The days on which lock-ins end: `about 18 Feb 2026 and about 19 Apr 2026`. */
const lockIns: Format = (all: readonly { readonly date: string; readonly basis: string }[]) =>
  all.length === 0
    ? NOT_KNOWN
    : joined(
        all.map(({ date, basis }) => `${basis === 'expected' ? 'about ' : ''}${longDay(date)}`),
        'and',
      )

/** The label of each field of an IPO that changes, and how its value is shown. */
const FIELDS: Readonly<Record<string, readonly [label: string, format: Format]>> = {
  ...Object.fromEntries(
    PUBLISHED_TERMS.map((key) => [key, [TERMS[key].label, TERM_FORMATS[TERMS[key].kind]]]),
  ),
  status: ['Status', states.status],
  listing: ['Listed', listing],
  lastGmp: ['GMP', rupees],
  lastGmpPct: ['Implied gain', gain],
  gmpSpread: ['Gap between the highest and the lowest quote', rupees],
  lastGmpDay: ['Day of the latest GMP', day],
  lastGmpOwners: ['Sources behind the latest GMP', count],
  lastSubX: ['Subscription', times],
  minAmount: ['Minimum amount', rupees],
  expected: ['Expected days', dueDays],
  lockIns: ['End of anchor lock-in', lockIns],
}

export const isField = (field: string): boolean => Object.hasOwn(FIELDS, field)

/** The label of a field of an IPO. */
export const fieldLabel = (field: string): string => FIELDS[field]?.[0] ?? field

/** The value of a field of an IPO, as pages show it. */
export const fieldText = (field: string, value: unknown): string =>
  value === null || value === undefined ? NOT_KNOWN : (FIELDS[field]?.[1] ?? plain)(value as never)

export const fields = { notKnown: NOT_KNOWN, fieldLabel, fieldText } as const
