import type { Instant } from '../market/calendar.ts'
import type { StoreState } from '../operate/store-state.ts'
import { oneAtATime } from '../publish/one-at-a-time.ts'
import type { VersionWatch } from '../publish/version-watch.ts'
import { pollUntil, settlesWithin } from '../settles-within.ts'
import { abandonConnections, openDb } from '../store/engines/db.ts'
import { type MarketVersion, marketVersion } from '../store/version/market-version.ts'
import { COMMIT_PATIENCE_MS, isCommitPending } from '../store/version/pending-commit.ts'

/** How often a process that reads from a replica looks how far the primary has come. */
const LOOK_EVERY_MS = 1000
const LOOK_WITHIN_MS = 2000
/** A replica is mostly milliseconds behind. */
const REPLAY_WITHIN_MS = 2000

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
  /** A commit had been announced, whose facts may have an earlier time. */
  readonly isPending: boolean
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
  const hasReplayed = ({ at, version, isPending }: Seen): boolean => {
    const isComplete = replica.current.version >= version
    if (isComplete && !isPending && at > completeUpTo) completeUpTo = at
    behindSince = replica.current.version >= newest ? null : (behindSince ?? at)
    return isComplete
  }

  const look = oneAtATime(async (): Promise<Seen> => {
    const at = now()
    const looking = isCommitPending(db).then(async (isPending) => ({
      ...(await marketVersion(db)),
      isPending,
    }))
    if (!(await settlesWithin(LOOK_WITHIN_MS, looking))) {
      abandonConnections(db)
      throw new Error('the primary does not answer')
    }
    const { version, isPending } = await looking
    newest = version
    const seen = { at, version, isPending }
    hasReplayed(seen)
    return seen
  })

  /** Looks until no commit is pending; `undefined` when one takes too long. */
  async function lookWithoutPending(): Promise<Seen | undefined> {
    let seen: Seen | undefined
    const hasSeen = async () => {
      const last = await look()
      if (!last.isPending) seen = last
      return seen !== undefined
    }
    await pollUntil(hasSeen, COMMIT_PATIENCE_MS)
    return seen
  }

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
        const seen = moment === null ? await look() : await lookWithoutPending()
        if (!seen) return false
        return await pollUntil(async () => {
          await replica.refresh()
          return hasReplayed(seen)
        }, REPLAY_WITHIN_MS)
      } catch {
        return false
      }
    },
    async close() {
      clearInterval(timer)
      abandonConnections(db)
      await db.destroy()
    },
  }
}
