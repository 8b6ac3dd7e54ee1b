import type { RoundReport } from '../collect/collect-round.ts'
import type { Config } from '../config.ts'
import type { Pruned } from '../store/upkeep/prune.ts'
import type { LoggableError } from './loggable-error.ts'

/** The data that the collector thread is started with. */
export interface CollectorTask {
  readonly config: Config
  readonly aheadMs: number
}

export type CollectorMessage =
  | { readonly of: 'round'; readonly round: Omit<RoundReport, 'rows'> }
  | { readonly of: 'error'; readonly source: string; readonly error: LoggableError }
  | { readonly of: 'charge' | 'stand-by'; readonly sources: readonly string[] }
  | { readonly of: 'loss'; readonly reason: string }
  | { readonly of: 'pruned'; readonly pruned: Pruned }
  | { readonly of: 'prune-error'; readonly error: LoggableError }
