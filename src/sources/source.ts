import type { Day, Instant } from '../market/calendar.ts'
import type { Board, Book, Category, DealFact, Exchange, Terms } from '../market/facts/fact.ts'
import type { Paise } from '../market/money.ts'

/**
 * One upstream: who it is, when it is read, what is asked of it, and what its answers say. Pure: no network, no store,
 * no clock. The collector downloads what `plan` and `follow` wish for and hands each answer to `read`.
 */
export interface Source {
  /** In settings and on the command line. */
  readonly id: string
  /** The name under which its facts are published; its rank follows from it. */
  readonly publisher: string
  /** The owner that a table file names. Owners of built-in sources are in `market/publisher.ts`. */
  readonly owner?: string
  /** Where people can look it up. */
  readonly home: string
  readonly schedule: Schedule
  /** True when it has a file per day, so that past days can be asked for. */
  readonly isDated: boolean
  /** The exchange whose listing prices its day files give: then the days on which issues list are asked for. */
  readonly listingsOn?: Exchange
  /** What is asked first. */
  plan(ask: PlanContext): readonly DownloadRequest[]
  /** What an answer leads on to, such as the details of each row of a list. */
  follow?(answer: DownloadedDocument, ask: PlanContext): readonly DownloadRequest[]
  /** What an answer says. Throws `Unreadable` when it is not in the known layout. */
  read(answer: DownloadedDocument): ParsedDocument
}

/** When a source is read, by the clock in India. */
export interface Schedule {
  /** For people: `every 10 minutes from 10:00 to 19:59`. */
  readonly words: string
  /** Five-field cron patterns. */
  readonly cron: readonly string[]
}

/** What the collector tells a source when it asks for its wishes. */
export interface PlanContext {
  readonly now: Instant
  /** The days whose files are wanted, oldest first; only dated sources look at it. */
  readonly days: readonly Day[]
  /** When a document of this source was last read without fault; `null` for never. */
  readonly lastRead: (document: string) => Instant | null
}

/** A document to download. */
export interface DownloadRequest {
  /** Names the document within its source, and stays the same from round to round: `ipo-detail/ACME`. */
  readonly document: string
  readonly url: string
  readonly expects: 'json' | 'csv' | 'html'
  /** The page of the same site that leads to the document, for hosts that answer only to their own pages. */
  readonly referer?: string
  /** A page to visit first, for the cookies without which the host answers nothing. */
  readonly visitFirst?: string
  /** The day of a dated file. That there is none means that it was not published, and is no fault. */
  readonly day?: Day
  /** The operator named the address, so that its host may be anywhere; others must be on the public internet. */
  readonly isOperatorsOwn?: boolean
}

/** A downloaded document. */
export interface DownloadedDocument {
  readonly document: string
  readonly url: string
  /** The day that was asked for, of a dated file. */
  readonly day: Day | null
  readonly fetchedAt: Instant
  readonly body: string
}

export interface ParsedDocument {
  /** In the order of the document. One row may say several things. */
  readonly entries: readonly Entry[]
  /** How many rows were looked at, headings and fillers aside. */
  readonly rows: number
  /** Columns or keys that the parser does not know: the first sign of a changed layout. */
  readonly unknownColumns: readonly string[]
  /** Columns that would be read, and that the document can do without. A needed one that is missing is a fault. */
  readonly missingColumns?: readonly string[]
}

export type Entry = ReadRow | BadRow

/** What a row says. */
export interface ReadRow {
  /** Counted from 1. */
  readonly row: number
  /** The row whole, as text, for the operator's eyes. */
  readonly raw: string
  readonly said: Observation
}

/** A row that makes no sense by itself. What waits for its issue is not one of these. */
export interface BadRow {
  readonly row: number
  readonly raw: string
  /** A short fixed name, such as `gmp-range`. */
  readonly rule: string
  /** What was wrong, and what would be right. */
  readonly reason: string
  /** Whom it speaks of, in a file that speaks of every security: rows about others than our issues are passed over. */
  readonly about?: Subject
}

/** By what a source calls an issue. All that it prints and nothing that it does not. */
export interface Subject {
  readonly name: string | null
  readonly symbol: string | null
  readonly isin: string | null
  /** BSE's trading code. */
  readonly bseCode: string | null
  /** The source's own number or address for it. */
  readonly upstreamId: string | null
  readonly board: Board | null
  readonly openDate: Day | null
  readonly closeDate: Day | null
  readonly priceMin: Paise | null
  readonly priceMax: Paise | null
}

export const UNNAMED_SUBJECT: Subject = {
  name: null,
  symbol: null,
  isin: null,
  bseCode: null,
  upstreamId: null,
  board: null,
  openDate: null,
  closeDate: null,
  priceMin: null,
  priceMax: null,
}

export type Observation = ReportedTerms | ReportedGmp | ReportedSubscription | ReportedListing | ReportedDeal

/** Terms of an issue. What a source does not print is left out, not null. */
export interface ReportedTerms {
  readonly kind: 'terms'
  readonly subject: Subject
  readonly terms: Partial<Terms>
}

export interface ReportedGmp {
  readonly kind: 'gmp'
  readonly subject: Subject
  /** The day in India of the source's own time stamp where it prints one, else of the reading. */
  readonly observedAt: Day
  readonly gmp: Paise
  /** The source's own time stamp, where it prints one with a time of day. */
  readonly reportedAt: Instant | null
  /** The cell as printed, without markup. */
  readonly printed: string
}

export interface ReportedSubscription {
  readonly kind: 'subscription'
  readonly subject: Subject
  /** The source's own time stamp, or `null` where it prints none: then the moment of the reading counts. */
  readonly observedAt: Instant | null
  readonly category: Category
  readonly timesSub: number
  readonly book: Book
  readonly printed: string
  /** Set where the moment of the reading stands in place of a stamp, and the figure is the same at any moment. */
  readonly isUnstamped?: boolean
}

/** The first trading day of a security, if it is one: most rows of a bhavcopy speak of others and are passed over. */
export interface ReportedListing {
  readonly kind: 'listing'
  readonly subject: Subject
  readonly listedOn: Day
  /** The opening trade. */
  readonly listingPrice: Paise
  readonly exchange: Exchange
  /** `null` where the exchange prints none on the first day. */
  readonly previousClose: Paise | null
  readonly printed: string
}

export interface ReportedDeal {
  readonly kind: 'deal'
  readonly deal: Omit<DealFact, 'fact' | 'source' | 'printed' | 'url'>
}

/** The answer is not in the known layout: cut short, an error page, a renamed column. Never an empty day. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}
