import type { RoundReport } from '../collect/collect-round.ts'
import type { Config } from '../config.ts'
import type { Pruned } from '../store/upkeep/prune.ts'

/** What the thread is started with. */
export interface CollectorTask {
  readonly config: Config
  readonly aheadMs: number
}

/** What the thread tells. */
export type CollectorMessage =
  | { readonly of: 'round'; readonly round: Omit<RoundReport, 'rows'> }
  | { readonly of: 'error'; readonly source: string; readonly error: LoggableError }
  | { readonly of: 'charge' | 'stand-by'; readonly sources: readonly string[] }
  | { readonly of: 'loss'; readonly words: string }
  | { readonly of: 'pruned'; readonly pruned: Pruned }
  | { readonly of: 'prune-error'; readonly error: LoggableError }

/** An error as the log shows it. A copy of the error itself would lose its kind and its code on the way. */
export type LoggableError = Readonly<Record<string, string | number | boolean>>
