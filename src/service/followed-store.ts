import { type Instant, instantFromMs } from '../market/calendar.ts'
import type { StoreState } from '../operate/store-state.ts'
import { VersionReadTimeout, type VersionWatch } from '../publish/version-watch.ts'
import { type Db, isStoreUnavailable, ReplicaBehind } from '../store/engines/db.ts'
import type { MarketVersion } from '../store/version/market-version.ts'
import { FollowedPrimary } from './followed-primary.ts'
import { type FollowOptions, StoreReader, type StoreSettings } from './store-reader.ts'

export interface FollowedStore {
  readonly db: Db
  readonly current: MarketVersion
  /** How often the store lost facts that had been read already. */
  readonly history: number
  /** True while it cannot be read. */
  readonly isUnavailable: boolean
  state(): StoreState
  /** Reads all that was committed up to a moment (`null`: until now); false when that is not possible. */
  catchUp(moment: Instant | null): Promise<boolean>
  close(): Promise<void>
}

/**
 * Opens the store that answers are read from and follows its version as other processes raise it. Versions never go
 * back, unless the store has lost facts.
 */
export async function followStore(settings: StoreSettings, options: FollowOptions): Promise<FollowedStore> {
  const reader = new StoreReader(settings, options)
  const { DATABASE_URL: url, DATABASE_READ_URL: readUrl } = settings
  try {
    await reader.prepare()
    const versions = await reader.watch()
    const primary =
      readUrl === '' ? undefined : new FollowedPrimary(url, { now: options.now, replica: versions })
    return followedStore(reader, versions, primary)
  } catch (error) {
    await reader.close()
    throw error
  }
}

function followedStore(
  reader: StoreReader,
  versions: VersionWatch<MarketVersion>,
  primary: FollowedPrimary | undefined,
): FollowedStore {
  return {
    get db() {
      return reader.db
    },
    get current() {
      return versions.current
    },
    get history() {
      return reader.history
    },
    get isUnavailable() {
      return versions.failing !== null
    },
    state: () => ({
      lateCommits: reader.facts.lateCommits,
      outage: versions.failing && {
        since: instantFromMs(versions.failing.since),
        reason: publicText(versions.failing.error, primary ? 'the replica' : 'it'),
      },
      lag: primary?.lag() ?? null,
    }),
    catchUp: (moment) =>
      primary ? primary.catchUp(moment) : reader.catchUp(moment, versions).catch(() => false),
    async close() {
      versions.stop()
      await Promise.all([primary?.close(), reader.close()])
    },
  }
}

/** Describes an outage to the public: the error itself may name addresses and users, and is only logged. */
function publicText(error: unknown, subject: string): string {
  if (error instanceof ReplicaBehind) return error.message
  if (error instanceof VersionReadTimeout) return `${subject} gave ${error.message}`
  return `${subject} ${isStoreUnavailable(error) ? 'cannot be reached' : 'returns errors'}`
}
