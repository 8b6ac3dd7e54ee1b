import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { type Instant, instantFromMs, msOf, timeAheadText } from '../market/calendar.ts'
import { isClockBehind } from '../operate/readiness.ts'
import type { StoreState } from '../operate/service-state.ts'
import { oneAtATime } from '../publish/one-at-a-time.ts'
import { pollUntil, settlesWithin } from '../settles-within.ts'
import {
  abandonConnections,
  closeDb,
  type Db,
  IN_MEMORY,
  isReplica,
  isStoreUnavailable,
  openDb,
  ReplicaBehind,
  replicaProgress,
} from '../store/engines/db.ts'
import { isUpToDate, migrate } from '../store/schema.ts'
import { type MarketVersion, marketVersion } from '../store/version/market-version.ts'
import { COMMIT_PATIENCE_MS, isCommitPending, untilSettled } from '../store/version/pending-commit.ts'
import { isStoreCreated, isStoreMissing } from './missing-store.ts'

/** Facts of another process must be visible within 2 seconds; reading the version takes microseconds. */
export const POLL_MS = 500
/** An answer is read in milliseconds; a statement that takes this long is given up. */
export const STATEMENT_TIMEOUT_MS = 30_000
/** A read of the version that takes longer counts as failed. */
const READ_WITHIN_MS = 2000
/** How long a request waits for a version. A replica is mostly milliseconds behind. */
const REACH_WITHIN_MS = 2000
/** Requests that still read from an abandoned store have ended by then. */
const CLOSE_ABANDONED_AFTER_MS = 30_000
/** A replica whose schema is this late at the start is refused. */
const SCHEMA_WITHIN_MS = 30_000

/** Where the store is, and whether this process records in it. */
export type StoreSettings = Pick<Config, 'DATABASE_URL' | 'DATABASE_READ_URL' | 'COLLECT'>

/** The store as it was last seen: one immutable object, replaced by each event that changes it. */
export interface SeenStore {
  readonly db: Db
  /** The last round with new facts, and when it was committed. */
  readonly version: number
  readonly recorded: Instant
  /** How often the store lost facts that had been read already. */
  readonly history: number
  /** True while it cannot be read. */
  readonly isUnavailable: boolean
}

export interface FollowOptions {
  readonly now: () => Instant
  readonly log: FastifyBaseLogger
  /** Called after `seen` was replaced. */
  readonly onChange: (seen: SeenStore) => void
}

