import { addDays, type Day } from '../market/calendar.ts'
import { daysBetween } from './business-days.ts'
import type { Company } from './company.ts'
import { between, gaussian, seeded, wholeBetween } from './seeded.ts'

/** The GMP of a day, in unrounded rupees. */
export interface PremiumDay {
  readonly day: Day
  readonly rupees: number
}

/** The part of the distance to the issue's appeal that the GMP returns each day. */
const PULL_OF_APPEAL = 0.25

/** A random walk around the issue's appeal, from the first quotes to the day before listing or the withdrawal. */
export function premiumPath(company: Company): PremiumDay[] {
  const { issueDays, appealPct, offer } = company
  const random = seeded(`premium ${company.index}`)
  const first = addDays(issueDays.held.openDate, -wholeBetween(random, 7, 9))
  const last =
    issueDays.change.kind === 'withdrawn' ? issueDays.change.on : addDays(issueDays.held.listingDate, -1)

  // An issue without appeal is quoted at zero throughout.
  const stepPct = appealPct === 0 ? 0 : 0.5 + 0.09 * Math.abs(appealPct)
  let levelPct = appealPct * between(random, 0.6, 1.2)
  return daysBetween(first, last).map((day) => {
    levelPct += PULL_OF_APPEAL * (appealPct - levelPct) + gaussian(random) * stepPct
    return { day, rupees: (levelPct * offer.priceMax) / 100 / 100 }
  })
}
