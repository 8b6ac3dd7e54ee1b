import { chance, gaussian } from '../../src/demo/seeded.ts'
import { demoMoment } from '../../src/demo/trading-days.ts'
import type { Instant } from '../../src/market/calendar.ts'
import {
  BEFORE_OPENING,
  EVENING_NOTICE,
  type InventedIssue,
  issueDays,
  LISTS_AFTER,
  MORNING_NOTICE,
  MOVED_BEFORE,
  WITHDRAWN_BEFORE,
} from './issues.ts'
import { tradingDay } from './market-size.ts'

/** A line of a facts file, with the trading day and the time of its recording. */
export interface IssueLine {
  readonly day: number
  readonly recordedAt: Instant
  readonly text: string
}

type AddFact = (day: number, minutes: number, fact: object) => void

const GMP_SOURCES = ['IPOWatch', 'InvestorGain', 'Chittorgarh', 'IPO Ji', 'IPO Premium'] as const
const GMP_DAYS = 20
const CATEGORIES = ['QIB', 'NII', 'RII', 'TOTAL'] as const
const MORNING = 9 * 60

/** All facts of an issue, with this many reports of its GMP. */
export function issueLines(issue: InventedIssue, gmpReports: number): IssueLine[] {
  const lines: IssueLine[] = []
  const add: AddFact = (day, minutes, fact) => {
    const recordedAt = demoMoment(tradingDay(day), Math.floor(minutes), Math.floor((minutes % 1) * 60))
    lines.push({ day, recordedAt, text: JSON.stringify({ ...fact, recordedAt }) })
  }
  addTerms(issue, add)
  addGmp(issue, gmpReports, add)
  if (issue.isWithdrawn) return lines
  addSubscription(issue, add)
  addListing(issue, add)
  return lines
}

function addTerms(issue: InventedIssue, add: AddFact): void {
  const { slug, name, board, symbol, planned, opened, offer, random, index } = issue
  const notice = (day: number, terms: object) =>
    add(day, EVENING_NOTICE, { fact: 'ipo', slug, name, board, ...terms, source: 'nse' })
  const { openDate, closeDate } = issueDays(planned)
  const exchanges = board === 'SME' ? ['NSE'] : ['NSE', 'BSE']
  const { issueType, issueSizeCr } = offer
  const faceValue = offer.faceValue / 100
  const [priceMin, priceMax, issuePrice] = [
    offer.priceMin / 100,
    offer.priceMax / 100,
    offer.issuePrice / 100,
  ]
  // Before all other facts of its day, which may include reports of its GMP.
  add(planned - BEFORE_OPENING, MORNING_NOTICE, {
    ...{ fact: 'ipo', slug, name, board, symbol, exchanges, issueType, faceValue },
    ...(issueSizeCr === null ? {} : { issueSizeCr }),
    ...{ openDate, closeDate, source: 'nse' },
  })
  if (issue.isWithdrawn) {
    notice(planned - WITHDRAWN_BEFORE, { withdrawn: true })
    return
  }
  if (opened !== planned) notice(planned - MOVED_BEFORE, issueDays(opened))
  const { lotSize, minLots } = offer
  notice(opened - 5, { priceMin, priceMax, lotSize, minLots, ...issueDays(opened) })
  if (chance(random, 0.3))
    add(opened - 4, EVENING_NOTICE, { fact: 'ipo', slug, name, board, priceMax, source: 'Chittorgarh' })
  notice(opened + 2, { issuePrice })
  notice(opened + 3, { isin: `INE0B${String(index).padStart(7, '0')}`.slice(0, 12) })
}

/** Reports spread over the days up to the listing, from alternating sources that differ. */
function addGmp(issue: InventedIssue, reports: number, add: AddFact): void {
  const { slug, opened, premium, random } = issue
  const first = opened + LISTS_AFTER - GMP_DAYS
  // Reports of different issues have different minutes.
  const firstMinute = MORNING + (issue.index % 60)
  const minutesBetween = (EVENING_NOTICE - 60 - MORNING) / (Math.ceil(reports / GMP_DAYS) + 1)
  for (let n = 0, nth = 0, today = -1; n < reports; n++) {
    const day = first + Math.floor((n * GMP_DAYS) / reports)
    nth = day === today ? nth + 1 : 0
    today = day
    const source = GMP_SOURCES[(n + issue.index) % GMP_SOURCES.length]
    const gmp = Math.round(premium * (1 + 0.1 * gaussian(random)))
    add(day, firstMinute + nth * minutesBetween, {
      fact: 'gmp',
      slug,
      observedAt: tradingDay(day),
      gmp: gmp === 0 ? 0 : gmp,
      source,
    })
  }
}

function addSubscription({ slug, opened, random }: InventedIssue, add: AddFact): void {
  const demand = 1 + 60 * random() ** 3
  for (let day = 0; day < 3; day++) {
    const observedAt = demoMoment(tradingDay(opened + day), EVENING_NOTICE - 60)
    for (const category of CATEGORIES) {
      const timesSub = Math.round(demand * ((day + 1) / 3) ** 2 * (0.5 + random()) * 100) / 100
      add(opened + day, EVENING_NOTICE - 55, {
        fact: 'subscription',
        slug,
        observedAt,
        category,
        timesSub,
        source: 'nse',
      })
    }
  }
}

function addListing({ slug, board, opened, offer, premium, random }: InventedIssue, add: AddFact): void {
  const listedOn = tradingDay(opened + LISTS_AFTER)
  const rupees = Math.max(1, offer.issuePrice / 100 + premium * (0.6 + 0.8 * random()))
  for (const exchange of board === 'SME' ? ['NSE'] : ['NSE', 'BSE']) {
    const listingPrice = Number((rupees * (0.995 + 0.01 * random())).toFixed(2))
    const source = exchange.toLowerCase()
    add(opened + LISTS_AFTER, 10 * 60, { fact: 'listing', slug, listedOn, listingPrice, exchange, source })
  }
}
