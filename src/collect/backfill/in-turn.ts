import { setTimeout as sleep } from 'node:timers/promises'
import { type Instant, msOf } from '../../market/calendar.ts'
import { ownClock, timesDue } from '../../sources/schedule.ts'
import type { Source } from '../../sources/source.ts'
import type { CollectorLocks } from '../../store/collection/collector-locks.ts'
import { installationNumber } from '../../store/collection/host-access.ts'
import { roundsOfSources } from '../../store/collection/rounds.ts'
import type { Db } from '../../store/engines/db.ts'

const CHECK_EVERY_MS = 500
/** A service that is due and has not begun by then has other problems. */
const LONGEST_COURTESY_MS = 120_000

export interface TurnOptions {
  readonly db: Db
  readonly locks: CollectorLocks
  readonly now: () => Instant
  /** Called once each time that another process must be waited for. */
  readonly onWait: (source: Source) => void
}

/**
 * Runs rounds of sources that other processes may collect as well: each waits until no other round of the source runs,
 * and lets a service go first whose round is due.
 */
export function turnTaker({ db, locks, now, onWait }: TurnOptions) {
  /** The sources whose service did not begin. */
  const overdue = new Set<string>()
  return async <T>(source: Source, round: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const began = msOf(now())
    for (let isReported = false; ; isReported = true) {
      locks.lost.throwIfAborted()
      if (msOf(now()) - began > LONGEST_COURTESY_MS) overdue.add(source.id)
      const isOthersTurn = !overdue.has(source.id) && (await isDueElsewhere(db, locks, source, now()))
      const [taken] = isOthersTurn ? [] : await locks.take('work', [source.id])
      if (taken !== undefined) break
      if (!isReported) onWait(source)
      await sleep(CHECK_EVERY_MS)
    }
    try {
      return await round(locks.lost)
    } finally {
      await locks.release('work', source.id)
    }
  }
}

/** True when another process collects the source by its schedule, and its next round is due. */
async function isDueElsewhere(
  db: Db,
  locks: CollectorLocks,
  { id, schedule }: Source,
  now: Instant,
): Promise<boolean> {
  const [free] = await locks.take('charge', [id])
  if (free !== undefined) {
    await locks.release('charge', id)
    return false
  }
  const rounds = await roundsOfSources(db, [id], { asOf: null, limit: 1 })
  const [last] = rounds.get(id)?.last ?? []
  const clock = ownClock(schedule, await installationNumber(db))
  return last === undefined || timesDue(schedule, { after: last.started, upTo: now }, 1, clock) > 0
}
