/** What the one-day Express program says about an offer: pages, days, amounts, bids and the listing day. */
import { rounded, rupees, type Terms } from './express-calculations.ts'

/** The pages of the three registrars with most issues. */
const ALLOTMENT_PAGES = [
  ['kfin', 'KFin Technologies', 'https://ipostatus.kfintech.com/'],
  ['mufg', 'MUFG Intime', 'https://in.mpms.mufg.com/Initial_Offer/public-issues.html'],
  ['bigshare', 'Bigshare Services', 'https://ipo.bigshareonline.com/ipo_status.html'],
] as const

export function offerOf(terms: Terms) {
  const printed = terms.registrar
  const known = ALLOTMENT_PAGES.find(([word]) => printed?.toLowerCase().includes(word))
  return {
    registrar: printed && { name: known?.[1] ?? printed, allotmentUrl: known?.[2] ?? null },
    leadManagers: terms.leadManagers,
    documents: terms.documents,
    freshIssueShares: terms.freshIssueShares,
    freshIssueCr: terms.freshIssueCr,
    offerForSaleShares: terms.offerForSaleShares,
    offerForSaleCr: terms.offerForSaleCr,
    anchorShares: terms.anchorShares,
    marketMakerShares: terms.marketMakerShares,
    employeeDiscount: rupees(terms.employeeDiscount),
    upiCutoffAt: terms.upiCutoffAt,
    industry: terms.industry,
  }
}

export interface HolidayRow {
  readonly day: string
  readonly segment: string
}

const DAY_MS = 86_400_000
const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay())

/** The next day that is neither on a weekend nor a holiday of these segments. */
function nextDay(after: string, holidays: readonly HolidayRow[], segments: readonly string[]): string {
  let day = dayAfter(after)
  while (isWeekend(day) || holidays.some((one) => one.day === day && segments.includes(one.segment)))
    day = dayAfter(day)
  return day
}

export function expectedOf(terms: Terms, status: string, holidays: readonly HolidayRow[]) {
  const { openDate, closeDate, withdrawn } = terms
  if (openDate === null || closeDate === null || openDate < '2023-12-01') return null
  if (withdrawn || status === 'LISTED') return null
  const allotmentDate = nextDay(closeDate, holidays, ['trading', 'clearing'])
  const creditDate = nextDay(allotmentDate, holidays, ['trading', 'clearing'])
  return { allotmentDate, creditDate, listingDate: nextDay(creditDate, holidays, ['trading']), rule: 'T+3' }
}

/** Who may apply for how many lots. No issue of the store has a part for employees or shareholders. */
export function applicationsOf(terms: Terms) {
  const price = terms.priceMax ?? terms.issuePrice
  const { lotSize, board } = terms
  if (lotSize === null || price === null) return []
  const lotCost = (lotSize * price) / 100
  const opens = terms.openDate ?? '9999-12-31'
  const isNewSme = board === 'SME' && opens >= '2025-07-01'
  const fewest = isNewSme ? 2 : 1
  const retail = board === 'SME' ? fewest : Math.floor(200_000 / lotCost)
  const small = Math.max(retail, Math.floor(1_000_000 / lotCost))
  const isSplit = board === 'SME' ? isNewSme && terms.issueType === 'book-built' : opens >= '2022-04-01'
  const ranges: [string, number, number | null][] = isSplit
    ? [
        ['RII', fewest, retail],
        ['SNII', retail + 1, small],
        ['BNII', small + 1, null],
      ]
    : [
        ['RII', fewest, retail],
        ['NII', retail + 1, null],
      ]
  return ranges
    .filter(([, min, max]) => max === null || min <= max)
    .map(([category, min, max]) => ({
      category,
      minLots: min,
      minShares: min * lotSize,
      minAmount: min * lotCost,
      maxLots: max,
      maxShares: max === null ? null : max * lotSize,
      maxAmount: max === null ? null : max * lotCost,
    }))
}

export interface ReadingRow {
  readonly category: string
  readonly observed: string
  readonly times: number | null
  readonly shares_offered: number | null
  readonly shares_bid: number | null
  readonly applications: number | null
}

const countsOf = (row: ReadingRow) => ({
  sharesOffered: row.shares_offered,
  sharesBid: row.shares_bid,
  applications: row.applications,
})

const ORDER = ['QIB', 'NII', 'RII', 'TOTAL']
const inOrder = (a: ReadingRow, b: ReadingRow) => ORDER.indexOf(a.category) - ORDER.indexOf(b.category)
const timesOf = ({ times }: ReadingRow) => (times === null ? null : rounded(times))
/** The last row of each category, from rows in order of time. */
const lastOfEach = (rows: readonly ReadingRow[]) =>
  [...new Map(rows.map((row) => [row.category, row])).values()].sort(inOrder)

export const subsOf = (rows: readonly ReadingRow[]) =>
  lastOfEach(rows.filter(({ times }) => times !== null)).map((row) => ({
    category: row.category,
    timesSub: timesOf(row),
    ...countsOf(row),
    observedAt: row.observed,
  }))

/** Every reading of the store is from a trading day of its bidding, and the store has no holidays. */
export function subsByDay(rows: readonly ReadingRow[], { openDate, closeDate, board }: Terms) {
  const weekdays = (from: string, to: string) => {
    let count = 0
    for (let day = from; day <= to; day = dayAfter(day)) if (!isWeekend(day)) count++
    return count
  }
  const ends = board === 'SME' && (openDate ?? '') >= '2025-07-01' ? '10:30' : '11:30'
  return [...Map.groupBy(rows, ({ observed }) => observed.slice(0, 10))].flatMap(([day, ofDay]) =>
    lastOfEach(ofDay).map((row) => ({
      day,
      dayNumber: openDate === null ? null : weekdays(openDate, day),
      days: openDate === null || closeDate === null ? null : weekdays(openDate, closeDate),
      isFinal: closeDate !== null && row.observed >= `${closeDate}T${ends}:00.000Z`,
      category: row.category,
      timesSub: timesOf(row),
      ...countsOf(row),
    })),
  )
}

export interface ListingDayRow {
  readonly listed_on: string
  readonly price: number
  readonly exchange: string
  readonly high: number | null
  readonly low: number | null
  readonly close: number | null
  readonly volume: number | null
  readonly delivered_pct: number | null
}

/** From which day on SME shares open at most 90 percent above the issue price, and at most 20 percent below it. */
const SME_LIMITS = {
  NSE: { upper: '2024-07-04', lower: '2025-08-04' },
  BSE: { upper: '2025-01-01', lower: '2025-01-01' },
} as const

export function listingOf(row: ListingDayRow | undefined, { board, issuePrice }: Terms) {
  if (!row) return null
  const since = SME_LIMITS[row.exchange as keyof typeof SME_LIMITS]
  const isAt = (share: number, from: string) =>
    board === 'SME' &&
    issuePrice !== null &&
    row.listed_on >= from &&
    Math.abs(row.price - Math.round(issuePrice * share)) <= 5
  return {
    listedOn: row.listed_on,
    listingPrice: rupees(row.price),
    exchange: row.exchange,
    high: rupees(row.high),
    low: rupees(row.low),
    close: rupees(row.close),
    volume: row.volume,
    deliveredPct: row.delivered_pct,
    atLimit: isAt(1.9, since.upper) ? 'upper' : isAt(0.8, since.lower) ? 'lower' : null,
  }
}
