import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { type Instant, instantFromMs, msOf } from '../market/calendar.ts'
import { timeAheadText } from '../market/time-ahead.ts'
import { isClockBehind } from '../operate/readiness.ts'
import type { StoreState } from '../operate/store-state.ts'
import { LookTookTooLong, type VersionWatch, watchVersion } from '../publish/version-watch.ts'
import { pollUntil } from '../settles-within.ts'
import {
  abandonConnections,
  closeDb,
  type Db,
  isReplica,
  isStoreUnavailable,
  openDb,
  ReplicaBehind,
} from '../store/engines/db.ts'
import { isUpToDate, type MigrationWatch, migrate } from '../store/migrations/migrate.ts'
import { type MarketVersion, marketVersion } from '../store/version/market-version.ts'
import { COMMIT_PATIENCE_MS, isCommitPending } from '../store/version/pending-commit.ts'
import { listenForVersions } from '../store/version/version-announcements.ts'
import { followPrimary } from './followed-primary.ts'

/** An answer is read in milliseconds; a question that takes this long is not worth waiting for. */
const STATEMENT_TIMEOUT_MS = 30_000
/** Requests that are still reading from a store that was left are done by then. */
const LEAVE_AFTER_MS = 30_000
/** A replica that is this far behind at the start is not one to read from. */
const SCHEMA_WITHIN_MS = 30_000

export interface FollowedStore {
  readonly db: Db
  readonly current: MarketVersion
  /** How often the store lost facts that had been read. */
  readonly history: number
  /** True while it cannot be read. */
  readonly isAway: boolean
  state(): StoreState
  /** Sees all that was committed up to a moment (`null`: until now); false when that cannot be. */
  catchUp(moment: Instant | null): Promise<boolean>
  close(): Promise<void>
}

type Addresses = Pick<Config, 'DATABASE_URL' | 'DATABASE_READ_URL'>

export interface FollowOptions {
  readonly now: () => Instant
  readonly log: FastifyBaseLogger
  readonly onChange: () => void
}

/**
 * The store that answers are read from, and its version as other processes raise it: told by the database where it can
 * (it cannot on a replica), and looked for besides. Versions never go back, unless the store has lost facts.
 */
