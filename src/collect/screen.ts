import { addDays, type Day, type Instant, istDay } from '../market/calendar.ts'
import { EXCHANGE_TABLE } from '../market/exchanges.ts'
import type { SubscriptionFact, Terms } from '../market/facts/fact.ts'
import { gmpFault } from '../market/gmp/gmp.ts'
import { limitExceeded, smeLimits } from '../market/issues/listing.ts'
import { contradicts, isTotalBelowCategory } from '../market/issues/subscription.ts'
import { type IssueTerms, referencePrice } from '../market/issues/terms.ts'
import { type Paise, rupeesFromPaise } from '../market/money.ts'
import type { ReportedGmp, ReportedListing } from '../sources/source.ts'
import type { NoMatch } from './match/match.ts'

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
  'total-below-category': 'fewer shares bid for in total than in one category of the same reading',
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
export const HELD: readonly RefusalRule[] = [...UNMATCHED, 'issue-price-unknown', 'in-the-future']

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

/** The objection to a row whose issue was not found. */
export const unmatched = ({ kind }: NoMatch, name: string | null): Objection =>
  objection(`${kind}-issue`, name === null ? 'no match' : `"${name}"`)

/** Bidding lasts 3 to 10 working days, somewhat more when it is extended for a revised band. */
const LONGEST_BIDDING_DAYS = 45
/** Exchanges announce an issue days or weeks before it opens. */
const FARTHEST_AHEAD_DAYS = 730

/** Checks whether the terms of a row are plausible in themselves. */
export function screenTerms(terms: Partial<Terms>): Objection | null {
  const { priceMin, priceMax, openDate, closeDate, listingDate } = terms
  if (isKnown(priceMin) && isKnown(priceMax) && priceMin > priceMax)
    return objection('band-upside-down', `₹${rupeesFromPaise(priceMin)} to ₹${rupeesFromPaise(priceMax)}`)
  if (isKnown(openDate) && isKnown(closeDate) && !isSpan(openDate, closeDate))
    return objection('dates-out-of-order', `open ${openDate}, close ${closeDate}`)
  if (isKnown(closeDate) && isKnown(listingDate) && listingDate <= closeDate)
    return objection('dates-out-of-order', `close ${closeDate}, listing ${listingDate}`)
  return null
}

/** Checks whether an issue announced at this moment can have these days. */
export function screenDays(
  { openDate, closeDate, allotmentDate, listingDate }: Partial<Terms>,
  clock: Instant,
): Objection | null {
  const last = addDays(istDay(clock), FARTHEST_AHEAD_DAYS)
  const late = [openDate, closeDate, allotmentDate, listingDate].find((day) => isKnown(day) && day > last)
  return isKnown(late) ? objection('too-far-ahead', `${late}, after ${last}`) : null
}

const isSpan = (open: Day, close: Day): boolean =>
  open <= close && close <= addDays(open, LONGEST_BIDDING_DAYS)

const isKnown = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined

/** Grey-market quotes begin months before an issue opens, not years. */
const QUOTES_BEFORE_OPENING_DAYS = 180
/** Without a listing day, an issue that closed this long ago is no longer traded in the grey market. */
const QUOTES_AFTER_CLOSING_DAYS = 30
/** The final table is stamped on the closing day; corrections follow within days. */
const BOOK_AFTER_CLOSING_DAYS = 5

export interface IssueLife {
  readonly terms: IssueTerms
  readonly listingDay: Day | null
}

const rupees = (amount: Paise) => `₹${rupeesFromPaise(amount)}`

export function screenGmp(
  { gmp, observedAt }: ReportedGmp,
  { terms, listingDay }: IssueLife,
): Objection | null {
  const outside = dayOutsideLife(observedAt, {
    from: terms.openDate === null ? null : addDays(terms.openDate, -QUOTES_BEFORE_OPENING_DAYS),
    to: listingDay ?? (terms.closeDate === null ? null : addDays(terms.closeDate, QUOTES_AFTER_CLOSING_DAYS)),
  })
  if (outside) return outside
  const price = referencePrice(terms)
  if (price === null) return null
  const fault = gmpFault(gmp, price)
  return fault && objection(fault, `${rupees(gmp)} on ${rupees(price)}`)
}

function dayOutsideLife(day: Day, life: { from: Day | null; to: Day | null }): Objection | null {
  if (life.from !== null && day < life.from) return objection('outside-life', `${day}, before ${life.from}`)
  if (life.to !== null && day > life.to) return objection('outside-life', `${day}, after ${life.to}`)
  return null
}

type Reading = Pick<SubscriptionFact, 'timesSub' | 'observedAt'>

/** `before` is the same source's newest earlier reading of the same category and book. */
export function screenSubscription(
  { timesSub, observedAt }: Reading,
  { terms }: IssueLife,
  before: Reading | undefined,
): Objection | null {
  const { openDate, closeDate } = terms
  const outside = dayOutsideLife(istDay(observedAt), {
    from: openDate,
    to: closeDate === null ? null : addDays(closeDate, BOOK_AFTER_CLOSING_DAYS),
  })
  if (outside) return outside
  if (timesSub === null || !before?.timesSub) return null
  if (timesSub === 0 || contradicts(timesSub, before.timesSub))
    return objection('multiple-fell', `${before.timesSub} at ${before.observedAt}, now ${timesSub}`)
  return null
}

/** `reading` has all categories of the same source, book and moment. */
export const screenTotal = (
  total: SubscriptionFact,
  reading: readonly SubscriptionFact[],
): Objection | null =>
  isTotalBelowCategory(total, reading)
    ? objection('total-below-category', `${total.sharesBid} in total`)
    : null

export function screenListing(said: ReportedListing, { terms }: IssueLife): Objection | null {
  const { listedOn, listingPrice, previousClose, exchange } = said
  if (terms.closeDate !== null && listedOn <= terms.closeDate)
    return objection('outside-life', `listed ${listedOn}, closes ${terms.closeDate}`)
  const { issuePrice } = terms
  if (issuePrice === null) return objection('issue-price-unknown', `opened at ${rupees(listingPrice)}`)
  if (previousClose === null ? EXCHANGE_TABLE[exchange].printsIssuePrice : previousClose !== issuePrice)
    return objection(
      'previous-close',
      `${previousClose === null ? 'none' : rupees(previousClose)} before the issue price of ${rupees(issuePrice)}`,
    )
  return terms.board === 'SME' ? smeLimit(said, issuePrice) : null
}

function smeLimit(said: ReportedListing, issuePrice: Paise): Objection | null {
  const exceeded = limitExceeded(said, issuePrice)
  if (!exceeded) return null
  const { above, below } = smeLimits(said.exchange, said.listedOn)
  const limit = exceeded === 'upper' ? `over +${above}%` : `under -${below}%`
  return objection('beyond-sme-limit', `${rupees(said.listingPrice)} on ${rupees(issuePrice)}, ${limit}`)
}
