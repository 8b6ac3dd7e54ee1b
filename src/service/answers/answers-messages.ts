import type { Config } from '../../config.ts'
import type { AddressedAnswer, RequestedAddress } from '../../publish/sender.ts'
import type { ServedMarket } from '../../reports/served-market.ts'

/** The data that the process is started with. */
export interface AnswersTask {
  readonly config: Config
}

/** What the process needs to know of the market; it has a connection to the store of its own. */
export type MarketState = Pick<ServedMarket, 'version' | 'committed' | 'history' | 'servedSince'>

/** Answers to make of one version. A later order ends the work on an earlier one. */
export interface AnswersOrder {
  readonly id: number
  readonly market: MarketState
  /** By how much the clock is ahead of the machine's, in milliseconds. */
  readonly aheadMs: number
  /** The version is served as soon as these are made. */
  readonly first: readonly RequestedAddress[]
  readonly rest: readonly RequestedAddress[]
}

export type AnswersReport =
  | { readonly of: 'answer'; readonly id: number; readonly answer: AddressedAnswer }
  /** All of the first addresses are made. */
  | { readonly of: 'ready'; readonly id: number }