export async function followStore(
  { DATABASE_URL: url, DATABASE_READ_URL: readUrl }: Addresses,
  { now, log, onChange }: FollowOptions,
): Promise<FollowedStore> {
  let history = 0
  let watch: VersionWatch<MarketVersion> | undefined
  const open = () =>
    openDb(readUrl || url, {
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      notBefore: () => watch?.current.version ?? 0,
    })
  let db = open()
  const left: Db[] = []

  let isBehind = false
  /** Tells once, and once more when it is over. */
  function compareClock({ version, recorded }: MarketVersion): void {
    const wasBehind = isBehind
    isBehind = version > 0 && isClockBehind(recorded, now())
    if (isBehind && !wasBehind) log.warn(`the newest facts: ${timeAheadText(recorded, now())}`)
    if (wasBehind && !isBehind) log.info('the clock has come to the time of the newest facts')
  }

  let lateCommits = 0
  /** All facts with a time up to this moment have been seen: no commit was pending when it was read from the clock. */
  let completeUpTo: Instant = ''
  /** The latest moment that was asked about. */
  let wantedUpTo: Instant = ''
  /** Only a writer whose clock is behind ours can bring this about: an answer as of that moment may have lacked its facts. */
  function countLateCommit({ version, recorded }: MarketVersion, last: MarketVersion): void {
    if (version <= last.version || recorded > completeUpTo) return
    lateCommits++
    log.warn(
      `a commit came too late: market version ${version} has the time ${recorded}, and was not announced yet at ${completeUpTo}; answers as of that span, given within it, lack its facts; compare the clocks of the machines`,
    )
  }

  async function look(): Promise<MarketVersion> {
    const at = now()
    const isComplete = wantedUpTo > completeUpTo && !(await isCommitPending(db))
    const seen = await marketVersion(db)
    compareClock(seen)
    const last = watch?.current
    if (last && readUrl === '') countLateCommit(seen, last)
    if (isComplete) completeUpTo = at
    if (
      !last ||
      seen.version > last.version ||
      (seen.version === last.version && seen.recorded === last.recorded)
    )
      return seen
    if (await isReplica(db)) throw new ReplicaBehind(seen.version, last.version)
    log.error(
      `the store has lost facts: it was at market version ${last.version}, and is at ${seen.version}; what it holds now is shown`,
    )
    leave(db)
    db = open()
    history++
    return seen
  }

  try {
    await bringUpToDate(db, {
      url,
      readUrl,
      watch: { now: () => msOf(now()), onStep: (words) => log.info(words) },
    })
    if (readUrl === '' && (await isReplica(db)))
      log.warn(
        'DATABASE_URL leads to a replica, where nothing can be recorded: set it to the primary, and DATABASE_READ_URL to the replica',
      )
    watch = await watchVersion({
      read: look,
      now: () => msOf(now()),
      onChange,
      onFailing: (error) =>
        log.error({ err: error }, 'the store cannot be read: what was given before is given from memory'),
      onWell: () => log.info('the store can be read again'),
      onHanging: () => abandonConnections(db),
    })
  } catch (error) {
    await closeDb(db)
    throw error
  }
  const versions = watch
  const primary = readUrl === '' ? undefined : followPrimary(url, { now, replica: versions })
  const listening =
    readUrl === '' ? listenForVersions(url, () => versions.refresh().catch(() => undefined)) : undefined

  return {
    get db() {
      return db
    },
    get current() {
      return versions.current
    },
    get history() {
      return history
    },
    get isAway() {
      return versions.failing !== null
    },
    state: () => ({
      lateCommits,
      outage: versions.failing && {
        since: instantFromMs(versions.failing.since),
        words: publicWords(versions.failing.error, readUrl === '' ? 'it' : 'the replica'),
      },
      lag: primary?.lag() ?? null,
    }),
    catchUp: (moment) => (primary ? primary.catchUp(moment) : lookUpTo(moment).catch(() => false)),
    async close() {
      versions.stop()
      await Promise.all([primary?.close(), listening?.stop(), ...[db, ...left].map(closeDb)])
    },
  }

  async function lookUpTo(moment: Instant | null): Promise<boolean> {
    if (moment === null) return versions.refresh().then(() => true)
    const clock = now()
    const wanted = moment < clock ? moment : clock
    if (wanted > wantedUpTo) wantedUpTo = wanted
    const look = () => versions.refresh().then(() => completeUpTo >= wanted)
    return pollUntil(look, COMMIT_PATIENCE_MS)
  }

  function leave(store: Db): void {
    left.push(store)
    setTimeout(() => closeDb(store).catch(() => undefined), LEAVE_AFTER_MS).unref()
  }
}

/** What a database says of itself may name addresses and users; the log has it, and the public gets this. */
function publicWords(error: unknown, who: string): string {
  if (error instanceof ReplicaBehind) return error.message
  if (error instanceof LookTookTooLong) return `${who} gives ${error.message}`
  return `${who} ${isStoreUnavailable(error) ? 'cannot be reached' : 'does not answer as it should'}`
}

/** A replica takes its schema from the primary, which is only asked if it must be. */
async function bringUpToDate(
  db: Db,
  { url, readUrl, watch }: { url: string; readUrl: string; watch: MigrationWatch },
): Promise<void> {
  if (await isUpToDate(db)) return
  const writing = openDb(url)
  try {
    await migrate(writing, watch)
  } finally {
    await writing.destroy()
  }
  if (readUrl === '' || (await pollUntil(() => isUpToDate(db), SCHEMA_WITHIN_MS))) return
  throw new Error(
    'the schema has not come to DATABASE_READ_URL: is it a replica that streams from DATABASE_URL?',
  )
}
