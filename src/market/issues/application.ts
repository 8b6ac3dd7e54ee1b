import type { Day } from '../calendar.ts'
import type { Category, Terms } from '../facts/fact.ts'
import { divideRounded, type Paise } from '../money.ts'

/** From this day individuals apply for exactly two lots of an SME issue; before it, for one. */
export const TWO_SME_LOTS_SINCE: Day = '2025-07-01'
/** From this day non-institutional investors of a mainboard issue are two categories, by the size of the bid. */
export const NII_SPLIT_SINCE: Day = '2022-04-01'

/** The largest retail application on the mainboard, unless the issue prints another limit. */
export const RETAIL_LIMIT: Paise = 2_00_000_00
/** The largest application of a smaller non-institutional investor. */
export const SMALL_NII_LIMIT: Paise = 10_00_000_00
/** The largest application of an employee, after the discount, unless the issue prints another limit. */
export const EMPLOYEE_LIMIT: Paise = 5_00_000_00
/** The largest bid that can be paid by UPI. */
export const UPI_LIMIT: Paise = 5_00_000_00

/** The categories of applicants, in the order in which they are published. */
export const APPLICANT_CATEGORIES = [
  'RII',
  'SNII',
  'BNII',
  'NII',
  'EMP',
  'SHA',
] as const satisfies readonly Category[]
export type ApplicantCategory = (typeof APPLICANT_CATEGORIES)[number]

/** The smallest and the largest application of a category. Amounts are in paise; `null` where there is no limit. */
export type Application = NonNullable<ReturnType<typeof applicationIn>>

/** How many lots a category may apply for, and at which price. */
interface LotRange {
  readonly category: ApplicantCategory
  readonly min: number
  readonly max: number | null
  readonly price: Paise
}

/** An offer whose lot and price are known. The price is the upper end of the band, which applicants must cover. */
interface PricedOffer extends Terms {
  readonly lotSize: number
  readonly price: Paise
}

/** The applications that an issue allows, by category; none while the lot size or the price is unknown. */
export function applications(terms: Terms): Application[] {
  const { lotSize } = terms
  const price = terms.priceMax ?? terms.issuePrice
  if (lotSize === null || price === null) return []
  const offer = { ...terms, lotSize, price }
  return [...publicRanges(offer), ...reservedRanges(offer)].flatMap(
    (range) => applicationIn(range, lotSize) ?? [],
  )
}

/** Retail and non-institutional investors: each range begins with the lot after the last of the one before. */
function publicRanges(offer: PricedOffer): LotRange[] {
  const { lotSize, price, niiMaxShares } = offer
  const min = fewestLots(offer)
  const retail = offer.board === 'SME' ? min : lotsWithin(offer.retailLimit ?? RETAIL_LIMIT, offer)
  const most = niiMaxShares === null ? null : Math.floor(niiMaxShares / lotSize)
  const first: LotRange = { category: 'RII', min, max: retail, price }
  if (!hasSmallNii(offer)) return [first, { category: 'NII', min: retail + 1, max: most, price }]
  const small = Math.max(retail, lotsWithin(SMALL_NII_LIMIT, offer))
  return [
    first,
    { category: 'SNII', min: retail + 1, max: most === null ? small : Math.min(small, most), price },
    { category: 'BNII', min: small + 1, max: most, price },
  ]
}

/** Employees, at their discount, and shareholders. Where no rule gives a limit, only with a printed one. */
function reservedRanges(offer: PricedOffer): LotRange[] {
  const min = fewestLots(offer)
  const isOldSme = offer.board === 'SME' && !isSince(TWO_SME_LOTS_SINCE, offer)
  const discounted = offer.price - (offer.employeeDiscount ?? 0)
  return (
    [
      ['EMP', discounted, offer.employeeLimit ?? (isOldSme ? null : EMPLOYEE_LIMIT)],
      ['SHA', offer.price, offer.shareholderLimit ?? null],
    ] as const
  ).flatMap(([category, price, limit]) => {
    if (!offer.reservedFor?.includes(category) || limit === null || price <= 0) return []
    return [{ category, min, max: lotsWithin(limit, { ...offer, price }), price }]
  })
}

/** `undefined` when not even the fewest lots are within the limit, or when an amount is too large to be true. */
function applicationIn({ category, min, max, price }: LotRange, lotSize: number) {
  if (max !== null && min > max) return undefined
  const [minShares, maxShares] = [min * lotSize, max === null ? null : max * lotSize]
  const [minAmount, maxAmount] = [minShares * price, maxShares === null ? null : maxShares * price]
  if (!Number.isSafeInteger(maxAmount ?? minAmount)) return undefined
  return { category, minLots: min, minShares, minAmount, maxLots: max, maxShares, maxAmount }
}

/** The most whole lots that cost no more than a limit. */
const lotsWithin = (limit: Paise, { lotSize, price }: Pick<PricedOffer, 'lotSize' | 'price'>): number =>
  Math.floor(limit / (lotSize * price))

/** A rule that holds from a day on also holds for an issue whose opening day is unknown. */
export const isSince = (day: Day, { openDate }: Pick<Terms, 'openDate'>): boolean =>
  openDate === null || openDate >= day

/** The lots of the smallest application of an individual. */
function fewestLots(terms: Pick<Terms, 'board' | 'openDate'>): number {
  return terms.board === 'SME' && isSince(TWO_SME_LOTS_SINCE, terms) ? 2 : 1
}

/** Whether smaller and bigger non-institutional bids are two categories. */
function hasSmallNii(terms: PricedOffer): boolean {
  if (terms.board === 'MAINBOARD') return isSince(NII_SPLIT_SINCE, terms)
  return isSince(TWO_SME_LOTS_SINCE, terms) && isBookBuilt(terms)
}

/** Where a source has not said how the price is found, a band shows that bids decide it. */
function isBookBuilt({ issueType, priceMin, priceMax }: PricedOffer): boolean {
  if (issueType === 'book-built' || issueType === 'fixed-price') return issueType === 'book-built'
  return priceMin !== null && priceMax !== null && priceMin < priceMax
}

/** Whether the printed minimum differs from the rule. The rule wins: exchanges print wrong minimums. */
export const isMinLotsConflict = (terms: Pick<Terms, 'board' | 'openDate' | 'minLots'>): boolean =>
  terms.minLots !== null && terms.minLots !== fewestLots(terms)

/** An error in percentage points of the price, as whole rupees of an application that costs this much. */
export const missInRupees = (cost: Paise, points: number): number =>
  divideRounded(BigInt(cost) * BigInt(Math.round(points * 100)), 1_000_000)
