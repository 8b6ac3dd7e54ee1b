import type { Insertable, Selectable } from 'kysely'
import type { Day, Instant } from '../market/calendar.ts'
import type { RetractableFact } from '../market/facts/fact.ts'
import type { Paise } from '../market/money.ts'
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
/**
 * What a host does with an introduction: it answers; it denies access with a status or a page; it cuts off the
 * connection, or stays silent, before it answers.
 */
export const RECEPTIONS = ['served', 'denied', 'cut', 'silent'] as const
export type Reception = (typeof RECEPTIONS)[number]
/** `waiting`: to be sent. `given-up`: it could not be delivered within a day, or its channel was removed. */
export const MESSAGE_STATES = ['waiting', 'delivered', 'given-up'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** What the values of a column are; a list has all of them. JSON is stored as text. */
export type ColumnKind =
  | ('id' | 'count' | 'text' | 'moment' | 'day' | 'bytes' | 'JSON object' | 'JSON list')
  | readonly string[]

/** A column of a table. Its type in SQL and here, and its check in a piece of another store, follow from it. */
export interface StoredColumn<T = unknown> {
  readonly kind: ColumnKind
  readonly isNullable?: true
  /** In SQL; otherwise only `not null`, where it is not nullable. */
  readonly constraint?: string
  /** Never set: the type of the values. */
  readonly type?: T
}

const column = <T>(kind: ColumnKind, constraint?: string): StoredColumn<T> =>
  constraint === undefined ? { kind } : { kind, constraint }
const oneOf = <T extends string>(values: readonly T[]): StoredColumn<T> => ({ kind: values })
const orNull = <T>(of: StoredColumn<T>): StoredColumn<T | null> => ({ ...of, isNullable: true })
const text = column<string>('text')
const moment = column<Instant>('moment')
const day = column<Day>('day')
const id = column<number>('id')
const count = column<number>('count')
const key = column<number>('id', 'primary key')
const textKey = column<string>('text', 'primary key')
const uniqueText = column<string>('text', 'not null unique')
const issue = column<number>('id', 'not null references issues (id)')
/** The key of a table with one row. */
const onlyRow = column<1>('id', 'primary key check (id = 1)')

/** All tables but those of facts, which `facts/fact-rows.ts` defines. */
export const TABLES = {
  /** One row, locked by each writer. `version` is the last round with new facts. */
  market_version: { id: onlyRow, version: count, last_round: count, last_fact: count, recorded: moment },
  /** One collection or import. Ids ascend in the order of commit. */
  rounds: {
    id: key,
    /** A source's id, or the name of the command that imported a file. */
    source: text,
    work: oneOf(ROUND_WORKS),
    started: moment,
    /** The time of its facts without their own: when it locked the market. */
    recorded: moment,
    committed: moment,
    version: count,
    /** The highest id of a fact up to this round. */
    last_fact: count,
    outcome: oneOf(ROUND_RESULTS),
    fault: orNull(oneOf(FAULTS)),
    /** A description of the fault, for people. */
    words: orNull(text),
    rows_read: count,
    rows_kept: count,
    rows_known: count,
    rows_refused: count,
  },
  issues: { id: key, slug: uniqueText },
  /** The clients of deals, in upper case, so that a part of a name is sought among these and not among all deals. */
  deal_clients: { name: textKey },
  /** How many deals each round recorded with a time of each day in UTC, so that a total need not count them all. */
  deal_counts: { round: count, day, deals: count },
  /** Each distinct raw answer of an upstream. May be pruned by age. */
  payloads: { hash: textKey, stored: moment, size: count, compressed: column<Uint8Array>('bytes') },
  /** One download with an answer. */
  fetches: {
    id: key,
    /** The id of the first download that was made together with it: their rows are compared with each other. */
    batch: id,
    /** The round that made facts of it; `null` until then. */
    round: orNull(id),
    source: text,
    document: text,
    url: text,
    day: orNull(day),
    fetched: moment,
    payload: text,
    etag: orNull(text),
    last_modified: orNull(text),
    /** A hash of what was parsed from it; `null` when it could not be parsed. */
    reading: orNull(text),
  },
  /** Rows that were not accepted, whole. The same row with the same fault again is only counted up. */
  refusals: {
    id: key,
    identity: uniqueText,
    round: id,
    fetch: orNull(id),
    source: text,
    document: text,
    line: count,
    raw: text,
    /** The source's key of the issue in the row; empty when the row names none. */
    subject: text,
    rule: text,
    reason: text,
    /** The parsed row; `null` when it could not be parsed. */
    said: orNull(column<string>('JSON object')),
    /** Slugs of the issues that the row may be about. */
    candidates: column<string>('JSON list'),
    first_seen: moment,
    last_seen: moment,
    times: count,
    settled: orNull(oneOf(SETTLEMENTS)),
    settled_as: orNull(text),
    settled_at: orNull(moment),
  },
  /** The round that last changed each refusal, by identity; of one that is not stored, the round that removed it. */
  refusal_changes: { identity: textKey, round: id },
  /** A source's own key of an issue, stored when a row was matched by other means, and the round that did. */
  issue_keys: { source: text, key: text, issue, learned: moment, learned_in: id },
  /** At most one row: the position that the pieces of another store have reached here. */
  piece_position: { id: onlyRow, position: text },

  /** What became of each introduction, the text of `User-Agent`, when it was last tried at a host. */
  host_introductions: { host: text, agent: text, tried: moment, reception: oneOf(RECEPTIONS) },
  /** Paths that are not requested until a moment; the path of a whole host is empty. */
  closed_paths: { host: text, path: text, until: moment, why: text },
  /** The last visit to a host for its cookies, which are JSON. */
  host_visits: { host: textKey, visited: moment, cookies: text },
  /** How many requests were sent to a host on a day in India. */
  host_requests: { host: text, day, requests: count },
  /** One row: a random number, from which follows at which minute this installation reads its sources. */
  installation: { id: onlyRow, number: count },

  /** One row, locked by each writer: alerts were recorded up to this position. `null` before the first time. */
  alert_progress: {
    id: onlyRow,
    version: orNull(count),
    moment: orNull(moment),
    updated: orNull(moment),
    /** The last long time in which no process recorded alerts; `null` when there was none. */
    away_from: orNull(moment),
    away_to: orNull(moment),
    /** The rules that alerts were recorded by, as a JSON list of their ids; `null` before the first time. */
    known_rules: orNull(text),
  },
  /** A rule that fired, once for each of its channels. May be pruned by age, with its message. */
  alerts: {
    id: key,
    channel: text,
    /** Unique within a channel. */
    key: text,
    rule: text,
    /** The name of the event. */
    event: text,
    slug: orNull(text),
    at: moment,
    version: count,
    recorded: moment,
    /** JSON. */
    content: text,
    /** The message that carries it; `null` while it is held back. */
    message: orNull(text),
  },
  /** A message to a channel. */
  alert_messages: {
    id: textKey,
    /** The order in which they are sent, over all channels. */
    position: column<number>('count', 'not null unique'),
    channel: text,
    created: moment,
    title: text,
    text,
    /** JSON. */
    content: text,
    state: oneOf(MESSAGE_STATES),
    /** Attempts so far. */
    tries: count,
    first_try: orNull(moment),
    /** Not tried again before; `null` once it has ended. */
    next_try: orNull(moment),
    /** Why the last attempt failed. */
    reason: orNull(text),
    /** 1 when the receiver objected to it at the last attempt: then later messages do not wait for it. */
    rejected: column<0 | 1>('count'),
    /** When it was delivered or given up. */
    ended: orNull(moment),
  },
} as const satisfies Record<string, Record<string, StoredColumn>>

type PlainTables = {
  [T in keyof typeof TABLES]: {
    -readonly [C in keyof (typeof TABLES)[T]]: (typeof TABLES)[T][C] extends StoredColumn<infer V> ? V : never
  }
}

/** All tables; the values of facts have further columns, which `facts/fact-rows.ts` reads and writes. */
export interface Tables extends PlainTables {
  issue_facts: FactColumns & { issue: number }
  aliases: FactColumns & { issue: number }
  sames: FactColumns & { issue: number; same_as: number }
  gmp_reports: FactColumns & { issue: number }
  subscription_reports: FactColumns & { issue: number }
  listings: FactColumns & { issue: number }
  holidays: FactColumns
  deals: FactColumns & { value: Paise; occurrence: number }
  retractions: FactColumns & { issue: number | null; fact: RetractableFact['fact'] }
}

export type StoreRow<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
