import type { Generated, Insertable, Selectable } from 'kysely'
import type { Day, Instant } from '../market/calendar.ts'
import type { RetractableFact } from '../market/facts/fact.ts'
import type { Paise } from '../market/money.ts'
import type { AccessTables } from './collection/access-tables.ts'
import type { FactColumns } from './facts/fact-rows.ts'

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

/** The tables; the values of facts have further columns, which `facts/fact-rows.ts` reads and writes. */
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
    /** The time of its facts without their own: when it locked the market. */
    recorded: Instant
    committed: Instant
    version: number
    /** The highest id of a fact up to this round. */
    last_fact: number
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
    /** The id of the first download that was made together with it: their rows are compared with each other. */
    batch: number
    /** The round that made facts of it; `null` until then. */
    round: number | null
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
  issue_facts: FactColumns & { issue: number }
  aliases: FactColumns & { issue: number }
  sames: FactColumns & { issue: number; same_as: number }
  gmp_reports: FactColumns & { issue: number }
  subscription_reports: FactColumns & { issue: number }
  listings: FactColumns & { issue: number }
  holidays: FactColumns
  deals: FactColumns & { value: Paise; occurrence: number }
  retractions: FactColumns & { issue: number | null; fact: RetractableFact['fact'] }
  /** The clients of deals, in upper case. */
  deal_clients: { name: string }
}

export type StoreRow<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>

/** `waiting`: to be sent. `given-up`: it could not be delivered within a day, or its channel was removed. */
export const MESSAGE_STATES = ['waiting', 'delivered', 'given-up'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** The outbox: what was and will be sent. These rows are no facts, and may be pruned by age. */
export interface AlertTables {
  /** One row, locked by each writer: alerts were recorded up to this position. `null` before the first time. */
  alert_progress: {
    id: 1
    version: number | null
    moment: Instant | null
    updated: Instant | null
    /** The last long time in which no process recorded alerts; `null` when there was none. */
    away_from: Instant | null
    away_to: Instant | null
    /** The rules that alerts were recorded by, as a JSON list of their ids; `null` where an earlier release recorded them. */
    known_rules: string | null
  }
  /** A rule that fired, once for each of its channels. */
  alerts: {
    id: number
    channel: string
    /** Unique within a channel. */
    key: string
    rule: string
    /** The name of the event. */
    event: string
    slug: string | null
    at: Instant
    version: number
    recorded: Instant
    /** JSON. */
    content: string
    /** The message that carries it; `null` while it is held back. */
    message: string | null
  }
  /** A message to a channel. */
  alert_messages: {
    id: string
    /** The order in which they are sent, over all channels. */
    position: number
    channel: string
    created: Instant
    title: string
    text: string
    /** JSON. */
    content: string
    state: MessageState
    /** Attempts so far. */
    tries: number
    first_try: Instant | null
    /** Not tried again before; `null` once it has ended. */
    next_try: Instant | null
    /** Why the last attempt failed. */
    reason: string | null
    /** 1 when the receiver objected to it at the last attempt: then later messages do not wait for it. */
    rejected: 0 | 1
    /** When it was delivered or given up. */
    ended: Instant | null
  }
}
