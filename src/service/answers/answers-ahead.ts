import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { ServedMarket } from '../../reports/served-market.ts'
import type { LiveMarket } from '../live-market.ts'
import type { VersionPreparation } from '../version-switch.ts'
import { answerMaker } from './answer-maker.ts'
import type { AnswerContext, AnswerParts } from './answer-routes.ts'
import { BackgroundAnswers } from './background-answers.ts'
import { STANDARD_ADDRESSES } from './standard-addresses.ts'

export interface AnswersAheadContext {
  readonly config: Config
  readonly live: LiveMarket
  readonly sources: AnswerContext['sources']
  readonly now: AnswerContext['now']
  /** Where the answers of the service are cached. */
  readonly parts: AnswerParts
  readonly chooseNext: VersionPreparation<ServedMarket>['chooseNext']
  readonly agreeOn: (version: number) => Promise<void>
  readonly onServed: (isReady: boolean) => void
  readonly log: Logger
  /** The script of the process. */
  readonly script: URL
}

/** Makes answers before they are requested: after the start those that everyone requests, and those of new versions. */
export class AnswersAhead {
  readonly #context: AnswersAheadContext
  #background: BackgroundAnswers | undefined
  #isStopping = false

  constructor(context: AnswersAheadContext) {
    this.#context = context
    const { live, log, chooseNext } = context
    live.prepareWith({ chooseNext, prepare: (next, waitedMs) => this.#started().prepare(next, waitedMs) })
    const market = live.market()
    if (market.version > 0 && !market.demo) this.#started().warm(market)
    else this.#warmDemo().catch((error) => log.warn({ err: error }, 'the demo could not be prepared'))
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#background?.stop()
  }

  /** The process is started with the first facts, because it cannot read the demo. */
  #started(): BackgroundAnswers {
    this.#background ??= new BackgroundAnswers(this.#context)
    return this.#background
  }

  /** The demo is in the memory of this thread, so its answers are made here, one at a time. */
  async #warmDemo(): Promise<void> {
    const { config, live, sources, now, parts } = this.#context
    const { market, catchUp } = live
    const maker = answerMaker({ config, market, catchUp, sources, now }, parts)
    for (const requested of STANDARD_ADDRESSES) {
      await setImmediate()
      if (this.#isStopping || !market().demo) return
      await maker.make(requested)
    }
  }
}
