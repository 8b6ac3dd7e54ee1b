import { addDays, type Day } from '../market/calendar.ts'
import { type GmpFact, QUOTE_ALONE } from '../market/facts/fact.ts'
import { type Paise, percentOf, rupeesFromPaise } from '../market/money.ts'
import type { Issue } from './issue.ts'
import { between, chance, gaussian, type Random, seeded, shuffled, wholeBetween } from './seeded.ts'
import { type DemoFact, daysBetween, demoMoment, isBusinessDay } from './trading-days.ts'

/** The tracker that prints the range of the day and the rate for a whole application. */
const DETAILED_TRACKER = 'InvestorGain'
/** Those whose owner has no other tracker. */
const INDEPENDENT_TRACKERS = ['IPOWatch', 'IPO Ji', 'IPO Premium']
const TRACKERS = [DETAILED_TRACKER, 'Chittorgarh', ...INDEPENDENT_TRACKERS]

const NEVER_QUOTED_SHARE = 0.06
/** Of issues with three or more trackers. Higher than in reality, so that the demo always shows a dispute. */
const DISPUTED_SHARE = 1 / 3
/** Below this amount trackers agree to the rupee. */
const SMALL_PREMIUM_RUPEES = 6
/** The part of the distance to the issue's appeal that the GMP returns each day. */
const PULL_OF_APPEAL = 0.25
const RUPEE: Paise = 100

/**
 * The GMP of each day in unrounded rupees: a random walk around the issue's appeal, from the first quotes to the day
 * before listing or the withdrawal.
 */
export function premiumPath(issue: Issue): { day: Day; rupees: number }[] {
  const { held, change, appealPct, offer } = issue
  const random = seeded(`premium ${issue.index}`)
  const first = addDays(held.openDate, -wholeBetween(random, 7, 9))
  const last = change?.kind === 'withdrawn' ? change.on : addDays(held.listingDate, -1)
  // An issue without appeal is quoted at zero throughout.
  const stepPct = appealPct === 0 ? 0 : 0.5 + 0.09 * Math.abs(appealPct)
  let levelPct = appealPct * between(random, 0.6, 1.2)
  return daysBetween(first, last).map((day) => {
    levelPct += PULL_OF_APPEAL * (appealPct - levelPct) + gaussian(random) * stepPct
    return { day, rupees: (levelPct * offer.priceMax) / 100 / 100 }
  })
}

/** The trackers' quotes of the issue's GMP, day by day. For some days one of them may be far off. */
export function quotesOf(issue: Issue): DemoFact[] {
  const random = seeded(`trackers ${issue.index}`)
  if (chance(random, NEVER_QUOTED_SHARE)) return []
  const trackers = shuffled(random, TRACKERS).slice(0, wholeBetween(random, 2, TRACKERS.length))
  const isDisputed = trackers.length > 2 && chance(random, DISPUTED_SHARE)
  const outlier = isDisputed ? trackers.find((one) => INDEPENDENT_TRACKERS.includes(one)) : null
  const firstOff = wholeBetween(random, 2, 8)
  const lastOff = firstOff + wholeBetween(random, 5, 13)
  const factor = between(random, 1.7, 2.4)

  return premiumPath(issue).flatMap(({ day, rupees }, n) =>
    trackers.flatMap((tracker) => {
      const isOff = tracker === outlier && n >= firstOff && n <= lastOff
      if (!chance(random, isOff ? 0.95 : isBusinessDay(day) ? 0.75 : 0.45)) return []
      // One quote a day, or one before and one after 3 pm.
      const hours = chance(random, 0.2)
        ? [between(random, 9, 15), between(random, 15, 21)]
        : [between(random, 9, 21)]
      const quoted = isOff ? rupees * factor + 15 : rupees
      return hours.map((hour) => quote(issue, { tracker, day, hour, rupees: quoted }, random))
    }),
  )
}

function quote(
  { slug, bandOn, offer }: Issue,
  { tracker, day, hour, rupees }: { tracker: string; day: Day; hour: number; rupees: number },
  random: Random,
): DemoFact {
  const gmp = roundedPremium(rupees, random)
  // No percentage of the price and no rate for an application are printed until the price band is known.
  const isPriced = day > bandOn
  const percentage = isPriced ? ` (${percentOf(gmp, offer.priceMax)}%)` : ''
  const application = gmp * offer.lotSize * offer.minLots * between(random, 0.6, 0.9)
  const details = {
    printedLow: gmp - wholeBetween(random, 0, 3) * RUPEE,
    printedHigh: gmp + wholeBetween(random, 0, 3) * RUPEE,
    // In hundreds of rupees, and asked only where a gain is expected.
    subjectToSauda: isPriced && gmp > 0 ? Math.ceil(application / (100 * RUPEE)) * 100 * RUPEE : null,
  }
  const minutes = Math.floor(hour * 60)
  const fact: GmpFact = {
    ...{ fact: 'gmp', slug, observedAt: day, gmp, source: tracker, reportedAt: demoMoment(day, minutes) },
    ...(tracker === DETAILED_TRACKER ? details : QUOTE_ALONE),
    printed: `₹${rupeesFromPaise(gmp)}${percentage}`,
    url: null,
  }
  return { fact, recordedAt: demoMoment(day, minutes, wholeBetween(random, 90, 540)) }
}

/** In whole rupees, sometimes with a half. */
function roundedPremium(rupees: number, random: Random): Paise {
  const isSmall = Math.abs(rupees) < SMALL_PREMIUM_RUPEES
  const steps = !isSmall && chance(random, 0.1) ? 2 : 1
  const quoted = isSmall ? rupees : rupees * (1 + 0.03 * gaussian(random))
  // Adding 0 turns -0 into 0.
  return Math.round(quoted * steps) * (RUPEE / steps) + 0
}
