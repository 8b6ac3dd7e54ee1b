import { DAY_MS, type Day, type Instant, instantFromMs, istDay, msOf } from '../../market/calendar.ts'
import { OutboxChanged, pruneOutbox } from '../../store/alerts/outbox.ts'
import { type Db, whileBusy } from '../../store/engines/db.ts'
import { marketVersion } from '../../store/version/market-version.ts'
import type { AlertRules } from '../rules/alert-rules.ts'
import { composeMessages } from './compose-messages.ts'
import { Deliverer, type DelivererOptions } from './deliverer.ts'
import { type RecordContext, recordFired } from './record-fired.ts'

/** What does not change while this process sends. */
export type SenderOptions = Omit<DelivererOptions & RecordContext, 'db' | 'rules' | 'signal'>

/** Alerts of messages that ended so long ago are removed. */
const KEPT_MS = 90 * DAY_MS
const MINUTE_MS = 60_000

/** The work of the process that has the lease: from facts and the clock to alerts, messages and deliveries. */
export class AlertSender {
  readonly #options: SenderOptions
  readonly #db: Db
  readonly #signal: AbortSignal
  readonly #deliverer: Deliverer
  #rules: AlertRules | undefined
  #walked: { readonly version: number; readonly minute: number } | undefined
  /** All alerts up to this moment are recorded. */
  #reached: Instant | null = null
  /** When the next message is due by the clock. */
  #composeAt: Instant | null = null
  #prunedOn: Day = ''

  constructor(db: Db, options: SenderOptions, signal: AbortSignal) {
    this.#options = options
    this.#db = db
    this.#signal = signal
    this.#deliverer = new Deliverer({ ...options, db, signal })
  }

  /** Does what is due, and begins to send; called every second. */
  async tick(rules: AlertRules): Promise<void> {
    const isChanged = rules !== this.#rules
    this.#rules = rules
    if (isChanged) this.#deliverer.wake()
    try {
      if (await this.#walk(rules, isChanged)) await this.#compose(rules)
    } catch (error) {
      // What another process has recorded is read at the next tick.
      if (!(error instanceof OutboxChanged)) throw error
      this.#walked = undefined
    } finally {
      // What is recorded already is sent even if nothing new can be derived.
      await this.#deliverer.begin(rules)
    }
    await this.#prune()
  }

  /** Resolves when nothing is being sent. */
  settled(): Promise<void> {
    return this.#deliverer.settled()
  }

  /** Walks when there are new facts, and at every whole minute. Returns whether messages may have become due. */
  async #walk(rules: AlertRules, isChanged: boolean): Promise<boolean> {
    const { now } = this.#options
    const { version } = await marketVersion(this.#db)
    const minute = Math.floor(msOf(now()) / MINUTE_MS)
    const isDue = this.#composeAt !== null && this.#composeAt <= now()
    const isWalked = this.#walked?.version === version && this.#walked.minute === minute
    if (isWalked && !isChanged && !isDue) return false
    this.#reached = await recordFired({ ...this.#options, db: this.#db, rules, signal: this.#signal })
    // The commit that was seen may lie a little ahead, so that it is walked once its moment has passed.
    this.#walked = undefined
    if (this.#reached === null) return false
    const { recorded } = await marketVersion(this.#db)
    if (recorded <= this.#reached) this.#walked = { version, minute }
    return true
  }

  async #compose(rules: AlertRules): Promise<void> {
    if (this.#reached === null || this.#signal.aborted) return
    const { publicUrl, now } = this.#options
    const context = { rules, publicUrl, isDemo: false, now: this.#reached }
    const { messages, nextAt } = await whileBusy(now, () => composeMessages(this.#db, context))
    this.#composeAt = nextAt
    if (messages > 0) this.#deliverer.wake()
  }

  async #prune(): Promise<void> {
    const { now } = this.#options
    const day = istDay(now())
    if (day === this.#prunedOn) return
    this.#prunedOn = day
    await whileBusy(now, () => pruneOutbox(this.#db, instantFromMs(msOf(now()) - KEPT_MS)))
  }
}
