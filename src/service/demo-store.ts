import type { FastifyBaseLogger } from 'fastify'
import { type DemoMarket, openDemoMarket } from '../demo/demo-market.ts'
import { type Instant, msOf } from '../market/calendar.ts'

/** How often at least the demo adds what has become due. */
const STEP_MS = 30_000
/** Requests that still read the demo have ended by then. */
const GRACE_MS = 30_000

export interface DemoStoreOptions {
  readonly now: () => Instant
  readonly log: FastifyBaseLogger
  /** The moment from which several processes continue it in the same steps; `null`: now. */
  readonly since: Instant | null
  /** Called when it has advanced. */
  readonly onChange: () => void
}

/** The store of the demo market, which is in memory, advances with the clock and closes once the user's store holds facts. */
export class DemoStore {
  readonly #options: DemoStoreOptions
  readonly #market: DemoMarket
  #step: NodeJS.Timeout | undefined
  #closing: NodeJS.Timeout | undefined
  #isClosed = false

  static async open(options: DemoStoreOptions): Promise<DemoStore> {
    const now = options.now()
    return new DemoStore(await openDemoMarket(now, options.since ?? now), options)
  }

  private constructor(market: DemoMarket, options: DemoStoreOptions) {
    this.#market = market
    this.#options = options
    this.#stepIn(this.#dueMs())
  }

  /** What is served of it; `undefined` once it is to be closed. */
  served(): ReturnType<DemoMarket['served']> | undefined {
    return this.#closing ? undefined : this.#market.served()
  }

  /** Advances the demo if an answer as of this moment needs it. */
  async advanceTo(moment: Instant): Promise<void> {
    if (this.#closing || moment <= this.#market.upTo()) return
    const { version } = this.#market.served()
    await this.#market.advance(this.#options.now())
    if (this.#market.served().version !== version) this.#options.onChange()
  }

  /** Closes the demo after the requests that still read it. */
  closeSoon(): void {
    if (this.#closing) return
    this.#options.log.info('the store holds facts now: the demo market is closed')
    clearTimeout(this.#step)
    this.#closing = setTimeout(() => void this.#market.close(), GRACE_MS)
    this.#closing.unref()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#step)
    clearTimeout(this.#closing)
    await this.#market.close()
  }

  /** The time until the next fact becomes due: steps at that moment are the same in all processes. */
  #dueMs(): number {
    const dueMs = msOf(this.#market.nextAt()) - msOf(this.#options.now())
    return Math.min(STEP_MS, Math.max(0, dueMs))
  }

  #stepIn(ms: number): void {
    this.#step = setTimeout(async () => {
      try {
        await this.advanceTo(this.#options.now())
        if (!this.#closing && !this.#isClosed) this.#stepIn(this.#dueMs())
      } catch (error) {
        if (this.#isClosed) return
        this.#options.log.error({ err: error }, 'the demo market could not be advanced')
        this.#stepIn(STEP_MS)
      }
    }, ms)
    this.#step.unref()
  }
}
