import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { type Instant, msOf, timeAheadText } from '../market/calendar.ts'
import { isClockBehind } from '../operate/readiness.ts'
import { type VersionWatch, watchVersion } from '../publish/version-watch.ts'
import { pollUntil } from '../settles-within.ts'
import {
  abandonConnections,
  closeDb,
  type Db,
  IN_MEMORY,
  isReplica,
  openDb,
  ReplicaBehind,
} from '../store/engines/db.ts'
import { isUpToDate, migrate } from '../store/schema.ts'
import { type MarketVersion, marketVersion } from '../store/version/market-version.ts'
import { COMMIT_PATIENCE_MS, untilSettled } from '../store/version/pending-commit.ts'
import { CompleteFacts } from './complete-facts.ts'
import { isStoreCreated, isStoreMissing } from './missing-store.ts'

/** An answer is read in milliseconds; a statement that takes this long is given up. */
export const STATEMENT_TIMEOUT_MS = 30_000
/** Requests that still read from an abandoned store have ended by then. */
const CLOSE_ABANDONED_AFTER_MS = 30_000
/** A replica whose schema is this late at the start is refused. */
const SCHEMA_WITHIN_MS = 30_000

/** Where the store is, and whether this process records in it. */
export type StoreSettings = Pick<Config, 'DATABASE_URL' | 'DATABASE_READ_URL' | 'COLLECT'>

export interface FollowOptions {
  readonly now: () => Instant
  readonly log: FastifyBaseLogger
  readonly onChange: () => void
}

/**
 * Polls the version of the store, and reopens the store when it has lost facts. A missing SQLite file that nothing here
 * records in is not created: an empty store in memory stands for it until another process creates it.
 */
export class StoreReader {
  readonly facts: CompleteFacts
  readonly #settings: StoreSettings
  readonly #options: FollowOptions
  readonly #abandoned: Db[] = []
  #db: Db
  #versions: VersionWatch<MarketVersion> | undefined
  #history = 0
  #isMissing: boolean
  #isClockBehind = false

  constructor(settings: StoreSettings, options: FollowOptions) {
    this.#settings = settings
    this.#options = options
    this.facts = new CompleteFacts(options.log)
    this.#isMissing = isStoreMissing(settings)
    this.#db = this.#open()
  }

  get db(): Db {
    return this.#db
  }

  get history(): number {
    return this.#history
  }

  /** Migrates the schema. */
  async prepare(): Promise<void> {
    if (this.#isMissing) return migrate(this.#db)
    await this.#bringUpToDate(this.#db)
    if (this.#settings.DATABASE_READ_URL === '' && (await isReplica(this.#db)))
      this.#options.log.warn(
        'DATABASE_URL is a replica, which cannot record facts: set it to the primary, and DATABASE_READ_URL to the replica',
      )
  }

  async watch(): Promise<VersionWatch<MarketVersion>> {
    const { now, log, onChange } = this.#options
    this.#versions = await watchVersion({
      read: () => this.#look(),
      now: () => msOf(now()),
      onChange,
      onFailing: (error) =>
        log.error({ err: error }, 'the store cannot be read: only answers in memory can be served'),
      onRecovered: () => log.info('the store can be read again'),
      onTimeout: () => abandonConnections(this.#db),
    })
    return this.#versions
  }

  /** Looks until all facts recorded up to a moment are seen (`null`: once); false when a commit stays pending. */
  async catchUp(moment: Instant | null, versions: VersionWatch<MarketVersion>): Promise<boolean> {
    if (moment === null) return versions.refresh().then(() => true)
    const clock = this.#options.now()
    const upTo = moment < clock ? moment : clock
    if (this.facts.has(upTo)) return versions.refresh().then(() => true)
    await untilSettled(upTo, clock)
    this.facts.request(upTo)
    const look = () => versions.refresh().then(() => this.facts.has(upTo))
    return pollUntil(look, COMMIT_PATIENCE_MS)
  }

  async close(): Promise<void> {
    await Promise.all([this.#db, ...this.#abandoned].map(closeDb))
  }

  #open(isMissing = this.#isMissing): Db {
    const { DATABASE_URL: url, DATABASE_READ_URL: readUrl } = this.#settings
    return openDb(isMissing ? IN_MEMORY : readUrl || url, {
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      notBefore: () => this.#versions?.current.version ?? 0,
    })
  }

  #bringUpToDate(db: Db): Promise<void> {
    const { DATABASE_URL: url, DATABASE_READ_URL: readUrl } = this.#settings
    return bringUpToDate(db, { url, readUrl })
  }

  async #look(): Promise<MarketVersion> {
    if (this.#isMissing) await this.#openCreated()
    const isComplete = await this.facts.isCompleteNow(this.#db)
    const seen = await marketVersion(this.#db)
    this.#compareClock(seen)
    const last = this.#versions?.current
    if (last && this.#settings.DATABASE_READ_URL === '') this.facts.countLateCommit(seen, last)
    if (isComplete) this.facts.complete()
    if (last && isEarlier(seen, last)) await this.#reopen(seen, last)
    return seen
  }

  /** Opens the store in place of the empty one in memory, if another process has created it. */
  async #openCreated(): Promise<void> {
    if (!(await isStoreCreated(this.#settings.DATABASE_URL))) return
    const created = this.#open(false)
    try {
      await this.#bringUpToDate(created)
    } catch (error) {
      await created.destroy()
      throw error
    }
    this.#isMissing = false
    this.#replaceDb(created)
  }

  /** Answers are read again, since the store went back; a replica only needs waiting. */
  async #reopen(seen: MarketVersion, last: MarketVersion): Promise<void> {
    if (await isReplica(this.#db)) throw new ReplicaBehind(seen.version, last.version)
    this.#options.log.error(
      `the store has lost facts: it was at market version ${last.version} and is now at ${seen.version}; its present contents are served`,
    )
    this.#replaceDb(this.#open())
    this.#history++
  }

  /** Closes the earlier store after the requests that still read it. */
  #replaceDb(db: Db): void {
    const abandoned = this.#db
    this.#abandoned.push(abandoned)
    setTimeout(() => closeDb(abandoned).catch(() => undefined), CLOSE_ABANDONED_AFTER_MS).unref()
    this.#db = db
  }

  /** Logs once when the clock falls behind the newest facts, and once when it has caught up. */
  #compareClock({ version, recorded }: MarketVersion): void {
    const { now, log } = this.#options
    const wasBehind = this.#isClockBehind
    this.#isClockBehind = version > 0 && isClockBehind(recorded, now())
    if (this.#isClockBehind && !wasBehind) log.warn(`the newest facts: ${timeAheadText(recorded, now())}`)
    if (wasBehind && !this.#isClockBehind) log.info('the clock has reached the time of the newest facts')
  }
}

/** True when the store is at an earlier version than before, or at another one of the same number. */
const isEarlier = (seen: MarketVersion, last: MarketVersion): boolean =>
  seen.version < last.version || (seen.version === last.version && seen.recorded !== last.recorded)

/** Creates the tables where there are none, and waits for a replica to receive them from its primary. */
async function bringUpToDate(db: Db, { url, readUrl }: { url: string; readUrl: string }): Promise<void> {
  if (await isUpToDate(db)) return
  const writing = openDb(url)
  try {
    await migrate(writing)
  } finally {
    await writing.destroy()
  }
  if (readUrl === '' || (await pollUntil(() => isUpToDate(db), SCHEMA_WITHIN_MS))) return
  throw new Error(
    'the schema has not come to DATABASE_READ_URL: is it a replica that streams from DATABASE_URL?',
  )
}
