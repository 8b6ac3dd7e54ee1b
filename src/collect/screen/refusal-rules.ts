import type { Match } from '../match/match.ts'

/** Why a row was not accepted. The texts are shown to the operator and repeated in docs/method.md. */
export const REFUSAL_RULES = {
  'unknown-issue': 'no exchange has announced such an issue yet; the row waits for it',
  'ambiguous-issue': 'several issues fit the row; it waits until one does',
  'unconfirmed-issue':
    'the name begins like that of an issue, but neither date nor price confirms it; the row waits',
  'issue-price-unknown': 'the listing price cannot be checked before the issue price is known; the row waits',
  'gmp-too-high': 'a GMP of more than 3 times the price',
  'gmp-too-low': 'a GMP below minus the price, which would be a share that costs less than nothing',
  'outside-life': 'a figure of a day on which the issue could not have one',
  'in-the-future': 'a figure dated after the time of reading; the row waits until then',
  'impossible-value': 'a price, a lot or a size that is not above 0, or a day before 1990 or after 2999',
  'too-far-ahead': 'an issue that is to open, close or list more than 2 years after the reading',
  'frozen-page': 'the page has not changed at all for 3 days: its quotes are not of today',
  'band-upside-down': 'a price band whose lower end is above its upper end',
  'dates-out-of-order':
    'an issue that closes before it opens, stays open for over 45 days, or lists on or before its closing day',
  'multiple-fell': 'a subscription that fell by more than half, or to 0, within one book of one source',
  'previous-close':
    'a first trading day whose previous close is not the issue price; NSE prints one, BSE may print none',
  'beyond-sme-limit': 'an SME listing price beyond what the exchange allowed that day',
  contradiction: 'rows of one round give different values of one figure',
  'holidays-missing':
    'a list of holidays that lacks at least 3 days of a year, and more than half of those known: none is taken back',
  'no-board': 'a new issue of which the exchange does not say whether it is mainboard or SME',
} as const
export type RefusalRule = keyof typeof REFUSAL_RULES

/** Rules for rows whose issue is not known yet. */
export const UNMATCHED: readonly RefusalRule[] = ['unknown-issue', 'ambiguous-issue', 'unconfirmed-issue']

/** Rules whose rows are interpreted again automatically when more is known. */
export const WAITING: readonly RefusalRule[] = [...UNMATCHED, 'issue-price-unknown', 'in-the-future']

/** A broken rule, with the details. */
export interface Objection {
  readonly rule: RefusalRule
  readonly reason: string
}

export const objection = (rule: RefusalRule, detail: string): Objection => ({
  rule,
  reason: `${detail}: ${REFUSAL_RULES[rule]}`,
})

/** The rule is broken where there is a fault. */
export const objectionIf = (rule: RefusalRule, fault: string | undefined): Objection | null =>
  fault === undefined ? null : objection(rule, fault)

/** The refusal of a row whose issue was not found. */
export const refusedMatch = (
  { kind, candidates }: Exclude<Match, { kind: 'found' }>,
  name: string | null,
): Objection & { readonly candidates: readonly string[] } => ({
  ...objection(`${kind}-issue`, name === null ? 'no match' : `"${name}"`),
  candidates,
})
