import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { aheadOfMachineMs, stopwatch } from '../../machine-clock.ts'
import { type Instant, msOf } from '../../market/calendar.ts'
import { Answer } from '../../publish/answer.ts'
import type { AddressedAnswer, RequestedAddress } from '../../publish/sender.ts'
import { POLL_MS } from '../../publish/version-watch.ts'
import type { ServedMarket } from '../../reports/served-market.ts'
import { settlesWithin } from '../../settles-within.ts'
import { SERVED_WITHIN_MS } from '../../store/version/market-version.ts'
import { type SupervisedWorker, superviseWorker } from '../background/supervised-worker.ts'
import { inProcess } from '../background/worker-process.ts'
import type { AnswerParts } from './answer-routes.ts'
import type { AnswersOrder, AnswersReport, AnswersTask } from './answers-messages.ts'
import { STANDARD_ADDRESSES } from './standard-addresses.ts'

/**
 * The script of the process when the program is built. There is none beside the source, since Node cannot load the pages
 * there; then answers are made on request.
 */
export const ANSWERS_SCRIPT = import.meta.url.endsWith('.js')
  ? new URL('./answers-process.js', import.meta.url)
  : null

/** The commit may have been seen only by the last poll. */
const PREPARE_WITHIN_MS = SERVED_WITHIN_MS - POLL_MS
/** The end of that time is left for processes that have seen the version a little later, so that all switch together. */
const AGREE_WITHIN_MS = 300
/** Facts of a small round are stamped a tenth of a second ahead; those of a large import, by seconds, are not awaited. */
const MAX_AHEAD_MS = 500
/** Answers requested within this time are made before a version is served. */
const FIRST_MS = 60_000
/** Answers requested within this time are made after that. */
const REST_MS = 10 * 60_000
/** More are made on request: a client that walks through everything must not make work for every round. */
const MAX_ADDRESSES = 300
/** Pause before a crashed process restarts. Meanwhile answers are made on request. */
const PAUSE_MS = 10_000
const END_WITHIN_MS = 500
/**
 * A small young generation, since most of what an answer is made from is short-lived. The other limit is far above the need:
 * V8 collects garbage the earlier, the lower it is.
 */
const SMALL_HEAP = ['--max-semi-space-size=1', '--max-old-space-size=256']

export interface BackgroundAnswersOptions {
  readonly config: Config
  readonly now: () => Instant
  readonly log: Logger
  /** Where the answers of the service are cached. */
  readonly parts: Pick<AnswerParts, 'cache' | 'sender'>
  /** Waits until all processes of this port are prepared to serve a version. */
  readonly agreeOn: (version: number) => Promise<void>
  /** Called when a version is served, with whether its answers were ready in time. */
  readonly onServed: (isReady: boolean) => void
  /** The script of the process. */
  readonly script: URL
  /** How long a version waits for its answers, in milliseconds. */
  readonly withinMs?: number
}

/** An answer that is made, and where it is to be sent. */
interface MadeAnswer {
  readonly addressed: AddressedAnswer
  readonly answer: Answer
}

/** The answers of one version, as they are made. */
interface Preparation {
  readonly id: number
  readonly market: ServedMarket
  readonly made: MadeAnswer[]
  /** Resolves when the first addresses are made: true; or when they will not be: false. */
  readonly ready: PromiseWithResolvers<boolean>
  /** The version is served, so that further answers are sent from now on. */
  isServed: boolean
}

/** Makes the answers of new versions in a process of its own, so that no request waits for a round. */
export class BackgroundAnswers {
  readonly #options: BackgroundAnswersOptions
  readonly #process: SupervisedWorker
  #current: Preparation | undefined
  #lastId = 0

