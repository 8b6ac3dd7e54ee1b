import { addDays, type Day } from '../market/calendar.ts'
import { daysBetween } from './business-days.ts'
import type { Company } from './company.ts'
import { between, gaussian, seeded, wholeBetween } from './seeded.ts'

/** What the grey market pays above the price on a day, in rupees and unrounded. */
export interface PremiumDay {
  readonly day: Day
  readonly rupees: number
}

/** How far a premium goes back to its issue's appeal each day; the rest is the day's own. */
const PULL_OF_APPEAL = 0.25

/** A random walk around the appeal, from the first quotes to the day before listing or the end of the issue. */
export function premiumPath(company: Company): PremiumDay[] {
  const { course, appealPct, offer } = company
  const random = seeded(`premium ${company.index}`)
  const first = addDays(course.held.openDate, -wholeBetween(random, 7, 9))
  const last = course.turn.kind === 'withdrawn' ? course.turn.on : addDays(course.held.listingDate, -1)

  // An issue that nobody wants is quoted at zero from first to last.
  const stepPct = appealPct === 0 ? 0 : 0.5 + 0.09 * Math.abs(appealPct)
  let levelPct = appealPct * between(random, 0.6, 1.2)
  return daysBetween(first, last).map((day) => {
    levelPct += PULL_OF_APPEAL * (appealPct - levelPct) + gaussian(random) * stepPct
    return { day, rupees: (levelPct * offer.priceMax) / 100 / 100 }
  })
}
