import type { Instant } from '../market/calendar.ts'
import { type StaleSource, staleSource } from '../reports/freshness.ts'
import type { SourceStatus } from '../reports/schemas/sources.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { type SourceChoice, sourceReports } from '../reports/sources.ts'
import { Metrics } from './metrics.ts'
import { PolledValue } from './polled-value.ts'
import { type Readiness, readiness } from './readiness.ts'
import type { StoreFigures } from './store-figures.ts'
import type { StoreState } from './store-state.ts'

export interface OperationContext {
  readonly market: () => ServedMarket
  readonly state: () => StoreState
  readonly sources: SourceChoice
  readonly now: () => Instant
}

/** Metrics, readiness and stopping of a running service. */
export class ServiceMonitor {
  readonly metrics: Metrics
  readonly #context: OperationContext
  readonly #sources: PolledValue<readonly SourceStatus[]>
  #figures: PolledValue<StoreFigures> | undefined
  readonly #onStop: (() => void)[] = []
  #isStopping = false

  constructor(context: OperationContext) {
    const { market, state, sources, now } = context
    this.#context = context
    this.#sources = new PolledValue(
      () => sourceReports(market().userStore, sources, { asOf: null, clock: now() }),
      now,
    )
    const stale = async () => staleAmong(await this.#sources.current())
    this.metrics = new Metrics({ market, state, now, stale })
  }

  /** Adds the metrics of the release, the store and its sources. */
  publishFigures(version: string, read: () => Promise<StoreFigures>): void {
    const figures = new PolledValue(read, this.#context.now)
    this.#figures = figures
    this.metrics.watchStore({
      version,
      now: this.#context.now,
      figures: () => figures.current(),
      sources: () => this.#sources.current(),
    })
  }

  /** True once the service has been asked to stop. */
  get isStopping(): boolean {
    return this.#isStopping
  }

  beginStopping(): void {
    if (this.#isStopping) return
    this.#isStopping = true
    for (const stop of this.#onStop) stop()
  }

  /** Registers a callback for when stopping begins, for work that would not end by itself. */
  onStopping(stop: () => void): void {
    this.#onStop.push(stop)
  }

  async readiness(hasAnswers: boolean): Promise<Readiness> {
    const { market, state, now } = this.#context
    const { demo, version, committed } = market()
    const newest = demo || version === 0 ? null : committed
    const polled = [this.#sources, this.#figures] as const
    if (!this.#isStopping) await Promise.all(polled.map((value) => value?.current()))
    const [sources, figures] = polled
    return readiness({
      ...{ isStopping: this.#isStopping, hasAnswers, store: state(), now: now(), newest },
      stale: staleAmong(sources.known),
      isDiskFull: figures?.known?.isDiskFull ?? null,
    })
  }
}

const staleAmong = (reports: readonly SourceStatus[] | null): StaleSource[] | null =>
  reports?.flatMap(staleSource) ?? null