  constructor(options: BackgroundAnswersOptions) {
    const { config, log, script } = options
    this.#options = options
    this.#process = superviseWorker<AnswersReport>({
      start: inProcess({ script, data: { config } satisfies AnswersTask, nodeOptions: SMALL_HEAP }),
      onMessage: (report) => this.#receive(report),
      onFailure: (error) => log.error({ err: error }, 'an answer that was made ahead could not be used'),
      onCrash: (error) => {
        this.#current?.ready.resolve(false)
        log.error(
          { err: error },
          `making answers ahead crashed and restarts in ${PAUSE_MS / 1000} seconds; they are made on request`,
        )
      },
      pauseMs: PAUSE_MS,
      endWithinMs: END_WITHIN_MS,
    })
  }

  /** Makes the answers that everyone requests, of the market that is served now. */
  warm(market: ServedMarket): void {
    const preparation = this.#order(market, [], STANDARD_ADDRESSES)
    if (preparation) preparation.isServed = true
  }

  /**
   * Makes answers of a version that is not served yet, for which it has waited so long already. Resolves to a function that
   * has them sent.
   */
  async prepare(next: ServedMarket, waitedMs: number): Promise<() => void> {
    const { now, parts, agreeOn, onServed, withinMs = PREPARE_WITHIN_MS } = this.#options
    const end = stopwatch() + withinMs - waitedMs
    const leftMs = () => Math.max(0, end - stopwatch())
    let preparation: Preparation | undefined
    let isReady = false
    let isServed = false
    const prepared = async () => {
      // Facts are stamped a moment ahead. An answer made before would state a position without them.
      const aheadMs = Math.min(MAX_AHEAD_MS, msOf(next.committed) - msOf(now()))
      if (aheadMs > 0) await setTimeout(aheadMs)
      const clock = msOf(now())
      const first = parts.sender.requestedSince(clock - FIRST_MS).slice(0, MAX_ADDRESSES)
      const requested = parts.sender.requestedSince(clock - REST_MS).slice(0, MAX_ADDRESSES)
      preparation = this.#order(next, first, othersThan(first, requested))
      if (preparation) preparation.isServed = isServed
      isReady = (await preparation?.ready.promise) ?? false
    }
    await settlesWithin(Math.max(0, leftMs() - AGREE_WITHIN_MS), prepared())
    await settlesWithin(leftMs(), agreeOn(next.version))
    return () => {
      isServed = true
      onServed(isReady)
      if (!preparation) return
      preparation.isServed = true
      // The oldest first, so that those requested last are the last to be dropped from memory.
      for (const made of preparation.made.splice(0).reverse()) this.#add(made, next)
    }
  }

  async stop(): Promise<void> {
    this.#current?.ready.resolve(false)
    // It has nothing to save, and may not get time to end by itself.
    await this.#process.stop().catch(() => undefined)
  }

  #order(
    market: ServedMarket,
    first: readonly RequestedAddress[],
    rest: readonly RequestedAddress[],
  ): Preparation | undefined {
    const id = ++this.#lastId
    const { version, committed, history, servedSince } = market
    const order: AnswersOrder = {
      id,
      market: { version, committed, history, servedSince },
      aheadMs: aheadOfMachineMs(this.#options.now),
      first,
      rest,
    }
    if (!this.#process.post(order)) return undefined
    this.#current = { id, market, made: [], ready: Promise.withResolvers(), isServed: false }
    return this.#current
  }

  async #receive(report: AnswersReport): Promise<void> {
    const current = this.#current
    if (current?.id !== report.id) return
    if (report.of === 'ready') current.ready.resolve(true)
    else {
      // Its bytes are copied here, one answer at a time, and not at the switch.
      const made = { addressed: report.answer, answer: new Answer(report.answer.answer) }
      if (current.isServed) this.#add(made, current.market)
      else current.made.push(made)
    }
    // Requests that wait are answered before the next report is handled.
    await setImmediate()
  }

  #add({ addressed, answer }: MadeAnswer, market: ServedMarket): void {
    const { now, parts } = this.#options
    parts.sender.add(addressed, parts.cache.add(answer, addressed.place, msOf(now())), market)
  }
}

/** The others, each once, without those that are known. */
function othersThan(
  known: readonly RequestedAddress[],
  others: readonly RequestedAddress[],
): RequestedAddress[] {
  const byAddress = new Map(others.map((requested) => [requested.address, requested]))
  for (const { address } of known) byAddress.delete(address)
  return [...byAddress.values()]
}
