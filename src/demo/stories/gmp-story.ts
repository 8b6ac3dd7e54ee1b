import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import { type GmpFact, QUOTE_ALONE } from '../../market/facts/fact.ts'
import { builtInOwner } from '../../market/facts/publisher.ts'
import { type Paise, percentOf, rupeesFromPaise } from '../../market/money.ts'
import { demoMoment, isBusinessDay, later } from '../business-days.ts'
import type { Company } from '../company.ts'
import type { DemoFact } from '../demo-fact.ts'
import { type PremiumDay, premiumPath } from '../premium.ts'
import { between, chance, gaussian, pick, type Random, seeded, shuffled, wholeBetween } from '../seeded.ts'

const TRACKERS = ['InvestorGain', 'Chittorgarh', 'IPOWatch', 'IPO Ji', 'IPO Premium'] as const
type Tracker = (typeof TRACKERS)[number]

/** The tracker that prints the range of the day and the rate for a whole application. */
const DETAILED_TRACKER: Tracker = 'InvestorGain'

const NEVER_QUOTED_SHARE = 0.06
/** Higher than in reality, so that the demo always shows a dispute. */
const DISPUTED_SHARE = 1 / 4
/** Below this amount trackers agree to the rupee. */
const SMALL_PREMIUM_RUPEES = 6

const RUPEE: Paise = 100

/** A tracker whose quotes are far off for some days. */
interface Outlier {
  readonly tracker: Tracker
  readonly days: readonly Day[]
  readonly factor: number
}

/** The trackers' reports of the issue's GMP, day by day. */
export function gmpStory(company: Company): DemoFact[] {
  const random = seeded(`gmp ${company.index}`)
  if (chance(random, NEVER_QUOTED_SHARE)) return []

  const path = premiumPath(company)
  const isContested = chance(random, DISPUTED_SHARE)
  // Three trackers have at least two owners, so that two can disagree.
  const trackers = shuffled(random, TRACKERS).slice(
    0,
    wholeBetween(random, isContested ? 3 : 2, TRACKERS.length),
  )
  const outlier = isContested ? outlierAmong(trackers, path, random) : undefined
  return path.flatMap((premium) =>
    trackers.flatMap((tracker) => {
      const isOff = outlier?.tracker === tracker && outlier.days.includes(premium.day)
      if (!chance(random, isOff ? 0.95 : isBusinessDay(premium.day) ? 0.75 : 0.45)) return []
      const rupees = isOff ? premium.rupees * outlier.factor + 15 : premium.rupees
      return reportsOfDay(company, { tracker, day: premium.day, rupees }, random)
    }),
  )
}

function outlierAmong(trackers: readonly Tracker[], path: readonly PremiumDay[], random: Random): Outlier {
  const isAlone = (one: Tracker) =>
    trackers.every((other) => other === one || builtInOwner(other) !== builtInOwner(one))
  const first = wholeBetween(random, 2, Math.max(2, path.length - 9))
  return {
    tracker: pick(random, trackers.filter(isAlone)),
    days: path.slice(first, first + wholeBetween(random, 6, 14)).map(({ day }) => day),
    factor: between(random, 1.7, 2.4),
  }
}

/** One report a day, or one before and one after 3 pm. */
function reportsOfDay(
  company: Company,
  { tracker, day, rupees }: { tracker: Tracker; day: Day; rupees: number },
  random: Random,
): DemoFact[] {
  const hours = chance(random, 0.2)
    ? [between(random, 9, 15), between(random, 15, 21)]
    : [between(random, 9, 21)]
  return hours.map((hour) => {
    const reportedAt = demoMoment(day, Math.floor(hour * 60))
    const gmp = quotedPremium(rupees, random)
    const fact: GmpFact = {
      fact: 'gmp',
      slug: company.slug,
      observedAt: day,
      gmp,
      source: tracker,
      reportedAt,
      ...(tracker === DETAILED_TRACKER ? detailsOf(gmp, company, reportedAt, random) : QUOTE_ALONE),
      printed: printedPremium(gmp, company, day),
      url: null,
    }
    return { fact, recordedAt: later(reportedAt, wholeBetween(random, 90, 540)) }
  })
}

/** The printed range contains the quote. A rate for an application is asked only where a gain is expected. */
function detailsOf(
  gmp: Paise,
  { issueDays, offer }: Company,
  reportedAt: Instant,
  random: Random,
): Pick<GmpFact, keyof typeof QUOTE_ALONE> {
  const isPriced = istDay(reportedAt) > issueDays.bandOn
  const ofApplication = gmp * offer.lotSize * offer.minLots * between(random, 0.6, 0.9)
  return {
    printedLow: gmp - wholeBetween(random, 0, 3) * RUPEE,
    printedHigh: gmp + wholeBetween(random, 0, 3) * RUPEE,
    // In hundreds of rupees.
    subjectToSauda: isPriced && gmp > 0 ? Math.ceil(ofApplication / (100 * RUPEE)) * 100 * RUPEE : null,
  }
}

/** In whole rupees, sometimes with a half. */
function quotedPremium(rupees: number, random: Random): Paise {
  const isSmall = Math.abs(rupees) < SMALL_PREMIUM_RUPEES
  const steps = !isSmall && chance(random, 0.1) ? 2 : 1
  const quote = isSmall ? rupees : rupees * (1 + 0.03 * gaussian(random))
  // Adding 0 turns -0 into 0.
  return Math.round(quote * steps) * (100 / steps) + 0
}

/** The text as a tracker prints it, without a percentage until the price band is known. */
function printedPremium(gmp: Paise, { issueDays, offer }: Company, day: Day): string {
  const rupees = `₹${rupeesFromPaise(gmp)}`
  return day <= issueDays.bandOn ? rupees : `${rupees} (${percentOf(gmp, offer.priceMax)}%)`
}
