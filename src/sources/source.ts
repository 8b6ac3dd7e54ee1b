import type { Day, Instant } from '../market/calendar.ts'
import type {
  Board,
  DealFact,
  DealKind,
  Exchange,
  GmpFact,
  HolidayFact,
  ListingFact,
  SubscriptionFact,
  Terms,
} from '../market/facts/fact.ts'
import type { Paise } from '../market/money.ts'

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

/** How a source identifies an issue: everything that it prints, and nothing else. */
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

/** The values of a fact, without what identifies its issue and its source, and without where it was read. */
type Printed<F> = Omit<F, 'fact' | 'slug' | 'source' | 'printed' | 'url'>

/** What a source may print beside a quote; left out where it prints nothing. */
type BesideQuote = 'printedLow' | 'printedHigh' | 'subjectToSauda'

/** `observedAt` is the day in India of the source's own time stamp where it prints one, else of the reading. */
export interface ReportedGmp
  extends Omit<Printed<GmpFact>, BesideQuote>,
    Partial<Pick<GmpFact, BesideQuote>> {
  readonly kind: 'gmp'
  readonly subject: Subject
  /** The cell as printed, without markup. */
  readonly printed: string
}

export interface ReportedSubscription extends Omit<Printed<SubscriptionFact>, 'observedAt'> {
  readonly kind: 'subscription'
  readonly subject: Subject
  /** The source's own time stamp, or `null` where it prints none: then the time of the reading is used. */
  readonly observedAt: Instant | null
  readonly printed: string
  /** Set where the time of the reading replaces a stamp, so that the time is not part of the figure's identity. */
  readonly isUnstamped?: boolean
}

/**
 * The opening price of a security on a day, which counts if it is the first trading day of an issue: most rows of a
 * bhavcopy are about other securities and are skipped.
 */
export interface ReportedListing extends Printed<ListingFact> {
  readonly kind: 'listing'
  readonly subject: Subject
  /** `null` where the exchange prints none on the first day. */
  readonly previousClose: Paise | null
  readonly printed: string
}

export interface ReportedDeal {
  readonly kind: 'deal'
  readonly deal: Printed<DealFact>
}

/** `name` is `null` for a day that a later list no longer has. */
export interface ReportedHoliday extends Printed<HolidayFact> {
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
