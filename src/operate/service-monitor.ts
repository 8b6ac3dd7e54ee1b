import type { Instant } from '../market/calendar.ts'
import type { SourceStatus } from '../reports/schemas/sources.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { type SourceChoice, sourceReports } from '../reports/sources.ts'
import { Metrics } from './metrics.ts'
import { PolledValue } from './polled-value.ts'
import { type Readiness, readiness } from './readiness.ts'
import type { ServiceState, StoreFigures, StoreState } from './service-state.ts'

export interface MonitorContext {
  /** The release of Greymark. */
  readonly version: string
  readonly market: () => ServedMarket
  readonly state: () => StoreState
  readonly sources: SourceChoice
  /** Reads the figures of the store; `null` where they are not known. */
  readonly figures: () => Promise<StoreFigures | null>
  readonly now: () => Instant
}

/** Metrics, readiness and stopping of a running service. */
export class ServiceMonitor {
  readonly metrics: Metrics
  readonly #context: MonitorContext
  readonly #sources: PolledValue<readonly SourceStatus[]>
  readonly #figures: PolledValue<StoreFigures | null>
  readonly #stopping = new AbortController()
  /** Aborted once the service has been asked to stop. */
  readonly stopping = this.#stopping.signal

  constructor(context: MonitorContext) {
    const { market, sources, now } = context
    this.#context = context
    this.#sources = new PolledValue(
      () => sourceReports(market().userStore, sources, { asOf: null, clock: now() }),
      now,
    )
    this.#figures = new PolledValue(context.figures, now)
    this.metrics = new Metrics(() => this.#scrape())
  }

  beginStopping(): void {
    this.#stopping.abort()
  }

  async readiness(hasAnswers: boolean): Promise<Readiness> {
    const isStopping = this.stopping.aborted
    if (!isStopping) await this.#read()
    return readiness(this.#state(), { isStopping, hasAnswers })
  }

  async #scrape(): Promise<ServiceState> {
    await this.#read()
    return this.#state()
  }

  #read(): Promise<unknown> {
    return Promise.all([this.#sources.current(), this.#figures.current()])
  }

  #state(): ServiceState {
    const { version, market, state, now } = this.#context
    const { known: sources } = this.#sources
    const { known: figures } = this.#figures
    return { version, market: market(), state: state(), sources, figures, now: now() }
  }
}
