import type { Day, Instant } from '../market/calendar.ts'
import { type Book, type Category, MULTIPLE_ALONE, type SubscriptionFact } from '../market/facts/fact.ts'
import { businessDay, businessDayNumber, demoMoment, later } from './business-days.ts'
import type { Company } from './company.ts'
import type { DemoFact } from './demo-fact.ts'
import { between, chance, gaussian, type Random, seeded, wholeBetween } from './seeded.ts'

/** One category of bidders: its share of the issue, its final demand, and how late it bids. */
interface Bidders {
  readonly category: Category
  /** Zero for a part of another category, or for one too small to change the total. */
  readonly share: number
  readonly finalTimes: number
  /** Demand grows as this power of the elapsed time; institutions bid on the last day. */
  readonly lateness: number
}

const MAINBOARD_HOURS = [11, 13, 15, 17] as const
const SME_HOURS = [12, 14, 16] as const
const MIN_TIMES = 0.5
const MAX_TIMES = 200

/** The readings of the order book during bidding. */
export function subscriptionStory(company: Company): DemoFact[] {
  if (company.issueDays.change.kind === 'withdrawn') return []
  const random = seeded(`subscription ${company.index}`)
  const isSme = company.board === 'SME'
  const onNse = company.exchanges.includes('NSE')
  const book: Book = isSme ? (onNse ? 'NSE' : 'BSE') : 'ALL'
  const source = onNse ? 'nse' : 'bse'
  const bidders = isSme ? smeBidders(company, random, onNse) : mainboardBidders(company, random)

  const moments = readingMoments(company.issueDays.held.openDate, isSme ? SME_HOURS : MAINBOARD_HOURS)
  return moments.flatMap((observedAt, i) => {
    const recordedAt = later(observedAt, wholeBetween(random, 60, 480))
    return readingsAt((i + 1) / moments.length, bidders).map(({ category, timesSub }) => {
      const reading: SubscriptionFact = {
        fact: 'subscription',
        slug: company.slug,
        observedAt,
        category,
        timesSub,
        ...MULTIPLE_ALONE,
        book,
        source,
        printed: `${timesSub.toFixed(2)}x`,
        url: null,
      }
      return { fact: reading, recordedAt }
    })
  })
}

const readingMoments = (openDate: Day, hours: readonly number[]): Instant[] =>
  [0, 1, 2].flatMap((n) => {
    const day = businessDay(businessDayNumber(openDate) + n)
    return hours.map((hour) => demoMoment(day, hour * 60))
  })

/** The total demand in times subscribed: it grows with the GMP and levels off near the maximum. */
function totalDemand({ appealPct }: Company, random: Random): number {
  const eager = Math.exp(0.095 * appealPct + 0.5 * gaussian(random))
  return MIN_TIMES + 1 / (1 / eager + 1 / (MAX_TIMES - MIN_TIMES))
}

function mainboardBidders(company: Company, random: Random): Bidders[] {
  const whole = totalDemand(company, random)
  const [qib, rii] = [whole * between(random, 1, 1.25), whole * between(random, 0.4, 0.7)]
  const nii = (whole - 0.5 * qib - 0.35 * rii) / 0.15
  const bnii = nii * between(random, 1, 1.2)
  const bidders: Bidders[] = [
    { category: 'QIB', share: 0.5, finalTimes: qib, lateness: 3.5 },
    { category: 'NII', share: 0.15, finalTimes: nii, lateness: 2.2 },
    { category: 'BNII', share: 0, finalTimes: bnii, lateness: 2.2 },
    // Two thirds of the non-institutional part are for bNII, one third for sNII.
    { category: 'SNII', share: 0, finalTimes: 3 * nii - 2 * bnii, lateness: 2.2 },
    { category: 'RII', share: 0.35, finalTimes: rii, lateness: 1.2 },
  ]
  if (!chance(random, 0.3)) return bidders
  return [
    ...bidders,
    { category: 'EMP', share: 0, finalTimes: whole * between(random, 0.1, 0.4), lateness: 1.3 },
  ]
}

/** NSE's SME platform reports institutions separately; BSE's counts them with NII. */
function smeBidders(company: Company, random: Random, showsQib: boolean): Bidders[] {
  const whole = totalDemand(company, random)
  const rii = whole * between(random, 0.7, 1)
  const others = (whole - 0.35 * rii) / 0.65
  const bidders: Bidders[] = [
    { category: 'NII', share: showsQib ? 0.15 : 0.65, finalTimes: others, lateness: 2.4 },
    { category: 'RII', share: 0.35, finalTimes: rii, lateness: 1.4 },
  ]
  return showsQib ? [{ category: 'QIB', share: 0.5, finalTimes: others, lateness: 3.2 }, ...bidders] : bidders
}

function readingsAt(
  elapsed: number,
  bidders: readonly Bidders[],
): { category: Category; timesSub: number }[] {
  const demand = bidders.map((one) => ({ ...one, times: one.finalTimes * elapsed ** one.lateness }))
  const total = demand.reduce((sum, { share, times }) => sum + share * times, 0)
  return [...demand, { category: 'TOTAL' as const, times: total }].map(({ category, times }) => ({
    category,
    timesSub: Math.round(times * 100) / 100,
  }))
}
