import { addDays, type Day, type Instant, istDay } from '../../market/calendar.ts'
import type { Terms } from '../../market/facts/fact.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import { type Objection, objection } from './refusal-rules.ts'

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
