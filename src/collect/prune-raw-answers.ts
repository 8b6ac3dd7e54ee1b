import { DAY_MS, type Instant, instantFromMs, msOf } from '../market/calendar.ts'
import type { Db } from '../store/engines/db.ts'
import { type Pruned, prunePayloads } from '../store/upkeep/prune.ts'

/** For how many days raw answers are stored, and what to call after a removal. */
export interface RawAnswersOptions {
  readonly days: number
  readonly onPruned: (pruned: Pruned) => void
  readonly onError: (error: unknown) => void
}

/** The lock name of pruning, among the ids of sources; no source has such an id. */
export const RAW_ANSWERS = 'raw answers'

/** In Indian time: at a quiet hour, after the nightly backup of `deploy/`. */
export const PRUNE_CRON = '30 3 * * *'

/** Removes raw answers that are older than this many days, until it is aborted. */
export function pruneOldAnswers(
  db: Db,
  { days, now, signal }: { readonly days: number; readonly now: () => Instant; readonly signal: AbortSignal },
): Promise<Pruned> {
  const before = instantFromMs(msOf(now()) - days * DAY_MS)
  return prunePayloads(db, { before, alsoUnread: false, dryRun: false, now, signal })
}
