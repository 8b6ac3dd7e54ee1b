import type { Day, Instant } from '../calendar.ts'
import { EXCHANGE_TABLE } from '../exchanges.ts'
import type { Paise } from '../money.ts'
import type { TERMS, TermKey } from './term-table.ts'

export const BOARDS = ['MAINBOARD', 'SME'] as const
export type Board = (typeof BOARDS)[number]
export type Exchange = keyof typeof EXCHANGE_TABLE
export const EXCHANGES: readonly Exchange[] = Object.keys(EXCHANGE_TABLE) as Exchange[]
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
/** The order books that a subscription reading may come from, best first: all exchanges combined, then each alone. */
export const BOOKS: readonly Book[] = ['ALL', ...EXCHANGES]
export type Book = 'ALL' | Exchange

/** The documents of an issue that an exchange offers. An anchor report lists the anchor investors. */
export const DOCUMENT_KINDS = ['rhp', 'prospectus', 'ratios', 'anchor'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export interface IssueDocument {
  readonly kind: DocumentKind
  readonly url: string
}

/** Categories for which a part of an issue may be reserved. */
export const RESERVED_CATEGORIES = ['EMP', 'SHA', 'POL'] as const satisfies readonly Category[]
export type ReservedCategory = (typeof RESERVED_CATEGORIES)[number]

/** The type of a term's value, by the kind of the term. */
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
  readonly moment: Instant
  readonly registrar: string
  readonly names: readonly string[]
  readonly documents: readonly IssueDocument[]
  readonly categories: readonly ReservedCategory[]
}

/** All terms of an issue. `null` withdraws the source's earlier statement. */
export type Terms = {
  readonly [K in TermKey]:
    | TermValues[(typeof TERMS)[K]['kind']]
    | ((typeof TERMS)[K] extends { isRequired: true } ? never : null)
}

/** The terms that one source states. A missing key states nothing. */
export type PartialTerms = Pick<Terms, 'name' | 'board'> & Partial<Terms>

/** The citation of a figure: the text as printed, and the address of the page. */
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
  /** The day in India that the quote is for. */
  readonly observedAt: Day
  readonly gmp: Paise
  readonly source: string
  /** The source's own time stamp, if it prints one. */
  readonly reportedAt: Instant | null
  /** The low and the high that the source prints beside its quote. They do not count as quotes. */
  readonly printedLow: Paise | null
  readonly printedHigh: Paise | null
  /** The subject-to-sauda rate: the price of a whole application, if the source prints one. */
  readonly subjectToSauda: Paise | null
}

/** For a quote beside which the source prints nothing else. */
export const QUOTE_ALONE = { printedLow: null, printedHigh: null, subjectToSauda: null } as const

export interface SubscriptionFact extends Cited {
  readonly fact: 'subscription'
  readonly slug: string
  readonly observedAt: Instant
  readonly category: Category
  /** As the source states it; rounded only when published. `null` where it prints only bids or applications. */
  readonly timesSub: number | null
  readonly sharesOffered: number | null
  readonly sharesBid: number | null
  readonly applications: number | null
  readonly book: Book
  readonly source: string
}

/** The numbers that a source may print beside a multiple. */
export const BID_COUNTS = ['sharesOffered', 'sharesBid', 'applications'] as const

/** For a multiple without numbers of shares and applications. */
export const MULTIPLE_ALONE = { sharesOffered: null, sharesBid: null, applications: null } as const

export interface ListingFact extends Cited {
  readonly fact: 'listing'
  readonly slug: string
  readonly listedOn: Day
  /** The price of the opening trade on the listing day. */
  readonly listingPrice: Paise
  readonly exchange: Exchange
  /** The other figures of that day; each is `null` if the exchange does not print it. */
  readonly high: Paise | null
  readonly low: Paise | null
  readonly close: Paise | null
  /** Shares traded. */
  readonly volume: number | null
  /** Shares delivered, in percent of those traded. */
  readonly deliveredPct: number | null
  readonly source: string
}

/** For an opening price without the other figures of the day. */
export const OPEN_ALONE = { high: null, low: null, close: null, volume: null, deliveredPct: null } as const

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

/** Another name that sources use for an issue. */
export interface AliasFact {
  readonly fact: 'alias'
  readonly slug: string
  readonly name: string
  readonly source: string
}

/** Merges two slugs of one issue: the facts of `slug` count as facts of `as`. */
export interface SameFact {
  readonly fact: 'same'
  readonly slug: string
  readonly as: string
  readonly source: string
}

/** `clearing` are settlement and bank holidays. */
export const HOLIDAY_SEGMENTS = ['trading', 'clearing'] as const
export type HolidaySegment = (typeof HOLIDAY_SEGMENTS)[number]

/** A day on which an exchange does not trade or settle. It may lie in the future, and on a weekend. */
export interface HolidayFact {
  readonly fact: 'holiday'
  readonly exchange: Exchange
  readonly segment: HolidaySegment
  readonly day: Day
  /** `null` takes the source's own earlier statement back. */
  readonly name: string | null
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
  | HolidayFact

/** Identifies facts by their required keys. Further keys narrow the choice; `recordedAt` selects one recording. */
export type FactName = { readonly fact: RetractableFact['fact']; readonly recordedAt?: Instant } & Readonly<
  Record<string, unknown>
>

/** From its own `recorded` time on, the facts that it names no longer count. */
export interface RetractionFact {
  readonly fact: 'retraction'
  readonly of: FactName
  readonly reason: string
  readonly source: string
}

export type Fact = RetractableFact | RetractionFact

/** A stored fact with the time of its recording, and an id that gives the order of storage. */
export type Recorded<F> = F & { readonly recorded: Instant; readonly id: number }

/** Orders facts by time of recording, then by id. Every rule that says "newest" or "later" uses this order. */
export function compareRecorded(
  a: { readonly recorded: Instant; readonly id: number },
  b: { readonly recorded: Instant; readonly id: number },
): number {
  if (a.recorded !== b.recorded) return a.recorded < b.recorded ? -1 : 1
  return a.id - b.id
}
