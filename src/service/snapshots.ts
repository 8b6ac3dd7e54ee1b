import type { FastifyBaseLogger } from 'fastify'
import { stopwatch } from '../machine-clock.ts'
import { type Instant, instantFromMs, msOf } from '../market/calendar.ts'
import type { Owners } from '../market/facts/publisher.ts'
import type { StoreState } from '../operate/service-state.ts'
import { roundedUp } from '../publish/modification.ts'
import { isSameMarket, type ServedMarket, versionKey } from '../reports/served-market.ts'
import type { NamedVersion, ServedMarkets } from '../request/market-query.ts'
import { pollUntil, settlesWithin } from '../settles-within.ts'
import { SERVED_WITHIN_MS, versionAsOf } from '../store/version/market-version.ts'
import { DemoStore } from './demo-store.ts'
import {
  type FollowedStore,
  followStore,
  POLL_MS,
  type SeenStore,
  type StoreSettings,
} from './followed-store.ts'

/** A new version waits so long for its answers: the poll that saw it may have come half a second after the commit. */
const MAKE_WITHIN_MS = SERVED_WITHIN_MS - POLL_MS

/** Makes answers of a snapshot before it is served. */
export interface AnswersMadeAhead {
  /** Resolves once the answers that were just requested are made; to false if they are not within this time. */
  make(next: ServedMarket, withinMs: number): Promise<boolean>
  /** Uses the answers that were made, and those that follow, because their snapshot is served now. */
  use(isReady: boolean): void
}

export interface SnapshotOptions {
  readonly owners: Owners
  readonly now: () => Instant
  readonly log: FastifyBaseLogger
  /** The moment from which several processes continue the demo in the same steps; `null`: the start of this one. */
  readonly demoSince?: Instant | null
}

/**
 * What this process serves: one immutable snapshot of the store, or of the demo while the store holds no facts. It is
 * replaced when a version was seen and its answers are made, when an outage begins or ends, when the store has lost facts,
 * and when the demo advances.
 */
export class Snapshots implements Omit<ServedMarkets, 'now'> {
  readonly #options: SnapshotOptions
  readonly #store: FollowedStore
  readonly #demo: DemoStore | undefined
  #ahead: AnswersMadeAhead | undefined
  #current: ServedMarket
  #key: string | null
  /** When the first version was seen that is neither served nor being made, by `stopwatch()`. */
  #waitingSince: number | undefined
  #isFollowing = false

  /** Opens the user's store and, only while that holds no facts, the demo beside it. */
  static async open(settings: StoreSettings, options: SnapshotOptions): Promise<Snapshots> {
    const { now, log, demoSince = null } = options
    let see = (_seen: SeenStore): void => undefined
    let replaceDemo = (): void => undefined
    const store = await followStore(settings, { now, log, onChange: (seen) => see(seen) })
    const demo =
      store.seen.version === 0
        ? await DemoStore.open({ now, log, since: demoSince, onChange: () => replaceDemo() })
        : undefined
    const snapshots = new Snapshots(store, demo, options)
    see = (seen) => snapshots.#see(seen)
    replaceDemo = () => snapshots.#replaceDemo()
    snapshots.#see(store.seen)
    // The first facts may have come while the demo was made.
    if (store.seen.version > 0) demo?.closeSoon()
    return snapshots
  }

  private constructor(store: FollowedStore, demo: DemoStore | undefined, options: SnapshotOptions) {
    this.#store = store
    this.#demo = demo
    this.#options = options
    this.#current = this.#snapshotOf(store.seen, this.#wholeSecond())
    this.#key = versionKey(this.#current)
  }

  /** The same object as long as nothing of it has changed. */
  readonly market = (): ServedMarket => this.#current

  /** The version in cache keys of answers; `null` while the store cannot be read. */
  readonly key = (): string | null => this.#key

  /** Whether and how well the store can be read. */
  readonly state = (): StoreState => this.#store.state()

  /** From now on every further version is served when its answers are made. */
  makeAhead(ahead: AnswersMadeAhead): void {
    this.#ahead = ahead
  }

