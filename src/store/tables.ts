import type { Generated, Insertable, Selectable } from 'kysely'
import type { Day, Instant } from '../market/calendar.ts'
import type {
  Book,
  Category,
  DealKind,
  DealType,
  Exchange,
  Fact,
  HolidaySegment,
  RetractableFact,
} from '../market/facts/fact.ts'
import type { Paise } from '../market/money.ts'
import type { AlertTables } from './alerts/alert-tables.ts'
import type { AccessTables } from './collection/access-tables.ts'

/** The columns of every fact: its id, its round, the time of recording, and its source. */
interface FactColumns {
  /** Ascending over all fact tables together. */
  id: number
  round: number
  recorded: Instant
  source: string
  /** The download that it was parsed from; `null` for an imported file. */
  fetch: number | null
}

/**
 * What a round did: import a file, collect from an upstream, parse stored answers again, settle a refusal, or collect what
 * an upstream still has of the past. Only `collect` shows the state of a source.
 */
export const ROUND_WORKS = ['import', 'collect', 'replay', 'settle', 'backfill'] as const
export type Work = (typeof ROUND_WORKS)[number]
/** `partial`: some documents could not be read; the facts of the others were recorded. */
export const ROUND_RESULTS = ['done', 'partial', 'failed'] as const
export type RoundResult = (typeof ROUND_RESULTS)[number]
/** What is wrong with an upstream. Unreachable: wait. Refused: ask its owner. Changed: fix the parser. */
export const FAULTS = ['unreachable', 'refused', 'changed'] as const
export type Fault = (typeof FAULTS)[number]
/**
 * How a refusal was settled: `matched` automatically once its issue was known or it could be parsed, the others by the
 * operator.
 */
export const SETTLEMENTS = ['matched', 'accepted', 'discarded', 'same-as'] as const
export type Settlement = (typeof SETTLEMENTS)[number]

interface CitedColumns {
  printed: string | null
  url: string | null
}

