import type { Instant } from '../../market/calendar.ts'
import type { Book, Category, SubscriptionFact } from '../../market/facts/fact.ts'
import { daysBetween, demoMoment, isBusinessDay, later } from '../business-days.ts'
import type { Company } from '../company.ts'
import type { DemoFact } from '../demo-fact.ts'
import { between, gaussian, type Random, seeded, wholeBetween } from '../seeded.ts'

/** One category of bidders: its share of the issue, its final demand, and how late it bids. */
interface Bidders {
  readonly category: Category
  readonly share: number
  /** Counted with another category, and so not in the total. */
  readonly isPart?: true
  readonly finalTimes: number
  /** Demand grows as this power of the elapsed time; institutions bid on the last day. */
  readonly lateness: number
}

/** The state of one category at a moment, in shares. */
interface Demand {
  readonly category: Category
  readonly offered: number
  readonly bid: number
  readonly applications: number
}

type Figures = Pick<SubscriptionFact, 'timesSub' | 'sharesOffered' | 'sharesBid' | 'applications'>

const MAINBOARD_HOURS = [11, 13, 15, 17] as const
const SME_HOURS = [12, 14, 16] as const
/** Exchanges publish the final figures in the evening of the last day. */
const FINAL_HOUR = 19
const MIN_TIMES = 0.5
const MAX_TIMES = 200
/** The lots of a usual application. */
const LOTS_APPLIED: Readonly<Partial<Record<Category, number>>> = { QIB: 60, NII: 7, RII: 2 }

/** The readings of the order book during bidding. */
export function subscriptionStory(company: Company): DemoFact[] {
  if (company.issueDays.change.kind === 'withdrawn') return []
  const random = seeded(`subscription ${company.index}`)
  const isSme = company.board === 'SME'
  const onNse = company.exchanges.includes('NSE')
  const book: Book = isSme ? (onNse ? 'NSE' : 'BSE') : 'ALL'
  const source = onNse ? 'nse' : 'bse'
  const bidders = isSme ? smeBidders(company, random, onNse) : mainboardBidders(company, random)

  const moments = readingMoments(company, isSme ? SME_HOURS : MAINBOARD_HOURS)
  return moments.flatMap((observedAt, i) => {
    const recordedAt = later(observedAt, wholeBetween(random, 60, 480))
    return demandAt((i + 1) / moments.length, bidders, company).map((demand) => {
      const figures = figuresOf(demand, book)
      const reading: SubscriptionFact = {
        fact: 'subscription',
        slug: company.slug,
        observedAt,
        category: demand.category,
        ...figures,
        book,
        source,
        printed: figures.timesSub === null ? String(demand.bid) : `${figures.timesSub.toFixed(2)}x`,
        url: null,
      }
      return { fact: reading, recordedAt }
    })
  })
}

/** At some hours of each day of bidding, and once after the last. */
function readingMoments({ issueDays: { held } }: Company, hours: readonly number[]): Instant[] {
  const days = daysBetween(held.openDate, held.closeDate).filter(isBusinessDay)
  return [
    ...days.flatMap((day) => hours.map((hour) => demoMoment(day, hour * 60))),
    demoMoment(held.closeDate, FINAL_HOUR * 60),
  ]
}

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
  const reserved = company.particulars.reservedFor.map(
    (category): Bidders => ({
      category,
      share: 0.005,
      finalTimes: whole * between(random, 0.1, 0.4),
      lateness: 1.3,
    }),
  )
  return [
    { category: 'QIB', share: 0.5, finalTimes: qib, lateness: 3.5 },
    { category: 'NII', share: 0.15, finalTimes: nii, lateness: 2.2 },
    { category: 'BNII', share: 0.1, isPart: true, finalTimes: bnii, lateness: 2.2 },
    // Two thirds of the non-institutional part are for bNII, one third for sNII.
    { category: 'SNII', share: 0.05, isPart: true, finalTimes: 3 * nii - 2 * bnii, lateness: 2.2 },
    { category: 'RII', share: 0.35, finalTimes: rii, lateness: 1.2 },
    ...reserved,
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

/** The demand of each category and the total. Anchors' and market makers' shares are not bid for. */
function demandAt(elapsed: number, bidders: readonly Bidders[], { offer, particulars }: Company): Demand[] {
  const { shares, anchorShares, marketMakerShares } = particulars
  const { lotSize } = offer
  const inLots = (amount: number) => Math.floor(amount / lotSize) * lotSize
  const each = bidders.map(({ category, share, finalTimes, lateness, isPart = false }) => {
    const offered = Math.max(lotSize, inLots((shares - anchorShares - marketMakerShares) * share))
    const bid = inLots(offered * finalTimes * elapsed ** lateness)
    return {
      category,
      isPart,
      offered,
      bid,
      applications: Math.ceil(bid / lotSize / (LOTS_APPLIED[category] ?? 1)),
    }
  })
  const whole = each.filter(({ isPart }) => !isPart)
  const sum = (key: 'offered' | 'bid' | 'applications') => whole.reduce((total, one) => total + one[key], 0)
  const total = { offered: sum('offered'), bid: sum('bid'), applications: sum('applications') }
  return [...each, { category: 'TOTAL', ...total }]
}

/** What each book prints: mainboard books no applications, NSE's SME book multiples only of the total. */
function figuresOf({ category, offered, bid, applications }: Demand, book: Book): Figures {
  const sharesBid = bid
  if (book === 'NSE' && category !== 'TOTAL')
    return { timesSub: null, sharesOffered: null, sharesBid, applications }
  const timesSub = Math.round((bid / offered) * 100) / 100
  return { timesSub, sharesOffered: offered, sharesBid, applications: book === 'ALL' ? null : applications }
}
