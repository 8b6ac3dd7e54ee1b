import { Gate } from '../../api/gate.ts'
import type { Config } from '../../config.ts'
import { invariant } from '../../invariant.ts'
import { type Instant, msOf } from '../../market/calendar.ts'
import { AnswerCache } from '../../publish/answer-cache.ts'
import { sendPrepared } from '../../publish/prepared-response.ts'
import { type AddressedAnswer, type RequestedAddress, Sender } from '../../publish/sender.ts'
import { type ServedMarket, versionKey } from '../../reports/served-market.ts'
import { clientAddressBehind } from '../../request/client-address.ts'
import { ownersAmong } from '../../sources/registry.ts'
import { closeDb, type Db, openDb } from '../../store/engines/db.ts'
import { sourceChoice } from '../source-choice.ts'
import { STATEMENT_TIMEOUT_MS } from '../store-reader.ts'
import { aloneInGroup } from '../workers/serving-group.ts'
import { type AnswerMaker, answerMaker } from './answer-maker.ts'
import { siteWatch } from './answer-routes.ts'
import type { MarketState } from './answers-messages.ts'

/** Makes answers about the market of a store with a connection of its own. */
export class MarketAnswers {
  readonly #db: Db
  readonly #cache = new AnswerCache()
  readonly #sender: Sender
  readonly #maker: AnswerMaker
  readonly #served: (market: MarketState) => ServedMarket
  #market: ServedMarket | undefined
  #now: () => Instant = () => ''

  constructor(config: Config) {
    const sources = sourceChoice(config)
    const market = () => invariant(this.#market, 'the market of an answer')
    const now = () => this.#now()
    const db = openDb(config.DATABASE_READ_URL || config.DATABASE_URL, {
      isForReading: true,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      notBefore: () => this.#market?.version ?? 0,
    })
    const owners = ownersAmong(sources.known)
    this.#db = db
    this.#served = (state) => ({ ...state, db, userStore: db, owners, demo: false, isUnavailable: false })
    const clock = () => msOf(now())
    const gate = new Gate({
      market,
      now: clock,
      addressOf: clientAddressBehind(config.TRUST_PROXY),
      isBehindProxy: config.TRUST_PROXY.length > 0,
      guard: aloneInGroup(config).guard,
      requestsPerMinute: config.REQUESTS_PER_MINUTE,
      unlimited: new Set(),
    })
    this.#sender = new Sender({
      now: clock,
      source: market,
      admits: () => true,
      onSending: (reply) => gate.leave(reply),
      onNotModified: () => undefined,
      isStopping: () => false,
      sendAgain: sendPrepared,
    })
    this.#maker = answerMaker(
      { config, market, catchUp: async () => market(), sources, now },
      { gate, sender: this.#sender, cache: this.#cache, watch: siteWatch(config, sources) },
    )
  }

  /** Makes the answer of an address; `undefined` where there is none that can be sent again. */
  async make(
    requested: RequestedAddress,
    state: MarketState,
    now: () => Instant,
  ): Promise<AddressedAnswer | undefined> {
    const market = this.#served(state)
    this.#market = market
    this.#now = now
    await this.#maker.make(requested)
    // The service caches it, so that this process need not.
    const made = await this.#sender.take(requested.address)
    if (made) this.#cache.remove(made.place.key)
    return made?.place.version.startsWith(`${versionKey(market)} `) ? made : undefined
  }

  async close(): Promise<void> {
    await closeDb(this.#db)
  }
}
