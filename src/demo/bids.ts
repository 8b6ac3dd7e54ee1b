import { EXCHANGE_TABLE } from '../market/exchanges.ts'
import type { Board, Book, Category, SubscriptionFact } from '../market/facts/fact.ts'
import type { Issue } from './issue.ts'
import { between, gaussian, type Random, seeded, wholeBetween } from './seeded.ts'
import { type DemoFact, daysBetween, demoMoment, isBusinessDay } from './trading-days.ts'

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
export function bidsOf(issue: Issue): DemoFact[] {
  const { slug, board, exchanges, held, change } = issue
  if (change?.kind === 'withdrawn') return []
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
function biddersOf({ board, exchanges, appealPct, reservedFor }: Issue, random: Random): Bidders[] {
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
function demandAt(elapsed: number, bidders: readonly Bidders[], issue: Issue) {
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
