import type { Day, Instant } from '../calendar.ts'
import type { Paise } from '../money.ts'
import type { TERMS, TermKey } from './term-table.ts'

export const BOARDS = ['MAINBOARD', 'SME'] as const
export type Board = (typeof BOARDS)[number]
export const EXCHANGES = ['NSE', 'BSE'] as const
export type Exchange = (typeof EXCHANGES)[number]
export const DEAL_KINDS = ['BULK', 'BLOCK'] as const
export type DealKind = (typeof DEAL_KINDS)[number]
export const DEAL_TYPES = ['BUY', 'SELL'] as const
export type DealType = (typeof DEAL_TYPES)[number]
/** The order in which categories are published. TOTAL carries the overall multiple. */
export const CATEGORIES = [
  'QIB',
  'NII',
  'BNII',
  'SNII',
  'RII',
  'EMP',
  'SHA',
  'POL',
  'MM',
  'OTHER',
  'TOTAL',
] as const
export type Category = (typeof CATEGORIES)[number]
/** Whose book a reading comes from, the best first: both exchanges combined, else one of them. */
export const BOOKS = ['ALL', 'NSE', 'BSE'] as const
export type Book = (typeof BOOKS)[number]

/** What the terms of each kind hold. */
interface TermValues {
  readonly text: string
  readonly ticker: string
  readonly board: Board
  readonly exchanges: readonly Exchange[]
  readonly price: Paise
  readonly count: number
  readonly crore: number
  readonly day: Day
  readonly flag: boolean
}

/** Everything that can be said of an issue's terms. `null` takes an earlier word back. */
export type Terms = {
  readonly [K in TermKey]:
    | TermValues[(typeof TERMS)[K]['kind']]
    | ((typeof TERMS)[K] extends { isRequired: true } ? never : null)
}

/** What one source said of some of the terms; a key left out says nothing. */
export type PartialTerms = Pick<Terms, 'name' | 'board'> & Partial<Terms>

/** What the source showed: the figure as printed, and the address it was read at. */
interface Cited {
  readonly printed: string | null
  readonly url: string | null
}

export interface IpoFact {
  readonly fact: 'ipo'
  readonly slug: string
  readonly said: PartialTerms
  readonly source: string
}

export interface GmpFact extends Cited {
  readonly fact: 'gmp'
  readonly slug: string
  /** The day in India that the report belongs to. */
  readonly observedAt: Day
  readonly gmp: Paise
  readonly source: string
  /** The source's own time stamp, where it prints one. */
  readonly reportedAt: Instant | null
}

export interface SubscriptionFact extends Cited {
  readonly fact: 'subscription'
  readonly slug: string
  readonly observedAt: Instant
  readonly category: Category
  /** As said; rounded only when published. */
  readonly timesSub: number
  readonly book: Book
  readonly source: string
}

export interface ListingFact extends Cited {
  readonly fact: 'listing'
  readonly slug: string
  readonly listedOn: Day
  /** The opening trade of the listing day. */
  readonly listingPrice: Paise
  readonly exchange: Exchange
  readonly source: string
}

export interface DealFact extends Cited {
  readonly fact: 'deal'
  readonly exchange: Exchange
  readonly kind: DealKind
  readonly tradeDate: Day
  readonly symbol: string
  readonly securityName: string
  readonly clientName: string
  readonly dealType: DealType
  readonly quantity: number
  readonly price: Paise
  readonly source: string
}

/** Another name by which sources call an issue. */
export interface AliasFact {
  readonly fact: 'alias'
  readonly slug: string
  readonly name: string
  readonly source: string
}

/** Two slugs were one issue: the facts of `slug` count as those of `as`. */
export interface SameFact {
  readonly fact: 'same'
  readonly slug: string
  readonly as: string
  readonly source: string
}

export type RetractableFact =
  | IpoFact
  | GmpFact
  | SubscriptionFact
  | ListingFact
  | DealFact
  | AliasFact
  | SameFact

/** Names a fact by its required keys; further keys narrow it, a `recordedAt` to one saying of it. */
export type FactName = { readonly fact: RetractableFact['fact']; readonly recordedAt?: Instant } & Readonly<
  Record<string, unknown>
>

/** From its own time on, the facts named count as never said. */
export interface RetractionFact {
  readonly fact: 'retraction'
  readonly of: FactName
  readonly reason: string
  readonly source: string
}

export type Fact = RetractableFact | RetractionFact

/** A stored fact: when we learned it, and its place in the order in which facts were stored. */
export type Recorded<F> = F & { readonly recorded: Instant; readonly id: number }

/** Orders by when we learned it, then as stored: the one order in which "newest" and "later line" are meant. */
export function compareRecorded(
  a: { readonly recorded: Instant; readonly id: number },
  b: { readonly recorded: Instant; readonly id: number },
): number {
  if (a.recorded !== b.recorded) return a.recorded < b.recorded ? -1 : 1
  return a.id - b.id
}