export interface Tables extends AlertTables, AccessTables {
  /** One row, locked by each writer. `version` is the last round with new facts. */
  market_version: { id: 1; version: number; last_round: number; last_fact: number; recorded: Instant }
  /** One collection or import. Ids ascend in the order of commit. */
  rounds: {
    id: number
    /** A source's id, or the name of the command that imported a file. */
    source: string
    work: Work
    started: Instant
    committed: Instant
    version: number
    outcome: RoundResult
    fault: Fault | null
    /** A description of the fault, for people. */
    words: string | null
    rows_read: number
    rows_kept: number
    rows_known: number
    rows_refused: number
  }
  /** Each distinct raw answer of an upstream. May be pruned by age. */
  payloads: { hash: string; stored: Instant; size: number; compressed: Uint8Array }
  /** One download with an answer. */
  fetches: {
    id: number
    round: number
    source: string
    document: string
    url: string
    day: Day | null
    fetched: Instant
    payload: string
    etag: string | null
    last_modified: string | null
    /** A hash of what was parsed from it; `null` when it could not be parsed. */
    reading: string | null
  }
  /** Rows that were not accepted, whole. The same row with the same fault again is only counted up. */
  refusals: {
    id: number
    identity: string
    round: number
    fetch: number | null
    source: string
    document: string
    line: number
    raw: string
    /** The source's key of the issue in the row; empty when the row names none. */
    subject: string
    rule: string
    reason: string
    /** JSON of the parsed row; `null` when it could not be parsed. */
    said: string | null
    /** JSON: slugs of the issues that the row may be about. */
    candidates: string
    first_seen: Instant
    last_seen: Instant
    times: number
    settled: Settlement | null
    settled_as: string | null
    settled_at: Instant | null
  }
  /** A source's own key of an issue, stored when a row was matched by other means. */
  issue_keys: {
    source: string
    key: string
    issue: number
    learned: Instant
    /** The round; 0 in rows of older releases. */
    learned_in: Generated<number>
  }
  issues: { id: number; slug: string }
  /** `said` is JSON of the reported terms: a key that is left out differs from a null. */
  issue_facts: FactColumns & { issue: number; said: string }
  aliases: FactColumns & { issue: number; name: string }
  sames: FactColumns & { issue: number; same_as: number }
  gmp_reports: FactColumns &
    CitedColumns & {
      issue: number
      observed: Day
      gmp: Paise
      reported: Instant | null
      printed_low: Paise | null
      printed_high: Paise | null
      sauda: Paise | null
    }
  subscription_reports: FactColumns &
    CitedColumns & {
      issue: number
      observed: Instant
      category: Category
      book: Book
      times: number | null
      shares_offered: number | null
      shares_bid: number | null
      applications: number | null
    }
  listings: FactColumns &
    CitedColumns & {
      issue: number
      listed_on: Day
      exchange: Exchange
      price: Paise
      high: Paise | null
      low: Paise | null
      close: Paise | null
      volume: number | null
      delivered_pct: number | null
    }
  /** `name` is null where the source takes the day back. */
  holidays: FactColumns & { exchange: Exchange; segment: HolidaySegment; day: Day; name: string | null }
  deals: FactColumns &
    CitedColumns & {
      exchange: Exchange
      kind: DealKind
      trade_date: Day
      symbol: string
      security_name: string
      client_name: string
      deal_type: DealType
      quantity: number
      price: Paise
      value: Paise
      /** The row is the n-th equal one of its file, from 1: exact duplicates in one disclosure are separate deals. */
      occurrence: number
    }
  /**
   * How many deals of a symbol, in upper case, or of all ('') were recorded in a period: a year, or a part of one that
   * is split because it holds many deals of several moments. Retracted deals are included.
   */
  deal_totals: {
    symbol: string
    level: number
    period: string
    deals: number
    first_recorded: Instant
    last_recorded: Instant
    /** The first and the last trade date. */
    first_day: Day
    last_day: Day
    is_split: 0 | 1
  }
  /**
   * Deals by client, in upper case, and by sort (exchange, kind and type). An upper bound: some of the deals may be
   * removed or retracted.
   */
  deal_groups: {
    grouped_by: 'client' | 'sort'
    name: string
    deals: number
    first_day: Day
    last_day: Day
  }
  /** `named` is JSON. The deal columns repeat what identifies a deal, so that SQL can leave out retracted deals. */
  retractions: FactColumns & {
    fact: RetractableFact['fact']
    issue: number | null
    named: string
    reason: string
    deal_exchange: Exchange | null
    deal_kind: DealKind | null
    deal_trade_date: Day | null
    deal_symbol: string | null
    deal_security_name: string | null
    deal_client_name: string | null
    deal_type: DealType | null
    deal_quantity: number | null
    deal_price: Paise | null
    deal_source: string | null
    deal_recorded: Instant | null
  }
}

/** The table of each kind of fact. */
export const TABLE_OF = {
  ipo: 'issue_facts',
  alias: 'aliases',
  same: 'sames',
  gmp: 'gmp_reports',
  subscription: 'subscription_reports',
  listing: 'listings',
  holiday: 'holidays',
  deal: 'deals',
  retraction: 'retractions',
} as const satisfies Record<Fact['fact'], keyof Tables>
export type FactTable = (typeof TABLE_OF)[keyof typeof TABLE_OF]
export const FACT_TABLES: readonly FactTable[] = Object.values(TABLE_OF)
/** The facts that decide how an issue looks in a list. */
export const HEAD_TABLES = ['issue_facts', 'listings', 'sames', 'retractions'] as const
export const FIGURE_TABLES = ['gmp_reports', 'subscription_reports'] as const
export const ISSUE_TABLES = [...HEAD_TABLES, ...FIGURE_TABLES] as const

export type StoreRow<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
