import type { Day, Instant } from '../market/calendar.ts'
import type {
  Book,
  Category,
  DealFact,
  DealKind,
  Exchange,
  HolidayFact,
  Terms,
} from '../market/facts/fact.ts'
import type { Paise } from '../market/money.ts'
import type { Subject } from './subject.ts'

export { type Subject, UNNAMED_SUBJECT } from './subject.ts'

/**
 * One upstream: its identity, its schedule, its documents, and the parser of its answers. Pure: no network, no store,
 * no clock. The collector downloads what `plan` and `follow` request and passes each answer to `read`.
 */
export interface Source {
  /** In settings and on the command line. */
  readonly id: string
  /** The name under which its facts are published; it determines the rank. */
  readonly publisher: string
  /** The owner that a table file names. Owners of built-in sources are in `market/facts/publisher.ts`. */
  readonly owner?: string
  /** The page where people can look it up. */
  readonly home: string
  /** What it publishes, for people: `bulk and block deals`. */
  readonly contents: string
  readonly schedule: Schedule
  /** True when it has a file per day, so that past days can be requested. */
  readonly isDated: boolean
  /** The exchange whose listing prices its day files contain: then the days on which issues list are requested. */
  readonly listingsOn?: Exchange
  /** What it still offers about the past; left out for a source that has only the present. */
  readonly past?: PastDocuments
  /** A file of deals that the exchange offers for download, and a heading that only this file has. */
  readonly dealsFile?: {
    readonly heading: string
    readonly read: (body: string, kind: DealKind) => ParsedDocument
  }
  /** The first requests of a round. */
  plan(context: PlanContext): readonly DownloadRequest[]
  /** The requests that follow from an answer, such as the details of each row of a list. */
  follow?(answer: DownloadedDocument, context: PlanContext): readonly DownloadRequest[]
  /** Parses an answer. Throws `Unreadable` when it is not in the known layout. */
  read(answer: DownloadedDocument): ParsedDocument
}

/** When a source is collected, in Indian time. */
export interface Schedule {
  /** For people: `every 10 minutes from 10:00 to 19:59`. */
  readonly words: string
  /** Five-field cron patterns. */
  readonly cron: readonly string[]
}

/** What a source may use to decide which documents to request. */
export interface PlanContext {
  readonly now: Instant
  /** The days whose files to request, oldest first; only dated sources use it. */
  readonly days: readonly Day[]
  /** When a document of this source was last read without fault; `null` for never. */
  readonly lastRead: (document: string) => Instant | null
  /** Since when a document has been the same, as far as it was read lately; `null` when it was not. */
  readonly unchangedSince?: (document: string) => Instant | null
}

/** The days from one to another, both included. */
export interface DayRange {
  readonly from: Day
  readonly to: Day
}

/** What a source still offers about past issues: lists, and what these lead to. Day files are requested beside it. */
export interface PastDocuments {
  /** The lists of a range. Their names begin with `past/`. */
  lists(range: DayRange, context: PlanContext): readonly DownloadRequest[]
  /** The requests that follow from a list: each that `context` shows as read in its final state is left out. */
  follow?(answer: DownloadedDocument, context: PastContext): readonly DownloadRequest[]
  /** The first day of which there is a file in the present format, for a source with a file per day. */
  readonly filesFrom?: Day
}

export interface PastContext extends PlanContext {
  /** True when an issue has this number of the source: what is about no known issue need not be requested. */
  readonly isKnown: (upstreamId: string) => boolean
}

export interface DownloadRequest {
  /** Names the document within its source, and stays the same from round to round: `ipo-detail/ACME`. */
  readonly document: string
  readonly url: string
  readonly expects: 'json' | 'csv' | 'html'
  /** The page of the same site that links to the document, for hosts that answer only requests from their own pages. */
  readonly referer?: string
  /** The site that links to the document, for hosts that want it in `Origin` too. */
  readonly origin?: string
  /** A page to visit for cookies when the document is denied without them. */
  readonly cookiesFrom?: string
  /** The day of a dated file. A missing file was not published, which is no fault. */
  readonly day?: Day
  /**
   * True when the operator named the address, so that its host may be private; others must be on the public internet.
   */
  readonly isOperatorsOwn?: boolean
}

