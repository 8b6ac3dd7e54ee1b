import type { FastifyBaseLogger } from 'fastify'
import { type DemoMarket, openDemoMarket } from '../demo/demo-market.ts'
import { type Instant, instantFromMs, msOf } from '../market/calendar.ts'
import type { Owners } from '../market/facts/publisher.ts'
import type { StoreState } from '../operate/store-state.ts'
import { roundedUp } from '../publish/modification.ts'
import { isSameMarket, type ServedMarket } from '../reports/served-market.ts'
import { settlesWithin } from '../settles-within.ts'
import { type MarketVersion, SERVED_WITHIN_MS, versionAsOf } from '../store/version/market-version.ts'
import { type FollowedStore, followStore } from './followed-store.ts'
import type { StoreSettings } from './store-reader.ts'
import { type VersionPreparation, VersionSwitch } from './version-switch.ts'

/** How often at least the demo adds what has become due. */
const DEMO_STEP_MS = 30_000
/** Requests that still read the demo have ended by then. */
const DEMO_GRACE_MS = 30_000

export interface LiveMarket {
  /** The same object as long as nothing of it has changed. */
  readonly market: () => ServedMarket
  /** The market with all that was recorded up to a moment (`null`: all that is committed), once it is served. */
  readonly catchUp: (moment: Instant | null) => Promise<ServedMarket>
  /** Has every further version prepared before it is served. */
  readonly prepareWith: (preparation: VersionPreparation<ServedMarket>) => void
  /** Whether and how well the store can be read. */
  readonly state: () => StoreState
  close(): Promise<void>
}

/** Opens the user's store and, only while that holds no facts, the demo market in memory beside it. */
export async function openLiveMarket(
  settings: StoreSettings,
  owners: Owners,
  now: () => Instant,
  log: FastifyBaseLogger,
  demoSince: Instant | null = null,
): Promise<LiveMarket> {
  const demo = new DemoInMemory(now, log, demoSince)
  let served: StoreOrDemo | undefined
  const onChange = () => {
    demo.closeSoon()
    served?.untilServed()
  }
  const store = await followStore(settings, { now, log, onChange })
  if (store.current.version === 0) await demo.open()
  served = new StoreOrDemo(store, demo, owners, now)
  return served
}

/** The demo market while the store is empty. It advances with the clock and closes once the store holds facts. */
class DemoInMemory {
  readonly #now: () => Instant
  readonly #log: FastifyBaseLogger
  /** The moment from which several processes continue it in the same steps. */
  readonly #since: Instant | null
  #market: DemoMarket | undefined
  #stepTimer: NodeJS.Timeout | undefined
  #closing: NodeJS.Timeout | undefined

  constructor(now: () => Instant, log: FastifyBaseLogger, since: Instant | null) {
    this.#now = now
    this.#log = log
    this.#since = since
  }

  get market(): DemoMarket | undefined {
    return this.#market
  }

  async open(): Promise<void> {
    const now = this.#now()
    this.#market = await openDemoMarket(now, this.#since ?? now)
    this.#stepIn(this.#dueMs())
  }

  /** Advances the demo if an answer as of this moment needs it. */
  async advanceTo(moment: Instant): Promise<void> {
    if (this.#market && moment > this.#market.upTo()) await this.#market.advance(this.#now())
  }

  /** Closes the demo after the requests that still read it. */
  closeSoon(): void {
    if (!this.#market || this.#closing) return
    this.#log.info('the store holds facts now: the demo market is closed')
    this.#closing = setTimeout(() => this.#close(), DEMO_GRACE_MS)
    this.#closing.unref()
  }

  async close(): Promise<void> {
    clearTimeout(this.#stepTimer)
    clearTimeout(this.#closing)
    await this.#close()
  }

  /** The time until the next fact becomes due: steps at that moment are the same in all processes. */
  #dueMs(): number {
    const dueMs = this.#market ? msOf(this.#market.nextAt()) - msOf(this.#now()) : DEMO_STEP_MS
    return Math.min(DEMO_STEP_MS, Math.max(0, dueMs))
  }

  #stepIn(ms: number): void {
    this.#stepTimer = setTimeout(() => void this.#step(), ms)
    this.#stepTimer.unref()
  }

  async #step(): Promise<void> {
    if (this.#closing || !this.#market) return
    try {
      await this.#market.advance(this.#now())
      this.#stepIn(this.#dueMs())
    } catch (error) {
      this.#log.error({ err: error }, 'the demo market could not be advanced')
      this.#stepIn(DEMO_STEP_MS)
    }
  }

  async #close(): Promise<void> {
    const market = this.#market
    this.#market = undefined
    await market?.close()
  }
}

class StoreOrDemo implements LiveMarket {
  readonly #store: FollowedStore
  readonly #demo: DemoInMemory
  readonly #owners: Owners
  readonly #now: () => Instant
  readonly #switch: VersionSwitch
  #last: ServedMarket
  /** The markets of versions that were seen and are not served yet. */
  #ahead: readonly ServedMarket[] = []

