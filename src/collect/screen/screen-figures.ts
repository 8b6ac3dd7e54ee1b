import { addDays, type Day, istDay } from '../../market/calendar.ts'
import { EXCHANGE_TABLE } from '../../market/exchanges.ts'
import type { SubscriptionFact } from '../../market/facts/fact.ts'
import { gmpFault } from '../../market/gmp/gmp.ts'
import { limitExceeded, smeLimits } from '../../market/issues/listing.ts'
import { contradicts } from '../../market/issues/subscription.ts'
import { type IssueTerms, referencePrice } from '../../market/issues/terms.ts'
import { type Paise, rupeesFromPaise } from '../../market/money.ts'
import type { ReportedGmp, ReportedListing } from '../../sources/source.ts'
import { type Objection, objection } from './refusal-rules.ts'

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