export interface DownloadedDocument {
  readonly document: string
  readonly url: string
  /** The requested day, for a dated file. */
  readonly day: Day | null
  readonly fetchedAt: Instant
  readonly body: string
}

export interface ParsedDocument {
  /** In the order of the document. One row may have several entries. */
  readonly entries: readonly Entry[]
  /** The number of parsed rows, without headings and fillers. */
  readonly rows: number
  /** Columns or keys that the parser does not know: the first sign of a changed layout. */
  readonly unknownColumns: readonly string[]
  /** Optional columns that are missing. A missing required column is a fault. */
  readonly missingColumns?: readonly string[]
}

export type Entry = ReadRow | BadRow

interface Row {
  /** Counted from 1. */
  readonly row: number
  /** The whole row as text, for the operator. */
  readonly raw: string
}

export interface ReadRow<O extends Observation = Observation> extends Row {
  readonly said: O
}

/** A row that is invalid in itself. A row that waits for its issue is not one of these. */
export interface BadRow extends Row {
  /** A short fixed name, such as `gmp-range`. */
  readonly rule: string
  /** What is wrong, and what would be right. */
  readonly reason: string
  /** The subject of the row in a file about every security, of which only rows about our issues are used. */
  readonly about?: Subject
}

export type Observation =
  | ReportedTerms
  | ReportedGmp
  | ReportedSubscription
  | ReportedListing
  | ReportedDeal
  | ReportedHoliday

/** Terms of an issue. Terms that a source does not print are left out, not null. */
export interface ReportedTerms {
  readonly kind: 'terms'
  readonly subject: Subject
  readonly terms: Partial<Terms>
  /**
   * Set in a list that has far more than our issues, such as all securities of an exchange: a row that is not surely about
   * a known issue is skipped. `listedOn`, its first trading day, must be that of the issue; while that is not known, `name`
   * must fit. Without it the row must have a day of the issue.
   */
  readonly onlyKnown?: { readonly listedOn: Day | null; readonly name: string | null }
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
  /** What the source prints beside the quote; left out where it prints nothing. */
  readonly printedLow?: Paise | null
  readonly printedHigh?: Paise | null
  readonly subjectToSauda?: Paise | null
}

export interface ReportedSubscription {
  readonly kind: 'subscription'
  readonly subject: Subject
  /** The source's own time stamp, or `null` where it prints none: then the time of the reading is used. */
  readonly observedAt: Instant | null
  readonly category: Category
  /** `null` where only bids or applications are printed. */
  readonly timesSub: number | null
  readonly sharesOffered: number | null
  readonly sharesBid: number | null
  readonly applications: number | null
  readonly book: Book
  readonly printed: string
  /** Set where the time of the reading replaces a stamp, so that the time is not part of the figure's identity. */
  readonly isUnstamped?: boolean
}

/**
 * The opening price of a security on a day, which counts if it is the first trading day of an issue: most rows of a
 * bhavcopy are about other securities and are skipped.
 */
export interface ReportedListing {
  readonly kind: 'listing'
  readonly subject: Subject
  readonly listedOn: Day
  /** The price of the opening trade. */
  readonly listingPrice: Paise
  readonly exchange: Exchange
  /** `null` where the exchange prints none on the first day. */
  readonly previousClose: Paise | null
  /** The other figures of that day; each is `null` where it is not printed. */
  readonly high: Paise | null
  readonly low: Paise | null
  readonly close: Paise | null
  /** Shares traded. */
  readonly volume: number | null
  /** Shares delivered, in percent of those traded. */
  readonly deliveredPct: number | null
  readonly printed: string
}

export interface ReportedDeal {
  readonly kind: 'deal'
  readonly deal: Omit<DealFact, 'fact' | 'source' | 'printed' | 'url'>
}

/** `name` is `null` for a day that a later list no longer has. */
export interface ReportedHoliday extends Omit<HolidayFact, 'fact' | 'source'> {
  readonly kind: 'holiday'
}

/** An observation that is about no issue. */
export type WithoutIssue = ReportedDeal | ReportedHoliday
export const isWithoutIssue = (said: Observation): said is WithoutIssue =>
  said.kind === 'deal' || said.kind === 'holiday'

/** The answer is not in the known layout: cut short, an error page, a renamed column. Never an empty day. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}
