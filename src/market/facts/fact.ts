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

/** The documents of an issue that an exchange offers, with their names for people. */
export const DOCUMENT_NAMES = {
  rhp: 'Red herring prospectus (RHP)',
  prospectus: 'Prospectus',
  ratios: 'Basis of the issue price',
  /** It lists the anchor investors. */
  anchor: 'Anchor allocation report',
} as const
export type DocumentKind = keyof typeof DOCUMENT_NAMES
export const DOCUMENT_KINDS: readonly DocumentKind[] = Object.keys(DOCUMENT_NAMES) as DocumentKind[]

export interface IssueDocument {
  readonly kind: DocumentKind
  readonly url: string
}

/** Categories for which a part of an issue may be reserved. */
export const RESERVED_CATEGORIES = ['EMP', 'SHA', 'POL'] as const satisfies readonly Category[]
export type ReservedCategory = (typeof RESERVED_CATEGORIES)[number]

/** `clearing` are settlement and bank holidays. */
export const HOLIDAY_SEGMENTS = ['trading', 'clearing'] as const
export type HolidaySegment = (typeof HOLIDAY_SEGMENTS)[number]

/**
 * What a value of a fact may be. Its form in files, its column in the store and its bounds follow from this kind. A price
 * is above zero, an amount may be negative; both are in paise. A day is one in India, a moment is an instant in UTC.
 */
export interface ValueTypes {
  readonly slug: string
  readonly text: string
  readonly ticker: string
  readonly board: Board
  readonly exchange: Exchange
  readonly exchanges: readonly Exchange[]
  readonly book: Book
  readonly category: Category
  readonly categories: readonly ReservedCategory[]
  readonly segment: HolidaySegment
  readonly dealKind: DealKind
  readonly dealType: DealType
  readonly price: Paise
  readonly amount: Paise
  readonly count: number
  readonly countFromZero: number
  readonly percent: number
  readonly multiple: number
  readonly crore: number
  readonly day: Day
  readonly moment: Instant
  readonly flag: boolean
  readonly registrar: string
  readonly names: readonly string[]
  readonly documents: readonly IssueDocument[]
}
export type ValueKind = keyof ValueTypes

/** One value of a kind of fact. */
export interface Field {
  readonly kind: ValueKind
  /**
   * Values of the identity say what a fact is about, and by whom: two facts that differ only in the content conflict. A
   * citation says where the content was read.
   */
  readonly part: 'identity' | 'content' | 'citation'
  /** May be null. */
  readonly isNullable?: true
  /** May be left out of a file, which then means this. */
  readonly absent?: string | null
  /** A day that may lie after the recording of its fact. */
  readonly mayLieAhead?: true
}

const identity = <K extends ValueKind>(kind: K) => ({ kind, part: 'identity' }) as const
const content = <K extends ValueKind>(kind: K) => ({ kind, part: 'content' }) as const
/** May be null, but every file must say so. */
const nullable = <K extends ValueKind>(kind: K) => ({ kind, part: 'content', isNullable: true }) as const
/** May be null, and then be left out. */
const optional = <K extends ValueKind>(kind: K) =>
  ({ kind, part: 'content', isNullable: true, absent: null }) as const
const cited = { kind: 'text', part: 'citation', isNullable: true, absent: null } as const

/**
 * The kinds of facts with plain values, each value in the order of the facts file. Terms of an issue are in
 * `term-table.ts`; a retraction names another fact.
 */
