import type { Board } from '../facts/fact.ts'
import type { Paise } from '../money.ts'
import type { Issue } from './issue.ts'
import { type MilestoneTimes, milestoneTimes, type Status, statusBetween } from './status.ts'

/** The few values by which lists filter and sort issues. Small enough to cache for every issue at every version. */
export interface IssueHead extends MilestoneTimes {
  readonly slug: string
  readonly name: string
  readonly symbol: string | null
  readonly board: Board
  readonly offMarket: boolean
  readonly hasListing: boolean
  /** The upper end of the price band, or the lower end while the upper is unknown. */
  readonly price: Paise | null
  readonly sizeCr: number | null
  readonly issuePrice: Paise | null
  readonly listingPrice: Paise | null
}

export function headOf({ slug, terms, listing, timetable }: Issue): IssueHead {
  return {
    ...milestoneTimes(timetable),
    slug,
    name: terms.name,
    symbol: terms.symbol,
    board: terms.board,
    offMarket: terms.offMarket,
    hasListing: listing !== undefined,
    price: terms.priceMax ?? terms.priceMin,
    sizeCr: terms.issueSizeCr,
    issuePrice: terms.issuePrice,
    listingPrice: listing?.listingPrice ?? null,
  }
}

export const HEAD_KEYS = [
  'slug',
  'name',
  'symbol',
  'board',
  'offMarket',
  'hasListing',
  'opens',
  'closes',
  'lists',
  'price',
  'sizeCr',
  'issuePrice',
  'listingPrice',
] as const satisfies readonly (keyof IssueHead)[]

export const isSameHead = (a: IssueHead | undefined, b: IssueHead | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && HEAD_KEYS.every((key) => a[key] === b[key]))

/** The status at a time in milliseconds. */
export const statusOfHead = (head: IssueHead, clock: number): Status =>
  statusBetween(clock, head, head.hasListing && !head.offMarket)
