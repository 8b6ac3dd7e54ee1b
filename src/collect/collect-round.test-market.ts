import { openStore } from '../../test/support/store.ts'
import type { Day, Instant } from '../market/calendar.ts'
import { type Fact, MULTIPLE_ALONE, OPEN_ALONE, type Recorded, type Terms } from '../market/facts/fact.ts'
import {
  type BadRow,
  type Observation,
  type ReportedGmp,
  type ReportedListing,
  type ReportedSubscription,
  type ReportedTerms,
  type Source,
  type Subject,
  UNNAMED_SUBJECT,
  Unreadable,
} from '../sources/source.ts'
import { openRefusals, type RefusedRow } from '../store/collection/refusals.ts'
import type { Db } from '../store/engines/db.ts'
import { allFacts } from '../store/facts/all-facts.ts'
import { type CollectOptions, collectRound, type RoundReport } from './collect-round.ts'
import type { Conditions, DownloadResult } from './download/download-document.ts'
import type { Get } from './download/polite-get.ts'

type Page = readonly (Observation | Omit<BadRow, 'row' | 'raw'>)[]

/** A source whose answers are JSON lists of observations; any other answer has an unknown layout. */
export const plainSource = (id: string, publisher: string, more: Partial<Source> = {}): Source => ({
  id,
  publisher,
  home: `https://${id}.example/`,
  contents: 'GMP quotes',
  schedule: { words: 'never', cron: [] },
  isDated: false,
  plan: () => [{ document: 'list', url: `https://${id}.example/list`, expects: 'json' }],
  read({ body }) {
    if (!body.startsWith('[') || !body.endsWith(']')) throw new Unreadable(`"${body}" is no list`)
    const page: Page = JSON.parse(body)
    const entries = page.map((one, i) => {
      const place = { row: i + 1, raw: JSON.stringify(one) }
      return 'rule' in one ? { ...place, ...one } : { ...place, said: one }
    })
    return { entries, rows: entries.length, unknownColumns: [] }
  },
  ...more,
})

export const nse = plainSource('nse-issues', 'nse')
export const bse = plainSource('bse-issues', 'bse')
export const tracker = plainSource('ipowatch', 'IPOWatch')
export const bhavcopy = plainSource('nse-bhavcopy', 'nse')
const ALL = [nse, bse, tracker, bhavcopy]

export const fresh = (body: string, more: Partial<Conditions> = {}): DownloadResult => ({
  kind: 'fresh',
  body: Buffer.from(body),
  etag: null,
  lastModified: null,
  ...more,
})

/** A market that is collected round by round. */
export class Market {
  readonly db: Db

  constructor(db: Db) {
    this.db = db
  }

  static async open(): Promise<Market> {
    return new Market(await openStore())
  }

  collect(source: Source, now: Instant, get: Get, more: Partial<CollectOptions> = {}): Promise<RoundReport> {
    return collectRound(this.db, source, { now: () => now, get, sources: ALL, ...more })
  }

  /** Runs a round in which the source has this page. */
  collectPage(
    source: Source,
    now: Instant,
    page: Page,
    more: Partial<CollectOptions> = {},
  ): Promise<RoundReport> {
    return this.collect(source, now, async () => fresh(JSON.stringify(page)), more)
  }

  async facts(): Promise<Recorded<Fact>[]> {
    const facts: Recorded<Fact>[] = []
    for await (const fact of allFacts(this.db)) facts.push(fact)
    return facts
  }

  async factsOf<K extends Fact['fact']>(kind: K): Promise<Recorded<Extract<Fact, { fact: K }>>[]> {
    const isOfKind = (fact: Recorded<Fact>): fact is Recorded<Extract<Fact, { fact: K }>> =>
      fact.fact === kind
    return (await this.facts()).filter(isOfKind)
  }

  refusals(): Promise<RefusedRow[]> {
    return openRefusals(this.db)
  }

  async rules(): Promise<string[]> {
    return (await this.refusals()).map(({ rule }) => rule)
  }
}

const ACORN: Partial<Terms> = { name: 'Acorn Mills Limited', board: 'MAINBOARD' }

/** An exchange's row; its subject follows from the terms. */
export function terms(said: Partial<Terms> = {}, subject: Partial<Subject> = {}): ReportedTerms {
  const all = { ...ACORN, ...said }
  const { name = null, symbol = null, isin = null, bseCode = null, board = null } = all
  const { openDate = null, closeDate = null, priceMin = null, priceMax = null } = all
  const called = { name, symbol, isin, bseCode, board, openDate, closeDate, priceMin, priceMax }
  return { kind: 'terms', subject: { ...UNNAMED_SUBJECT, ...called, ...subject }, terms: all }
}

export const quote = (gmp: number, observedAt: Day, more: Partial<ReportedGmp> = {}): ReportedGmp => ({
  kind: 'gmp',
  subject: { ...UNNAMED_SUBJECT, name: 'Acorn Mills' },
  observedAt,
  gmp,
  reportedAt: null,
  printed: `₹${gmp / 100}`,
  ...more,
})

export const subscribedTimes = (
  timesSub: number,
  more: Partial<ReportedSubscription> = {},
): ReportedSubscription => ({
  kind: 'subscription',
  subject: { ...UNNAMED_SUBJECT, name: 'Acorn Mills Limited' },
  observedAt: null,
  category: 'TOTAL',
  timesSub,
  ...MULTIPLE_ALONE,
  book: 'ALL',
  printed: `${timesSub}`,
  ...more,
})

export const opening = (
  listingPrice: number,
  listedOn: Day,
  more: Partial<ReportedListing> = {},
): ReportedListing => ({
  kind: 'listing',
  subject: { ...UNNAMED_SUBJECT, symbol: 'ACORN' },
  listedOn,
  listingPrice,
  exchange: 'NSE',
  previousClose: 10_000,
  ...OPEN_ALONE,
  printed: `${listingPrice / 100}`,
  ...more,
})
