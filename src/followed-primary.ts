import { setTimeout } from 'node:timers/promises'
import type { Instant } from './market/calendar.ts'
import type { StoreState } from './operate/store-state.ts'
import { oneAtATime } from './publish/one-at-a-time.ts'
import type { VersionWatch } from './publish/version-watch.ts'
import { breakOff, openDb } from './store/db.ts'
import { type MarketVersion, marketVersion } from './store/market-version.ts'
import { within } from './within.ts'

/** How often a process that reads from a replica looks how far the primary has come. */
const LOOK_EVERY_MS = 1000
const LOOK_WITHIN_MS = 2000
/** A replica is mostly milliseconds behind. */
const REPLAY_WITHIN_MS = 2000
const REPLAY_LOOK_MS = 50

export interface FollowedPrimary {
  lag(): StoreState['lag']
  /** Waits until the replica has all that was committed up to a moment (`null`: until now); false when it has not in time. */
  catchUp(moment: Instant | null): Promise<boolean>
  close(): Promise<void>
}

/** How far the primary had come at a moment. */
interface Seen {
  readonly at: Instant
  readonly version: number
}

/**
 * How far the primary has come, for a process that reads from a replica: an answer as of a moment must not be given
 * before all that was committed by then has been replayed, or it would change later.
 */
export function followPrimary(
  url: string,
  { now, replica }: { now: () => Instant; replica: VersionWatch<MarketVersion> },
): FollowedPrimary {
  const db = openDb(url, { statementTimeoutMs: LOOK_WITHIN_MS })
  /** All that was committed up to this moment has been replayed. */
  let completeUpTo: Instant = ''
  let newest = 0
  let behindSince: Instant | null = null

  /** By what one look saw: the primary may have gone on since. */
  const hasReplayed = ({ at, version }: Seen): boolean => {
    const isComplete = replica.current.version >= version
    if (isComplete && at > completeUpTo) completeUpTo = at
    behindSince = replica.current.version >= newest ? null : (behindSince ?? at)
    return isComplete
  }

  const look = oneAtATime(async (): Promise<Seen> => {
    const at = now()
    const looking = marketVersion(db)
    if (!(await within(LOOK_WITHIN_MS, looking))) {
      breakOff(db)
      throw new Error('the primary does not answer')
    }
    const { version } = await looking
    newest = version
    const seen = { at, version }
    hasReplayed(seen)
    return seen
  })

  const timer = setInterval(() => look().catch(() => undefined), LOOK_EVERY_MS)
  timer.unref()

  return {
    lag: () =>
      behindSince === null || replica.current.version >= newest
        ? null
        : { versions: newest - replica.current.version, since: behindSince },
    async catchUp(moment) {
      if (moment !== null && moment <= completeUpTo) return true
      try {
        const seen = await look()
        return await untilReplayed(async () => {
          await replica.refresh()
          return hasReplayed(seen)
        })
      } catch {
        return false
      }
    },
    async close() {
      clearInterval(timer)
      breakOff(db)
      await db.destroy()
    },
  }
}

/** Waits for something to come from the primary; false when it has not in time. */
export async function untilReplayed(
  isThere: () => Promise<boolean>,
  withinMs = REPLAY_WITHIN_MS,
): Promise<boolean> {
  for (let waited = 0; ; waited += REPLAY_LOOK_MS) {
    if (await isThere()) return true
    if (waited >= withinMs) return false
    await setTimeout(REPLAY_LOOK_MS)
  }
}
