import { addDays, type Day } from '../market/calendar.ts'
import { EXCHANGE_TABLE } from '../market/exchanges.ts'
import {
  type Board,
  type Book,
  type Category,
  type GmpFact,
  type ListingFact,
  OPEN_ALONE,
  QUOTE_ALONE,
  type SubscriptionFact,
} from '../market/facts/fact.ts'
import { type Paise, percentOf, rupeesFromPaise } from '../market/money.ts'
import type { DemoIssue } from './issue.ts'
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
export function premiumPath(issue: DemoIssue): { day: Day; rupees: number }[] {
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
export function quotesOf(issue: DemoIssue): DemoFact[] {
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
  { slug, bandOn, offer }: DemoIssue,
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

/** One category of bidders. */
interface Bidders {
  readonly category: Category
  /** Its share of the issue. */
  readonly share: number
  /** Its final demand, in times subscribed. */
  readonly times: number
  /** Its demand grows as this power of the elapsed time; institutions bid on the last day. */
  readonly lateness: number
  /** Counted with another category, and so not in the total. */
  readonly isPart?: true
}

/** The hours of each day of bidding at which exchanges publish the book. */
const HOURS: Readonly<Record<Board, readonly number[]>> = { MAINBOARD: [11, 13, 15, 17], SME: [12, 14, 16] }
/** They publish the final figures in the evening of the last day. */
const FINAL_HOUR = 19
const MIN_TIMES = 0.5
const MAX_TIMES = 200
/** The lots of a usual application; others have one. */
const LOTS_APPLIED: Readonly<Partial<Record<Category, number>>> = { QIB: 60, NII: 7, RII: 2 }

/** The readings of the order book during bidding. */
export function bidsOf(issue: DemoIssue): DemoFact[] {
  const { slug, board, exchanges, held } = issue
  const random = seeded(`bids ${issue.index}`)
  const exchange = exchanges.includes('NSE') ? 'NSE' : 'BSE'
  const source = EXCHANGE_TABLE[exchange].publisher
  const book: Book = board === 'SME' ? exchange : 'ALL'
  const bidders = biddersOf(issue, random)
  const days = daysBetween(held.openDate, held.closeDate).filter(isBusinessDay)
  const moments = days.flatMap((day) => HOURS[board].map((hour) => ({ day, hour })))
  moments.push({ day: held.closeDate, hour: FINAL_HOUR })

  return moments.flatMap(({ day, hour }, n) => {
    const observedAt = demoMoment(day, hour * 60)
    const recordedAt = demoMoment(day, hour * 60, wholeBetween(random, 60, 480))
    return demandAt((n + 1) / moments.length, bidders, issue).map(
      ({ category, offered, bid, applications }) => {
        // Mainboard books print no applications, and NSE's SME book prints multiples only of the total.
        const hasMultiple = book !== 'NSE' || category === 'TOTAL'
        const timesSub = hasMultiple ? Math.round((bid / offered) * 100) / 100 : null
        const fact: SubscriptionFact = {
          ...{ fact: 'subscription', slug, observedAt, category, timesSub },
          ...{ sharesOffered: hasMultiple ? offered : null, sharesBid: bid },
          ...{ applications: book === 'ALL' ? null : applications, book, source },
          printed: timesSub === null ? String(bid) : `${timesSub.toFixed(2)}x`,
          url: null,
        }
        return { fact, recordedAt }
      },
    )
  })
}

/** The categories and their final demand, which grows with the GMP and levels off near the maximum. */
function biddersOf({ board, exchanges, appealPct, reservedFor }: DemoIssue, random: Random): Bidders[] {
  const eager = Math.exp(0.095 * appealPct + 0.5 * gaussian(random))
  const total = MIN_TIMES + 1 / (1 / eager + 1 / (MAX_TIMES - MIN_TIMES))
  const isSme = board === 'SME'
  const rii = total * (isSme ? between(random, 0.7, 1) : between(random, 0.4, 0.7))
  const others = (total - 0.35 * rii) / 0.65
  const retail: Bidders = { category: 'RII', share: 0.35, times: rii, lateness: 1.3 }
  // BSE's SME platform counts institutions with NII.
  if (isSme && exchanges.includes('BSE'))
    return [{ category: 'NII', share: 0.65, times: others, lateness: 2.4 }, retail]
  const qib = others * between(random, 0.9, 1.1)
  const nii = (0.65 * others - 0.5 * qib) / 0.15
  const bidders: Bidders[] = [
    { category: 'QIB', share: 0.5, times: qib, lateness: 3.3 },
    { category: 'NII', share: 0.15, times: nii, lateness: 2.3 },
    retail,
  ]
  if (isSme) return bidders
  // Two thirds of the non-institutional part are for bNII, one third for sNII.
  const bnii = nii * between(random, 1, 1.2)
  bidders.push({ category: 'BNII', share: 0.1, times: bnii, lateness: 2.3, isPart: true })
  bidders.push({ category: 'SNII', share: 0.05, times: 3 * nii - 2 * bnii, lateness: 2.3, isPart: true })
  for (const category of reservedFor)
    bidders.push({ category, share: 0.005, times: total * between(random, 0.1, 0.4), lateness: 1.3 })
  return bidders
}

/** The demand of each category and the total, in shares. Anchors' and market makers' shares are not bid for. */
function demandAt(elapsed: number, bidders: readonly Bidders[], issue: DemoIssue) {
  const { shares, setAside, offer } = issue
  const { lotSize } = offer
  const inLots = (amount: number) => Math.floor(amount / lotSize) * lotSize
  const each = bidders.map(({ category, share, times, lateness, isPart = false }) => {
    const offered = Math.max(lotSize, inLots((shares - setAside) * share))
    const bid = inLots(offered * times * elapsed ** lateness)
    const applications = Math.ceil(bid / lotSize / (LOTS_APPLIED[category] ?? 1))
    return { category, isPart, offered, bid, applications }
  })
  const counted = each.filter(({ isPart }) => !isPart)
  const sum = (key: 'offered' | 'bid' | 'applications') => counted.reduce((total, one) => total + one[key], 0)
  return [
    ...each,
    {
      category: 'TOTAL' as const,
      offered: sum('offered'),
      bid: sum('bid'),
      applications: sum('applications'),
    },
  ]
}

/** The exchanges trade in steps of five paise. */
const TICK: Paise = 5
/** The bounds of the opening price relative to the issue price. Those of SME shares are the exchanges' limits. */
const OPENING_BOUNDS = { MAINBOARD: [0.55, 2.6], SME: [0.8, 1.9] } as const
/** How far the price may move from the opening price on the first day. */
const DAY_LIMIT = { MAINBOARD: 0.2, SME: 0.05 } as const
const EXACTLY_FLAT_BELOW_PCT = 1

const inTicks = (price: number): Paise => Math.max(TICK, Math.round(price / TICK) * TICK)

/** The price of the opening trade: the last expected gain of the grey market, with a large random error. */
export function listingPrice(issue: DemoIssue): Paise {
  const random = seeded(`listing ${issue.index}`)
  const { issuePrice } = issue.offer
  const expectedPct = ((premiumPath(issue).at(-1)?.rupees ?? 0) * 100 * 100) / issuePrice
  const surprisePct = gaussian(random) * (9.4 + 0.28 * Math.abs(expectedPct)) * (chance(random, 0.06) ? 2 : 1)
  const gainPct = expectedPct + surprisePct
  if (Math.abs(gainPct) < EXACTLY_FLAT_BELOW_PCT) return issuePrice
  const [least, most] = OPENING_BOUNDS[issue.board]
  return inTicks(issuePrice * Math.min(Math.max(1 + gainPct / 100, least), most))
}

/** The opening price at about 10:20 on the listing day, and in the evening all figures of that day. */
export function listingOf(issue: DemoIssue): DemoFact[] {
  const { slug, board, exchanges, held, shares } = issue
  const random = seeded(`first day ${issue.index}`)
  const exchange = exchanges.includes('NSE') ? 'NSE' : 'BSE'
  const open = listingPrice(issue)
  const opening: ListingFact = {
    ...{ fact: 'listing', slug, listedOn: held.listingDate, listingPrice: open, exchange, ...OPEN_ALONE },
    ...{ source: EXCHANGE_TABLE[exchange].publisher, printed: null, url: null },
  }
  /** A price of the day; 1 and -1 are the limits of its moves. */
  const price = (move: number) => inTicks(open * (1 + DAY_LIMIT[board] * move))
  const close = Math.min(1, Math.max(-1, 0.6 * gaussian(random)))
  const wholeDay: ListingFact = {
    ...opening,
    high: price(between(random, Math.max(0, close), 1)),
    low: price(between(random, Math.min(0, close), -1)),
    close: price(close),
    volume: Math.ceil(shares * between(random, 0.2, 1.4)),
    deliveredPct: board === 'SME' ? 100 : Math.round(between(random, 25, 75) * 100) / 100,
  }
  const [opensAt, fileAt] = [10 * 60 + wholeBetween(random, 15, 25), 18 * 60 + wholeBetween(random, 30, 60)]
  return [
    { fact: opening, recordedAt: demoMoment(held.listingDate, opensAt, 20) },
    { fact: wholeDay, recordedAt: demoMoment(held.listingDate, fileAt, 35) },
  ]
}