/** Opens the store that answers are read from, which may be a replica, and follows it. */
export async function followStore(settings: StoreSettings, options: FollowOptions): Promise<FollowedStore> {
  const store = new FollowedStore(settings, options)
  try {
    await store.start()
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}

/**
 * Polls the version of the store as other processes raise it, and reopens the store when it has lost facts: only then do
 * versions go back. A missing SQLite file that nothing here records in is not created: an empty store in memory stands for
 * it until another process creates the file.
 */
export class FollowedStore {
  readonly #settings: StoreSettings
  readonly #options: FollowOptions
  /** Where facts are recorded, if answers are read from its replica. Only answers as of young moments need it. */
  readonly #primary: Db | null
  readonly #abandoned: Db[] = []
  #seen: SeenStore
  #isMissing: boolean
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #outage: StoreState['outage'] = null
  #lag: StoreState['lag'] = null
  /** The last look at which the replica lacked nothing, or else the start, and how much it had received by then. */
  #lastWithoutLag: { readonly at: Instant; readonly received: number }
  #isClockBehind = false
  /** All that was committed up to this moment has been seen, so that an answer as of it cannot change. */
  #completeUpTo: Instant = ''
  #lateCommits = 0

  constructor(settings: StoreSettings, options: FollowOptions) {
    const { DATABASE_URL: url, DATABASE_READ_URL: readUrl } = settings
    this.#settings = settings
    this.#options = options
    this.#isMissing = isStoreMissing(settings)
    this.#lastWithoutLag = { at: options.now(), received: 0 }
    this.#primary = readUrl === '' ? null : openDb(url, { statementTimeoutMs: READ_WITHIN_MS })
    this.#seen = { db: this.#open(), version: 0, recorded: '', history: 0, isUnavailable: false }
  }

  /** The same object as long as nothing of it has changed. */
  get seen(): SeenStore {
    return this.#seen
  }

  async start(): Promise<void> {
    const { db } = this.#seen
    if (this.#isMissing) await migrate(db)
    else await bringUpToDate(db, this.#settings)
    if (!this.#primary && (await isReplica(db)))
      this.#options.log.warn(
        'DATABASE_URL is a replica, which cannot record facts: set it to the primary, and DATABASE_READ_URL to the replica',
      )
    this.#seen = { ...this.#seen, ...(await marketVersion(db)) }
    this.#timer = setInterval(() => this.#look().catch(() => undefined), POLL_MS).unref()
  }

  /** For readiness and metrics. */
  state(): StoreState {
    return { lateCommits: this.#lateCommits, outage: this.#outage, lag: this.#lag }
  }

  /**
   * Looks at the store until all that was committed up to a moment is seen (`null`: looks once); false when that is not
   * possible in time.
   */
  async catchUp(moment: Instant | null): Promise<boolean> {
    try {
      // Every later commit has a later time than the last one.
      const isComplete = moment === null || moment <= this.#seen.recorded || moment <= this.#completeUpTo
      return isComplete ? await settlesWithin(REACH_WITHIN_MS, this.#look()) : await this.#complete(moment)
    } catch {
      return false
    }
  }

  /** Whether a version that another process named exists: a replica may get it within 2 seconds, any other store has it. */
  async reach(version: number): Promise<boolean> {
    const isReached = () => this.#seen.version >= version
    const look = () => this.#look().then(isReached)
    if (isReached()) return true
    return this.#primary ? pollUntil(look, REACH_WITHIN_MS).catch(() => false) : look().catch(() => false)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    const opened = [this.#seen.db, ...this.#abandoned, ...(this.#primary ? [this.#primary] : [])]
    await Promise.all(opened.map(closeDb))
  }

  #open(isMissing = this.#isMissing): Db {
    const { DATABASE_URL: url, DATABASE_READ_URL: readUrl } = this.#settings
    return openDb(isMissing ? IN_MEMORY : readUrl || url, {
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      notBefore: () => this.#seen.version,
    })
  }

  /** Waits until all that was committed up to a moment is seen; false when a commit, or the replica, takes too long. */
  async #complete(moment: Instant): Promise<boolean> {
    const clock = this.#options.now()
    const upTo = moment < clock ? moment : clock
    await untilSettled(upTo, clock)
    const committed = await pollUntil(this.#committed, COMMIT_PATIENCE_MS)
    if (!committed || !(await this.reach(committed.version))) return false
    // What was committed by then was announced by now: one question serves all moments that are old enough.
    const settled = instantFromMs(msOf(clock) - COMMIT_PATIENCE_MS)
    const completeUpTo = this.#primary && settled > upTo ? settled : upTo
    if (completeUpTo > this.#completeUpTo) this.#completeUpTo = completeUpTo
    return true
  }

  /** The version of the server that is written to; `null` while a commit is pending there. One read serves all requests. */
  readonly #committed = oneAtATime(() => {
    const db = this.#primary ?? this.#seen.db
    const read = async () => {
      // A standby that is about to be promoted does not know what is pending.
      const isStandby = this.#primary !== null && (await isReplica(db))
      return isStandby || (await isCommitPending(db)) ? null : marketVersion(db)
    }
    return inTime(db, read())
  })

  /** Reads the version and publishes what has changed. */
  readonly #look = oneAtATime(async () => {
    const { log } = this.#options
    try {
      const seen = await inTime(this.#seen.db, this.#read())
      if (this.#outage) log.info('the store can be read again')
      this.#outage = null
      this.#compareClock(seen)
      if (!this.#primary) this.#countLateCommit(seen)
      this.#replace(seen)
    } catch (error) {
      // After `close` a read in progress fails: that is no outage.
      if (!this.#outage && !this.#isClosed) {
        log.error({ err: error }, 'the store cannot be read: only answers in memory can be served')
        const subject = this.#primary ? 'the replica' : 'it'
        this.#outage = { since: this.#options.now(), reason: publicText(error, subject) }
        this.#replace({ ...this.#seen, isUnavailable: true })
      }
      throw error
    }
  })

  async #read(): Promise<SeenStore> {
    if (this.#isMissing && (await isStoreCreated(this.#settings.DATABASE_URL))) {
      this.#replace({ ...this.#seen, db: this.#open(false) })
      this.#isMissing = false
    }
    const last = this.#seen
    if (this.#primary) await this.#readLag(last.db)
    const now: MarketVersion = await marketVersion(last.db)
    if (!isEarlier(now, last)) return { ...last, ...now, isUnavailable: false }
    // A replica only needs waiting. Elsewhere the answers are read again, since the store went back.
    if (await isReplica(last.db)) throw new ReplicaBehind(now.version, last.version)
    this.#options.log.error(
      `the store has lost facts: it was at market version ${last.version} and is now at ${now.version}; its present contents are served`,
    )
    return { ...now, db: this.#open(), history: last.history + 1, isUnavailable: false }
  }

  /** Reads whether the replica lacks anything. What it received since the last look may be on its way still. */
  async #readLag(db: Db): Promise<void> {
    // It is only reported: a server that cannot say it can be read nevertheless.
    const progress = await replicaProgress(db).catch(() => null)
    const { at, received } = this.#lastWithoutLag
    let reason: string | undefined
    if (progress && !progress.isReceiving) reason = 'the replica receives nothing from its primary'
    else if (progress && progress.replayed < received)
      reason = 'the replica has not replayed all that it received'
    this.#lag = reason === undefined ? null : { since: at, reason }
    if (progress && !this.#lag)
      this.#lastWithoutLag = { at: this.#options.now(), received: progress.received }
  }

  /** Counts a commit that only a writer whose clock is behind ours can make: earlier answers may lack its facts. */
  #countLateCommit({ version, recorded }: SeenStore): void {
    if (version <= this.#seen.version || recorded > this.#completeUpTo) return
    this.#lateCommits++
    this.#options.log.warn(
      `late commit: market version ${version} has the time ${recorded}, but was not announced yet at ${this.#completeUpTo}; answers as of moments between these two may lack its facts; compare the clocks of the machines`,
    )
  }

  /** Logs once when the clock falls behind the newest facts, and once when it has caught up. */
  #compareClock({ version, recorded }: SeenStore): void {
    const { now, log } = this.#options
    const wasBehind = this.#isClockBehind
    this.#isClockBehind = version > 0 && isClockBehind(recorded, now())
    if (this.#isClockBehind && !wasBehind) log.warn(`the newest facts: ${timeAheadText(recorded, now())}`)
    if (wasBehind && !this.#isClockBehind) log.info('the clock has reached the time of the newest facts')
  }

  /** Replaces what is seen if anything differs. An earlier store is closed after the requests that still read it. */
  #replace(seen: SeenStore): void {
    const last = this.#seen
    const fields = Object.keys(last) as (keyof SeenStore)[]
    if (fields.every((field) => seen[field] === last[field])) return
    if (seen.db !== last.db) {
      this.#abandoned.push(last.db)
      setTimeout(() => closeDb(last.db).catch(() => undefined), CLOSE_ABANDONED_AFTER_MS).unref()
    }
    this.#seen = seen
    this.#options.onChange(seen)
  }
}

/** True when the store is at an earlier version than before, or at another one of the same number. */
const isEarlier = (now: MarketVersion, last: MarketVersion): boolean =>
  now.version < last.version || (now.version === last.version && now.recorded !== last.recorded)

class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  constructor() {
    super(`no answer within ${READ_WITHIN_MS / 1000} seconds`)
  }
}

/** A read that takes too long fails, and the connections are cut, since their queries would wait forever. */
async function inTime<T>(db: Db, reading: Promise<T>): Promise<T> {
  if (await settlesWithin(READ_WITHIN_MS, reading)) return reading
  abandonConnections(db)
  throw new NoAnswer()
}

/** Describes an outage to the public: the error itself may name addresses and users, and is only logged. */
function publicText(error: unknown, subject: string): string {
  if (error instanceof ReplicaBehind) return error.message
  if (error instanceof NoAnswer) return `${subject} gave ${error.message}`
  return `${subject} ${isStoreUnavailable(error) ? 'cannot be reached' : 'returns errors'}`
}

/** Creates the tables where there are none, and waits for a replica to receive them from its primary. */
async function bringUpToDate(db: Db, settings: StoreSettings): Promise<void> {
  if (await isUpToDate(db)) return
  const writing = openDb(settings.DATABASE_URL)
  try {
    await migrate(writing)
  } finally {
    await writing.destroy()
  }
  if (settings.DATABASE_READ_URL === '' || (await pollUntil(() => isUpToDate(db), SCHEMA_WITHIN_MS))) return
  throw new Error(
    'the schema has not come to DATABASE_READ_URL: is it a replica that streams from DATABASE_URL?',
  )
}