  constructor(store: FollowedStore, demo: DemoInMemory, owners: Owners, now: () => Instant) {
    this.#store = store
    this.#switch = new VersionSwitch(store)
    this.#demo = demo
    this.#owners = owners
    this.#now = now
    this.#last = this.#served(this.#wholeSecond())
  }

  readonly market = (): ServedMarket => {
    if (this.#isUnchanged()) return this.#last
    const seen = this.#served(this.#last.servedSince)
    if (isSame(this.#last, seen)) return this.#last
    const servedSince = isSameMarket(this.#last, seen) ? seen.servedSince : this.#wholeSecond()
    // Answers that were prepared name the object that they were made from.
    const prepared = this.#ahead.find((next) => isSame(next, seen) && next.servedSince === servedSince)
    this.#last = prepared ?? { ...seen, servedSince }
    this.#ahead = this.#ahead.filter(({ version }) => version > seen.version)
    return this.#last
  }

  readonly catchUp = async (moment: Instant | null): Promise<ServedMarket> => {
    const isComplete = await this.#store.catchUp(moment)
    if (moment !== null && this.#store.current.version === 0) await this.#demo.advanceTo(moment)
    // Whoever gets a fact by this finds it in the next answer, too.
    await settlesWithin(SERVED_WITHIN_MS, this.untilServed())
    const market = this.#newest()
    if (!isComplete) return { ...market, isUnavailable: true }
    if (moment === null || market.demo) return market
    const version = await versionAsOf(market.db, moment, market.version)
    return version === market.version ? market : { ...market, version }
  }

  /** Resolves when all that was seen in the store is served. */
  readonly untilServed = (): Promise<void> => this.#switch.follow()

  readonly prepareWith: LiveMarket['prepareWith'] = ({ chooseNext, prepare }) =>
    this.#switch.prepareWith({
      chooseNext,
      prepare: (next, waitedMs) => prepare(this.#marketAt(next), waitedMs),
    })

  readonly state = (): StoreState => this.#store.state()

  async close(): Promise<void> {
    await this.#demo.close()
    await this.#store.close()
  }

  /** The next whole second, which `Last-Modified` can state. */
  #wholeSecond(): Instant {
    return instantFromMs(roundedUp(msOf(this.#now())))
  }

  /** The market with all that was seen in the store. */
  #newest(): ServedMarket {
    return this.#marketAt(this.#store.current)
  }

  /** The market of a version that was seen in the store; the same object each time. */
  #marketAt({ version, recorded: committed }: MarketVersion): ServedMarket {
    const served = this.market()
    if (served.demo || (version === served.version && committed === served.committed)) return served
    const market = { ...served, version, committed }
    const known = this.#ahead.find((next) => isSame(next, market))
    if (!known) this.#ahead = [...this.#ahead, market]
    return known ?? market
  }

  /** Compares without building an object, because every request asks. False while the demo is served. */
  #isUnchanged(): boolean {
    const { db, history, isUnavailable } = this.#store
    const { current } = this.#switch
    const last = this.#last
    return (
      !last.demo &&
      current.version > 0 &&
      current.version === last.version &&
      current.recorded === last.committed &&
      db === last.db &&
      history === last.history &&
      isUnavailable === last.isUnavailable
    )
  }

  #served(servedSince: Instant): ServedMarket {
    const { db, history } = this.#store
    const { current } = this.#switch
    const shared = { userStore: db, owners: this.#owners, history, servedSince }
    const demo = current.version === 0 ? this.#demo.market : undefined
    if (demo) return { ...demo.served(), ...shared, isUnavailable: false }
    const { version, recorded } = current
    return {
      ...shared,
      db,
      demo: false,
      version,
      committed: recorded,
      isUnavailable: this.#store.isUnavailable,
    }
  }
}

const isSame = (a: ServedMarket, b: ServedMarket): boolean =>
  a.version === b.version &&
  a.history === b.history &&
  a.isUnavailable === b.isUnavailable &&
  a.db === b.db &&
  a.userStore === b.userStore &&
  a.demo === b.demo &&
  a.committed === b.committed
