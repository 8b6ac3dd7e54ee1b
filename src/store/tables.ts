import type { Insertable, Selectable } from 'kysely'
import type { Day, Instant } from '../market/calendar.ts'
import type { Book, Category, DealKind, DealType, Exchange, RetractableFact } from '../market/facts/fact.ts'
import type { Paise } from '../market/money.ts'

/** What every fact has: its place in the order of storing, the round that brought it, and when we learned it. */
interface FactColumns {
  /** Ascending over all fact tables together. */
  id: number
  round: number
  recorded: Instant
  source: string
  /** The download that it was read in; `null` for what a file brought. */
  fetch: number | null
}

/** What a round did: brought a file in, read an upstream, read kept answers again, settled a refusal. */
export type Work = 'import' | 'collect' | 'replay' | 'settle'
/** `partial`: some documents could not be read, what the others said was taken. */
export type RoundResult = 'done' | 'partial' | 'failed'
/** What is wrong with an upstream: wait for it, ask its owner, or mend the source. */
export const FAULTS = ['unreachable', 'refused', 'changed'] as const
export type Fault = (typeof FAULTS)[number]
/** How a refusal ended: `matched` by itself once its issue was known, or once it could be read, the others by the operator. */
export type Settlement = 'matched' | 'accepted' | 'discarded' | 'same-as'

interface CitedColumns {
  printed: string | null
  url: string | null
}

export interface Tables {
  /** One row. Locked by whoever writes; its `version` is the last round that brought facts. */
  market_version: { id: 1; version: number; last_round: number; last_fact: number; recorded: Instant }
  /** One collection or import. Ids ascend in the order of commit. */
  rounds: {
    id: number
    /** A source's id, or the name of the command that brought a file. */
    source: string
    work: Work
    started: Instant
    committed: Instant
    version: number
    outcome: RoundResult
    fault: Fault | null
    /** What went wrong, for people. */
    words: string | null
    rows_read: number
    rows_kept: number
    rows_known: number
    rows_refused: number
  }
  /** Each distinct raw answer of an upstream. May be pruned by age. */
  payloads: { hash: string; stored: Instant; size: number; compressed: Uint8Array }
  /** One download that brought an answer. */
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
    /** A hash of what was read in it; `null` when it could not be read. */
    reading: string | null
  }
  /** Rows that were not taken, whole. The same row with the same fault again only counts up. */
  refusals: {
    id: number
    identity: string
    round: number
    fetch: number | null
    source: string
    document: string
    line: number
    raw: string
    /** By what its source calls the issue that it speaks of; empty when it names none. */
    subject: string
    rule: string
    reason: string
    /** JSON: what the row says, where it could be read. */
    said: string | null
    /** JSON: slugs of the issues that may be meant. */
    candidates: string
    first_seen: Instant
    last_seen: Instant
    times: number
    settled: Settlement | null
    settled_as: string | null
    settled_at: Instant | null
  }
  /** By what key of its own a source calls an issue, learned when a row was matched by other means. */
  issue_keys: { source: string; key: string; issue: number; learned: Instant }
  issues: { id: number; slug: string }
  /** How issues looked in lists at a version, packed; what came later is read on top. May be emptied at any time. */
  issue_index: { part: number; content: Uint8Array }
  /** `said` is JSON: the terms that were said, so that a key left out differs from a null. */
  issue_facts: FactColumns & { issue: number; said: string }
  aliases: FactColumns & { issue: number; name: string }
  sames: FactColumns & { issue: number; same_as: number }
  gmp_reports: FactColumns &
    CitedColumns & { issue: number; observed: Day; gmp: Paise; reported: Instant | null }
  subscription_reports: FactColumns &
    CitedColumns & { issue: number; observed: Instant; category: Category; book: Book; times: number }
  listings: FactColumns & CitedColumns & { issue: number; listed_on: Day; exchange: Exchange; price: Paise }
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
      /** The n-th such row of its file, from 1: exact duplicates in one disclosure are kept. */
      occurrence: number
    }
  /**
   * How many deals of a symbol, in upper case, or of all ('') were learned in a period: a year, or a part of one that is
   * split because it holds many deals of several moments. Retracted deals count too.
   */
  deal_totals: {
    symbol: string
    level: number
    period: string
    deals: number
    first_recorded: Instant
    last_recorded: Instant
    /** Between these trade dates. */
    first_day: Day
    last_day: Day
    is_split: 0 | 1
  }
  /** Deals by client, in upper case, and by sort (exchange, kind and type); some of them may be gone or retracted. */
  deal_groups: {
    grouped_by: 'client' | 'sort'
    name: string
    deals: number
    first_day: Day
    last_day: Day
  }
  /** `named` is JSON. The deal columns repeat what names a deal, so that SQL can leave retracted deals out. */
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

export const FACT_TABLES = [
  'issue_facts',
  'aliases',
  'sames',
  'gmp_reports',
  'subscription_reports',
  'listings',
  'deals',
  'retractions',
] as const satisfies readonly (keyof Tables)[]
export type FactTable = (typeof FACT_TABLES)[number]

export type StoreRow<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
