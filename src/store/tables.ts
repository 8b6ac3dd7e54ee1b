import type { Insertable, Selectable } from 'kysely'
import type { Day, Instant } from '../market/calendar.ts'
import type { Book, Category, DealKind, DealType, Exchange, RetractableFact } from '../market/fact.ts'
import type { Paise } from '../market/money.ts'

/** What every fact has: its place in the order of storing, the round that brought it, and when we learned it. */
interface FactColumns {
  /** Ascending over all fact tables together. */
  id: number
  round: number
  recorded: Instant
  source: string
}

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
    source: string
    started: Instant
    committed: Instant
    version: number
    outcome: 'done'
    rows_read: number
    rows_kept: number
    rows_refused: number
  }
  issues: { id: number; slug: string }
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

export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
