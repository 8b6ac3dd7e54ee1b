import type { Instant } from '../market/calendar.ts'
import type { StoreState } from '../operate/store-state.ts'
import { oneAtATime } from '../publish/one-at-a-time.ts'
import type { VersionWatch } from '../publish/version-watch.ts'
import { pollUntil, settlesWithin } from '../settles-within.ts'
import { abandonConnections, type Db, openDb } from '../store/engines/db.ts'
import { type MarketVersion, marketVersion } from '../store/version/market-version.ts'
import { COMMIT_PATIENCE_MS, isCommitPending } from '../store/version/pending-commit.ts'

/** How often a process that reads from a replica checks how far the primary has come. */
const LOOK_EVERY_MS = 1000
const LOOK_WITHIN_MS = 2000
/** A replica is mostly milliseconds behind. */
const REPLAY_WITHIN_MS = 2000

/** How far the primary had come at a moment. */
interface Seen {
  readonly at: Instant
  readonly version: number
  /** A commit had been announced whose facts may have an earlier time. */
  readonly isPending: boolean
}

/**
 * Follows how far the primary has come, for a process that reads from a replica: an answer as of a moment must wait
 * until all that was committed by then has been replayed, or it would change later.
 */
export class FollowedPrimary {
  readonly #db: Db
  readonly #now: () => Instant
  readonly #replica: VersionWatch<MarketVersion>
  readonly #look = oneAtATime(() => this.#lookOnce())
  readonly #timer = setInterval(() => this.#look().catch(() => undefined), LOOK_EVERY_MS)
  /** All that was committed up to this moment has been replayed. */
  #completeUpTo: Instant = ''
  #newest = 0
  #behindSince: Instant | null = null

  constructor(url: string, { now, replica }: { now: () => Instant; replica: VersionWatch<MarketVersion> }) {
    this.#db = openDb(url, { statementTimeoutMs: LOOK_WITHIN_MS })
    this.#now = now
    this.#replica = replica
    this.#timer.unref()
  }

  lag(): StoreState['lag'] {
    const { version } = this.#replica.current
    if (this.#behindSince === null || version >= this.#newest) return null
    return { versions: this.#newest - version, since: this.#behindSince }
  }

  /** Waits until the replica has all that was committed up to a moment (`null`: until now); false when it has not in time. */
  async catchUp(moment: Instant | null): Promise<boolean> {
    if (moment !== null && moment <= this.#completeUpTo) return true
    try {
      const seen = moment === null ? await this.#look() : await this.#lookWithoutPending()
      if (!seen) return false
      return await pollUntil(async () => {
        await this.#replica.refresh()
        return this.#hasReplayed(seen)
      }, REPLAY_WITHIN_MS)
    } catch {
      return false
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    abandonConnections(this.#db)
    await this.#db.destroy()
  }

  async #lookOnce(): Promise<Seen> {
    const at = this.#now()
    const looking = isCommitPending(this.#db).then(async (isPending) => ({
      ...(await marketVersion(this.#db)),
      isPending,
    }))
    if (!(await settlesWithin(LOOK_WITHIN_MS, looking))) {
      abandonConnections(this.#db)
      throw new Error('the primary does not answer')
    }
    const { version, isPending } = await looking
    this.#newest = version
    const seen = { at, version, isPending }
    this.#hasReplayed(seen)
    return seen
  }

  /** Looks until no commit is pending; `undefined` when one takes too long. */
  async #lookWithoutPending(): Promise<Seen | undefined> {
    let seen: Seen | undefined
    const hasSeen = async () => {
      const last = await this.#look()
      if (!last.isPending) seen = last
      return seen !== undefined
    }
    await pollUntil(hasSeen, COMMIT_PATIENCE_MS)
    return seen
  }

  /** Judges by one look at the primary, which may have gone on since. */
  #hasReplayed({ at, version, isPending }: Seen): boolean {
    const replayed = this.#replica.current.version
    const isComplete = replayed >= version
    if (isComplete && !isPending && at > this.#completeUpTo) this.#completeUpTo = at
    this.#behindSince = replayed >= this.#newest ? null : (this.#behindSince ?? at)
    return isComplete
  }
}
