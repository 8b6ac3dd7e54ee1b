import { DAY_MS, type Instant, instantFromMs, msOf } from '../market/calendar.ts'
import type { Db } from '../store/engines/db.ts'
import { type Pruned, prunePayloads } from '../store/upkeep/prune.ts'

/** How long raw answers are kept, and who is told when old ones were removed. */
export interface RawAnswersOptions {
  readonly days: number
  readonly onPruned: (pruned: Pruned) => void
  readonly onError: (error: unknown) => void
}

/** The name under which one process of several has charge of pruning; no source has such an id. */
export const RAW_ANSWERS = 'raw answers'

/** By the clock of India: at a quiet hour, and after the nightly backup of `deploy/`. */
export const PRUNE_CRON = '30 3 * * *'

/** Removes raw answers that are older than so many days, until it is told to end. */
export function pruneOldAnswers(
  db: Db,
  { days, now, signal }: { readonly days: number; readonly now: () => Instant; readonly signal: AbortSignal },
): Promise<Pruned> {
  const before = instantFromMs(msOf(now()) - days * DAY_MS)
  return prunePayloads(db, { before, alsoUnread: false, dryRun: false, now, signal })
}
