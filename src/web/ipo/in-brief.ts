import type { IpoReport } from '../../reports/ipos/ipo.ts'
import { boardName } from '../figures.tsx'
import { band, gain, isolated, longDay, rupees, times } from '../format.ts'

/** The title of the page, for tabs and search results. */
export function ipoPageTitle({ ipo, calledOff }: IpoReport): string {
  const name = `${isolated(ipo.name)} IPO`
  if (calledOff !== null) return `${name}: ${calledOff}`
  if (ipo.listing) return `${name}: listed at ${rupees(ipo.listing.listingPrice)}, GMP against what came`
  return ipo.lastGmp === null
    ? `${name}: dates, price band, subscription`
    : `${name}: GMP ${rupees(ipo.lastGmp)}, dates, subscription`
}

/** The page in a few facts. */
export function descriptionOf({ ipo, gmpHistory, listingDay, calledOff }: IpoReport): string {
  const quoted = gmpHistory.days.at(-1)
  const price = band(ipo.priceMin, ipo.priceMax)
  const name = `${isolated(ipo.name)} (${boardName(ipo.board)} IPO)`
  // Its dates and quotes are no longer valid.
  if (calledOff !== null) return `${name} was ${calledOff}.`
  const parts = [
    name,
    ...(price === null ? [] : [`${price} a share`]),
    ...(ipo.openDate === null ? [] : [`opens ${longDay(ipo.openDate.slice(0, 10))}`]),
    ...(ipo.closeDate === null ? [] : [`closes ${longDay(ipo.closeDate.slice(0, 10))}`]),
    ...(listingDay === null ? [] : [`lists ${longDay(listingDay)}`]),
    ...(quoted ? [`GMP ${rupees(quoted.gmp)} on ${longDay(quoted.day)}${impliedBy(quoted.gmpPct)}`] : []),
    ...(ipo.lastSubX === null ? [] : [`subscribed ${times(ipo.lastSubX)}`]),
  ]
  return `${parts.join(', ')}.`
}

const impliedBy = (pct: number | null): string => (pct === null ? '' : ` (${gain(pct)})`)