  /** The market with all facts recorded up to a moment; unavailable when that is not possible in time. */
  readonly catchUp = async (moment: Instant): Promise<ServedMarket> => {
    const isComplete = await this.#store.catchUp(moment)
    if (this.#store.seen.version === 0) await this.#demo?.advanceTo(moment)
    // Whoever gets a fact by this finds it in the next answer, too.
    const isServed = moment <= this.#current.committed || (await this.#untilServed())
    const market = isServed ? this.#current : this.#newest()
    if (!isComplete) return { ...market, isUnavailable: true }
    if (market.demo) return market
    const version = await versionAsOf(market.db, moment, market.version)
    return version === market.version ? market : { ...market, version }
  }

  /** The market once it has a version that another process may serve already; as it is after 2 seconds. */
  readonly reach = async ({ demo, version }: NamedVersion): Promise<ServedMarket> => {
    const { demo: isDemo, version: served } = this.#current
    if (demo === isDemo ? version <= served : demo) return this.#current
    if (demo) await this.#demo?.advanceTo(this.#options.now())
    else {
      const isServed = async () => (await this.#store.reach(version)) && this.#untilServed(version)
      await settlesWithin(SERVED_WITHIN_MS, isServed())
    }
    return this.#current
  }

  /** Serves all that is committed now. */
  readonly refresh = async (): Promise<void> => {
    await this.#store.catchUp(null)
    await this.#untilServed()
  }

  /** Waits until a version that was seen is served, by default the last one; false if that takes longer than it may. */
  #untilServed(version = this.#store.seen.version): Promise<boolean> {
    const isServed = () => this.#current.demo || this.#current.version >= version
    return pollUntil(async () => isServed(), SERVED_WITHIN_MS)
  }

  async close(): Promise<void> {
    await this.#demo?.close()
    await this.#store.close()
  }

  /** Serves what was seen in the store: further versions once their answers are made, all else at once. */
  #see(seen: SeenStore): void {
    const { demo, db, userStore, history, version, committed, isUnavailable } = this.#current
    if (demo ? seen.version > 0 || seen.db !== userStore : seen.db !== db || seen.history !== history) {
      if (demo && seen.version > 0) this.#demo?.closeSoon()
      this.#serve(this.#snapshotOf(seen))
    } else if (!demo) {
      if (seen.isUnavailable !== isUnavailable)
        this.#serve({ ...this.#current, isUnavailable: seen.isUnavailable })
      if (seen.version === version && seen.recorded === committed) return
      if (!this.#ahead) {
        this.#serve(this.#newest())
        return
      }
      this.#waitingSince ??= stopwatch()
      if (!this.#isFollowing) void this.#follow()
    }
  }

  /** Serves the version that was seen last, and those that are seen meanwhile. */
  async #follow(): Promise<void> {
    this.#isFollowing = true
    while (this.#waitingSince !== undefined) {
      const withinMs = MAKE_WITHIN_MS - (stopwatch() - this.#waitingSince)
      this.#waitingSince = undefined
      const next = this.#newest()
      if (next === this.#current) continue
      const isReady = (await this.#ahead?.make(next, Math.max(0, withinMs)).catch(() => false)) ?? false
      // The store may have lost facts meanwhile, and an outage may have begun or ended.
      if (!isSameMarket(next, this.#current)) continue
      const { isUnavailable } = this.#current
      this.#serve(next.isUnavailable === isUnavailable ? next : { ...next, isUnavailable })
      this.#ahead?.use(isReady)
    }
    this.#isFollowing = false
  }

  #replaceDemo(): void {
    if (this.#current.demo) this.#serve(this.#snapshotOf(this.#store.seen))
  }

  #serve(next: ServedMarket): void {
    this.#current = next
    this.#key = next.isUnavailable ? null : versionKey(next)
  }

  /** The market with all that was seen in the store. */
  #newest(): ServedMarket {
    const { version, recorded } = this.#store.seen
    const current = this.#current
    const isServed = current.demo || (version === current.version && recorded === current.committed)
    return isServed ? current : { ...current, version, committed: recorded }
  }

  /** A snapshot of the store as it was seen, or of the demo. */
  #snapshotOf(seen: SeenStore, servedSince?: Instant): ServedMarket {
    const { db, version, recorded, history, isUnavailable } = seen
    const demo = version === 0 ? this.#demo?.served() : undefined
    const market = demo
      ? { ...demo, isUnavailable: false }
      : { db, demo: false, version, committed: recorded, isUnavailable }
    const next = { ...market, userStore: db, owners: this.#options.owners, history, servedSince: '' }
    const isContinued = servedSince === undefined && isSameMarket(this.#current, next)
    return {
      ...next,
      servedSince: servedSince ?? (isContinued ? this.#current.servedSince : this.#wholeSecond()),
    }
  }

  /** The next whole second, which `Last-Modified` can state. */
  #wholeSecond(): Instant {
    return instantFromMs(roundedUp(msOf(this.#options.now())))
  }
}
