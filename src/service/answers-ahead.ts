import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ENDPOINTS } from '../api/endpoints.ts'
import type { Config } from '../config.ts'
import { clockSkewMs } from '../machine-clock.ts'
import { type Instant, msOf } from '../market/calendar.ts'
import { Answer, type EncodedAnswer } from '../publish/answer.ts'
import type { AnswerCache, AnswerPlace, WantedAnswer } from '../publish/answer-cache.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { BASE } from '../request/paths.ts'
import { settlesWithin } from '../settles-within.ts'
import type { AnswersMadeAhead } from './snapshots.ts'
import { type SupervisedThread, superviseThread } from './supervised-thread.ts'

/**
 * The script of the thread when the program is built. There is none beside the source, since Node cannot load the pages
 * there; then answers are made on request.
 */
export const ANSWERS_SCRIPT = import.meta.url.endsWith('.js')
  ? new URL('./answers-thread.js', import.meta.url)
  : null

/** A clock that is further ahead is wrong, and not waited for. */
const MAX_SKEW_MS = 500
/** Answers requested within this time are made before a version is served. */
const FIRST_MS = 60_000
/** Answers requested within this time are made after that. */
const REST_MS = 10 * 60_000
/** More are made on request: a client that walks through everything must not make work for every round. */
const MAX_REQUESTS = 300
/** Pause before a crashed thread restarts. Meanwhile answers are made on request. */
const PAUSE_MS = 10_000
const END_WITHIN_MS = 500
/** A small young generation, since most of what an answer is made from is short-lived. */
const YOUNG_MB = 4

/** The pages that visitors open first, and the endpoints as an application requests them first, without parameters. */
const STANDARD_ROUTES = [
  ...['/', '/ipos', '/calendar', '/scoreboard', '/accuracy', '/deals', '/changes', '/sources', BASE],
  ...ENDPOINTS.map(({ path }) => path).filter((path) => !path.includes('{')),
]

/** What everyone requests. Brotli is left to the first request for it, since it needs much memory. */
export const STANDARD_REQUESTS: readonly WantedAnswer[] = STANDARD_ROUTES.map((route) => ({
  request: { route, params: {}, query: {} },
  encodings: ['gzip', 'identity'],
}))

/** The data that the thread is started with. */
export interface AnswersTask {
  readonly config: Config
}

/** Answers to make of one version. A later order ends the work on an earlier one. */
export interface AnswersOrder {
  readonly id: number
  /** Without what the thread has of its own: its connection to the store, and the owners. */
  readonly market: Pick<ServedMarket, 'version' | 'committed' | 'history' | 'servedSince'>
  /** By how much the clock is ahead of the machine's, in milliseconds. */
  readonly skewMs: number
  /** The version is served as soon as these are made. */
  readonly first: readonly WantedAnswer[]
  readonly rest: readonly WantedAnswer[]
}

export interface MadeAnswer {
  readonly place: AnswerPlace
  readonly answer: EncodedAnswer
}

/** An answer that is made, or `null` once all of the first are. */
export interface AnswersReport {
  readonly id: number
  readonly made: MadeAnswer | null
}

export interface AnswersAheadOptions {
  readonly config: Config
  readonly now: () => Instant
  readonly log: Logger
  /** Where the answers of the service are cached. */
  readonly cache: AnswerCache
  /** Called when a version is served, with whether its answers were ready in time. */
  readonly onServed: (isReady: boolean) => void
  /** The script of the thread. */
  readonly script: URL
}

/** The answers of one version, as they are made. */
interface Batch {
  readonly id: number
  readonly made: MadeAnswer[]
  /** Resolves when the first answers are made: true; or when they will not be: false. */
  readonly ready: PromiseWithResolvers<boolean>
  /** The version is served, so that further answers are used from now on. */
  isServed: boolean
}

/** Makes answers on a thread of their own before they are requested: after the start, and of each new version. */
export class AnswersAhead implements AnswersMadeAhead {
  readonly #options: AnswersAheadOptions
  /** Started with the first order: it cannot read the demo. */
  #thread: SupervisedThread | undefined
  #batch: Batch | undefined
  #lastId = 0

  constructor(options: AnswersAheadOptions) {
    this.#options = options
  }

  /** Makes the answers that everyone requests, of the market that is served now. */
  warm(market: ServedMarket): void {
    this.#order(market, [], STANDARD_REQUESTS)
    this.#useBatch()
  }

  async make(next: ServedMarket, withinMs: number): Promise<boolean> {
    const { now, cache } = this.#options
    // The clock of the writer may be ahead. An answer made before would state a position without these facts.
    const skewMs = Math.min(MAX_SKEW_MS, withinMs, msOf(next.committed) - msOf(now()))
    if (skewMs > 0) await setTimeout(skewMs)
    const clock = msOf(now())
    const first = cache.requestedSince(clock - FIRST_MS).slice(0, MAX_REQUESTS)
    const isFirst = new Set(first.map(({ request }) => request))
    const rest = cache.requestedSince(clock - REST_MS).slice(0, MAX_REQUESTS)
    const batch = this.#order(
      next,
      first,
      rest.filter(({ request }) => !isFirst.has(request)),
    )
    if (!batch || !(await settlesWithin(withinMs - Math.max(0, skewMs), batch.ready.promise))) return false
    return batch.ready.promise
  }

  use(isReady: boolean): void {
    this.#options.onServed(isReady)
    this.#useBatch()
  }

  async stop(): Promise<void> {
    this.#batch?.ready.resolve(false)
    // It has nothing to save, and may not get time to end by itself.
    await this.#thread?.stop().catch(() => undefined)
  }

  #started(): SupervisedThread {
    const { config, log, script } = this.#options
    return superviseThread<AnswersReport>({
      name: 'answers',
      script,
      data: { config } satisfies AnswersTask,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
      onMessage: (report) => this.#receive(report),
      onFailure: (error) => log.error({ err: error }, 'an answer that was made ahead could not be used'),
      onCrash: (error) => {
        this.#batch?.ready.resolve(false)
        log.error(
          { err: error },
          `making answers ahead crashed and restarts in ${PAUSE_MS / 1000} seconds; they are made on request`,
        )
      },
      pauseMs: PAUSE_MS,
      endWithinMs: END_WITHIN_MS,
    })
  }

  #order(
    { version, committed, history, servedSince }: ServedMarket,
    first: readonly WantedAnswer[],
    rest: readonly WantedAnswer[],
  ): Batch | undefined {
    const id = ++this.#lastId
    const market = { version, committed, history, servedSince }
    const skewMs = clockSkewMs(this.#options.now)
    this.#batch = undefined
    this.#thread ??= this.#started()
    if (!this.#thread.post({ id, market, skewMs, first, rest } satisfies AnswersOrder)) return undefined
    this.#batch = { id, made: [], ready: Promise.withResolvers(), isServed: false }
    return this.#batch
  }

  async #receive({ id, made }: AnswersReport): Promise<void> {
    const batch = this.#batch
    if (batch?.id !== id) return
    if (made === null) batch.ready.resolve(true)
    else if (batch.isServed) this.#cache(made)
    else batch.made.push(made)
    // Requests that wait are answered before the next report is handled.
    await setImmediate()
  }

  /** Caches the answers of the last order: the oldest first, so that those requested last are the last to be dropped. */
  #useBatch(): void {
    if (!this.#batch) return
    this.#batch.isServed = true
    for (const made of this.#batch.made.splice(0).reverse()) this.#cache(made)
  }

  #cache({ place, answer }: MadeAnswer): void {
    this.#options.cache.add(place, new Answer(answer), msOf(this.#options.now()))
  }
}
