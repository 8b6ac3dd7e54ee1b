import type { Instant } from '../calendar.ts'
import type { Category, Terms } from '../facts/fact.ts'
import { PAISE_PER_CRORE, roundedToHundredths } from '../money.ts'
import { applications, isSince, NII_SPLIT_SINCE } from './application.ts'
import type { Status } from './status.ts'
import type { SubscriptionDay } from './subscription.ts'

/** The categories in which a draw decides who gets the smallest allotment, in the order in which they are published. */
export const DRAWN_CATEGORIES = ['RII', 'SNII'] as const satisfies readonly Category[]

/** What a chance is computed from: the number of applications, or the shares bid for, which give a lower bound. */
export const CHANCE_BASES = ['applications', 'at-least'] as const

/** The chance that a valid application gets the smallest allotment. */
export interface AllotmentChance {
  readonly category: (typeof DRAWN_CATEGORIES)[number]
  /** From 0 to 1, with four decimals; `null` while the shares on offer or the bids of all exchanges are not known. */
  readonly chance: number | null
  readonly basis: (typeof CHANCE_BASES)[number]
  readonly applications: number | null
  /** How many smallest allotments the shares on offer are enough for. */
  readonly allotments: number | null
  readonly asOf: Instant
}

/** What the bids behind a chance are: those so far, the final ones, or some that were read before bidding ended. */
export type BidsStage = 'now' | 'final' | 'earlier'

/** The chances by the newest figures of each category. Nobody gets a second lot before everybody in the draw has one. */
export function allotmentChances(terms: Terms, days: readonly SubscriptionDay[]): AllotmentChance[] {
  const isSplit = terms.board === 'MAINBOARD' && isSince(NII_SPLIT_SINCE, terms)
  return DRAWN_CATEGORIES.flatMap((category) => {
    if (category === 'SNII' && !isSplit) return []
    const newest = newestBids(days, category)
    return newest ? [{ category, ...chanceOf(newest, terms), asOf: newest.observedAt }] : []
  })
}

/** Whether more bids may come, the bids are final, or they were read before bidding ended. */
export function stageOfBids(status: Status, asOf: Instant, closes: Instant | null): BidsStage {
  if (status === 'UPCOMING' || status === 'OPEN') return 'now'
  return closes !== null && asOf >= closes ? 'final' : 'earlier'
}

/** The newest figures of a category: of the newest multiple, or of the newest bids without one. */
export function newestBids(
  days: readonly SubscriptionDay[],
  category: Category,
): SubscriptionDay | undefined {
  const ofCategory = days.filter((day) => day.category === category)
  return ofCategory.findLast(({ timesSub }) => timesSub !== null) ?? ofCategory.at(-1)
}

function chanceOf(bids: SubscriptionDay, terms: Terms) {
  const smallest = applications(terms).find(({ category }) => category === bids.category)
  const { sharesOffered, sharesBid } = bids
  const allotments = smallest && sharesOffered !== null ? allotmentsOf(sharesOffered, smallest, terms) : null
  // An individual bids for exactly two lots of an SME issue.
  const individuals =
    smallest && sharesBid !== null && terms.board === 'SME' && smallest.minLots === 2
      ? Math.ceil(sharesBid / smallest.minShares)
      : null
  const applied = bids.applications ?? individuals
  const [wanted, each] = applied === null ? [sharesBid, smallest?.minShares ?? 0] : [applied, 1]
  const isKnown = allotments !== null && wanted !== null && isComplete(bids, terms)
  const basis: AllotmentChance['basis'] = applied === null ? 'at-least' : 'applications'
  return {
    chance: isKnown ? share(BigInt(allotments) * BigInt(each), BigInt(wanted)) : null,
    ...{ basis, applications: applied, allotments },
  }
}

/** Whether a book has the bids of all exchanges. */
const isComplete = ({ reports }: SubscriptionDay, { exchanges }: Terms): boolean =>
  reports.every(({ book }) => book === 'ALL' || (exchanges?.length === 1 && exchanges[0] === book))

function allotmentsOf(shares: number, { minShares }: { readonly minShares: number }, terms: Terms): number {
  const [upper, lower] = sizesInShares(terms)
  return Number((BigInt(shares) * upper) / (lower * BigInt(minShares)))
}

/**
 * The size of an issue in shares at the upper and at the lower price, times the product of both. Exchanges print the shares
 * on offer at the lower price, and at the upper one the part that is sized in rupees is fewer shares.
 */
function sizesInShares(terms: Terms): readonly [upper: bigint, lower: bigint] {
  const { priceMin, priceMax } = terms
  const parts = [
    [terms.freshIssueCr, terms.freshIssueShares],
    [terms.offerForSaleCr, terms.offerForSaleShares],
  ] as const
  // As published, so that a consumer can recompute it.
  const crore = parts.reduce((sum, [inCrore]) => sum + roundedToHundredths(inCrore ?? 0), 0)
  if (crore === 0 || priceMin === null || priceMax === null || priceMin >= priceMax) return [1n, 1n]
  const shares = parts.reduce((sum, [inCrore, inShares]) => sum + (inCrore === null ? (inShares ?? 0) : 0), 0)
  const paise = BigInt(Math.round(crore * PAISE_PER_CRORE))
  const sizeAt = (price: number) => paise + BigInt(shares) * BigInt(price)
  return [sizeAt(priceMax) * BigInt(priceMin), sizeAt(priceMin) * BigInt(priceMax)]
}

/** At most 1, rounded down to four decimals; 0 where there is nothing to share. */
function share(part: bigint, whole: bigint): number {
  if (part === 0n) return 0
  return part >= whole ? 1 : Number((part * 10_000n) / whole) / 10_000
}