export const FACTS = {
  gmp: {
    slug: identity('slug'),
    /** The day in India that the quote is for. */
    observedAt: identity('day'),
    gmp: content('amount'),
    source: identity('text'),
    /** The source's own time stamp, if it prints one. */
    reportedAt: optional('moment'),
    /** The low and the high that the source prints beside its quote. They do not count as quotes. */
    printedLow: optional('amount'),
    printedHigh: optional('amount'),
    /** The subject-to-sauda rate: the price of a whole application, if the source prints one. */
    subjectToSauda: optional('amount'),
    printed: cited,
    url: cited,
  },
  subscription: {
    slug: identity('slug'),
    observedAt: identity('moment'),
    category: identity('category'),
    /** As the source states it; rounded only when published. `null` where it prints only bids or applications. */
    timesSub: nullable('multiple'),
    sharesOffered: optional('count'),
    sharesBid: optional('countFromZero'),
    applications: optional('countFromZero'),
    book: { ...identity('book'), absent: 'ALL' },
    source: identity('text'),
    printed: cited,
    url: cited,
  },
  listing: {
    slug: identity('slug'),
    listedOn: content('day'),
    /** The price of the opening trade on the listing day. */
    listingPrice: content('price'),
    exchange: identity('exchange'),
    /** The other figures of that day; each is `null` if the exchange does not print it. */
    high: optional('price'),
    low: optional('price'),
    close: optional('price'),
    /** Shares traded. */
    volume: optional('count'),
    /** Shares delivered, in percent of those traded. */
    deliveredPct: optional('percent'),
    source: identity('text'),
    printed: cited,
    url: cited,
  },
  /** A day on which an exchange does not trade or settle. It may lie in the future, and on a weekend. */
  holiday: {
    exchange: identity('exchange'),
    segment: identity('segment'),
    day: { ...identity('day'), mayLieAhead: true },
    /** `null` takes the source's own earlier statement back. */
    name: nullable('text'),
    source: identity('text'),
  },
  /** Equal deals of one file are separate deals, and a deal is the same whoever discloses it. */
  deal: {
    exchange: identity('exchange'),
    kind: identity('dealKind'),
    tradeDate: identity('day'),
    symbol: identity('ticker'),
    securityName: content('text'),
    clientName: identity('text'),
    dealType: identity('dealType'),
    quantity: identity('count'),
    price: identity('price'),
    source: content('text'),
    printed: cited,
    url: cited,
  },
  /** Another name that sources use for an issue. */
  alias: { slug: identity('slug'), name: identity('text'), source: identity('text') },
  /** Merges two slugs of one issue: the facts of `slug` count as facts of `as`. */
  same: { slug: identity('slug'), as: content('slug'), source: identity('text') },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Field>>>>

export type PlainKind = keyof typeof FACTS

/** The fact of a kind: its values by key. */
export type FactOfKind<K extends PlainKind> = { readonly fact: K } & {
  readonly [F in keyof (typeof FACTS)[K]]: (typeof FACTS)[K][F] extends infer D extends Field
    ? ValueTypes[D['kind']] | (D extends { readonly isNullable: true } ? null : never)
    : never
}

/** The values of a kind of fact, in the order of the facts file. */
export const fieldsOf = (kind: PlainKind): [key: string, field: Field][] => Object.entries(FACTS[kind])

/** All terms of an issue. `null` withdraws the source's earlier statement. */
export type Terms = {
  readonly [K in TermKey]:
    | ValueTypes[(typeof TERMS)[K]['kind']]
    | ((typeof TERMS)[K] extends { isRequired: true } ? never : null)
}

/** The terms that one source states. A missing key states nothing. */
export type PartialTerms = Pick<Terms, 'name' | 'board'> & Partial<Terms>

export interface IpoFact {
  readonly fact: 'ipo'
  readonly slug: string
  readonly said: PartialTerms
  readonly source: string
}

export type GmpFact = FactOfKind<'gmp'>
export type SubscriptionFact = FactOfKind<'subscription'>
export type ListingFact = FactOfKind<'listing'>
export type HolidayFact = FactOfKind<'holiday'>
export type DealFact = FactOfKind<'deal'>
export type AliasFact = FactOfKind<'alias'>
export type SameFact = FactOfKind<'same'>

/** For a quote beside which the source prints nothing else. */
export const QUOTE_ALONE = { printedLow: null, printedHigh: null, subjectToSauda: null } as const

/** The numbers that a source may print beside a multiple. */
export const BID_COUNTS = ['sharesOffered', 'sharesBid', 'applications'] as const

/** For a multiple without numbers of shares and applications. */
export const MULTIPLE_ALONE = { sharesOffered: null, sharesBid: null, applications: null } as const

/** For an opening price without the other figures of the day. */
export const OPEN_ALONE = { high: null, low: null, close: null, volume: null, deliveredPct: null } as const

export type RetractableFact = IpoFact | { readonly [K in PlainKind]: FactOfKind<K> }[PlainKind]

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
