import type { RequestLease, ReturnedLease } from '../../api/leased-guard.ts'
import type { LimitsReached } from '../../feeds/slot-counts.ts'
import type { MetricValues } from '../../operate/gathered-metrics.ts'
import type { NextVersion, UnservedVersion } from '../version-switch.ts'

/** Pools of slots that all processes share. */
export type PoolName = 'downloads' | 'events'

/** What a process reports once it serves. */
export interface Started {
  readonly address: string
  /** The public name of the market version that it serves. */
  readonly version: string
  readonly contents: { readonly demo: boolean; readonly ipos: number | null }
}

/** The requests of a process to the primary, each with its answer. */
export interface Requests {
  lease: { asks: { client: string; returned: ReturnedLease; now: number }; answer: RequestLease }
  slot: { asks: { pool: PoolName; client: string | null }; answer: LimitsReached | null }
  /** A temporary folder that all processes share. */
  folder: { asks: null; answer: string }
  /** The texts of SOURCE_FILES; `null` when they cannot be read. */
  sources: { asks: null; answer: readonly string[] | null }
  /** The version that all processes prepare next. */
  next: { asks: UnservedVersion; answer: NextVersion }
  /** Answered when all processes are prepared for this version. */
  agreement: { asks: { version: number }; answer: null }
}
export type RequestName = keyof Requests

/** A request of a process, with a number that its answer repeats. */
export type Asked = {
  readonly [N in RequestName]: { readonly of: N; readonly id: number; readonly asks: Requests[N]['asks'] }
}[RequestName]

/** From a serving process to the primary. */
export type ToPrimary =
  | Asked
  | { readonly of: 'started'; readonly started: Started }
  | { readonly of: 'freed'; readonly pool: PoolName; readonly client: string | null }
  | { readonly of: 'metrics'; readonly id: number; readonly metrics: MetricValues }

/** Why a request could not be answered; `code` is that of the operating system. */
export interface RequestFailure {
  readonly message: string
  readonly code: string | undefined
}

/** From the primary to a serving process. */
export type ToProcess =
  | { readonly of: 'answer'; readonly id: number; readonly answer: Requests[RequestName]['answer'] }
  | { readonly of: 'failure'; readonly id: number; readonly failure: RequestFailure }
  | { readonly of: 'full'; readonly pool: PoolName; readonly isFull: boolean }
  /** Another process begins to prepare a new version. */
  | { readonly of: 'version' }
  | { readonly of: 'scrape'; readonly id: number }
  | { readonly of: 'stop'; readonly isDraining: boolean }

/** Sends messages that were posted in the same turn of the event loop together, since each sending is a system call. */
export function batched<Message>(send: (messages: readonly Message[]) => void): (message: Message) => void {
  let waiting: Message[] = []
  const flush = () => {
    const messages = waiting
    waiting = []
    send(messages)
  }
  return (message) => {
    if (waiting.push(message) === 1) setImmediate(flush)
  }
}
