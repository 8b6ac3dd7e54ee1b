import type { Instant } from '../market/calendar.ts'
import { type StaleSource, staleSource } from '../reports/freshness.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { type SourceChoice, type SourceReport, sourceReports } from '../reports/sources.ts'
import { Metrics } from './metrics.ts'
import { type Readiness, readiness } from './readiness.ts'
import type { StoreFigures } from './store-figures.ts'
import { StoreLook } from './store-look.ts'
import type { StoreState } from './store-state.ts'

export interface OperationContext {
  readonly market: () => ServedMarket
  readonly state: () => StoreState
  readonly sources: SourceChoice
  readonly now: () => Instant
}

/** What whoever runs the service sees of it. */
export class ServiceMonitor {
  readonly metrics: Metrics
  readonly #context: OperationContext
  readonly #sources: StoreLook<readonly SourceReport[]>
  readonly #endless: (() => void)[] = []
  #isStopping = false

  constructor(context: OperationContext) {
    const { market, state, sources, now } = context
    this.#context = context
    this.#sources = new StoreLook(
      () => sourceReports(market().own, sources, { asOf: null, clock: now() }),
      now,
    )
    const silent = async () => silentAmong(await this.#sources.current())
    this.metrics = new Metrics({ market, state, now, silent })
  }

  /** Adds what is looked up for metrics alone: the release, the store and its sources. */
  publishFigures(version: string, look: () => Promise<StoreFigures>): void {
    const figures = new StoreLook(look, this.#context.now)
    this.metrics.watchStore({
      version,
      figures: () => figures.current(),
      sources: () => this.#sources.current(),
    })
  }

  /** True once the service has been asked to end. */
  get isStopping(): boolean {
    return this.#isStopping
  }

  beginStopping(): void {
    if (this.#isStopping) return
    this.#isStopping = true
    for (const stop of this.#endless) stop()
  }

  /** Calls back once the service has been asked to end: for what would not end by itself. */
  onStopping(stop: () => void): void {
    this.#endless.push(stop)
  }

  async readiness(hasAnswers: boolean): Promise<Readiness> {
    const { market, state, now } = this.#context
    const { demo, version, committed } = market()
    const newest = demo || version === 0 ? null : committed
    const silent = silentAmong(this.#isStopping ? this.#sources.known : await this.#sources.current())
    const isStopping = this.#isStopping
    return readiness({ isStopping, hasAnswers, store: state(), silent, now: now(), newest })
  }
}

const silentAmong = (reports: readonly SourceReport[] | null): StaleSource[] | null =>
  reports?.flatMap(staleSource) ?? null
