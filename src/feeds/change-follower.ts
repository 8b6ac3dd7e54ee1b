import { setImmediate } from 'node:timers/promises'
import type { Instant } from '../market/calendar.ts'
import { oneAtATime } from '../publish/one-at-a-time.ts'
import { type ChangesPage, readChanges, snapshotPage } from '../reports/changes/changes.ts'
import { changesEnd } from '../reports/changes/changes-end.ts'
import { isSamePosition, laterPosition, type Position, positionName } from '../reports/changes/position.ts'
import { disclaimerFor } from '../reports/disclaimer.ts'
import { isSameMarket, type ServedMarket } from '../reports/served-market.ts'
import type { ServedMarkets } from '../request/market-query.ts'
import type { RequestedPosition } from '../request/position.ts'
import { storeUnavailable } from '../request/problems.ts'
import type { EventConnection } from './event-connection.ts'
import { changesText, greetingText, resetText, retryText } from './event-text.ts'

const CHANGES_PER_PAGE = 200

/** Clients that lose their connection reconnect after 3 to 7 seconds. */
const MIN_RETRY_MS = 3000
const RETRY_SPREAD_MS = 4000
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2

/** The market and the position up to which changes were sent. */
interface SentState {
  readonly market: ServedMarket
  readonly position: Position
  /** When the clock will next change the market without new facts. */
  readonly changesAt: Instant | null
}

/** Where a client starts: at a position, at the end, or at the end because its own position cannot be used. */
export type EventsStart = RequestedPosition | 'end' | 'reset'

/** Follows the market once for all connected clients, and sends them what changed. */
export class ChangeFollower {
  readonly #context: Pick<ServedMarkets, 'market' | 'now'>
  readonly #readers = new Set<EventConnection>()
  #state: SentState | undefined
  /** While true nobody may join, because part of a step was already sent to the others. */
  #isSending = false
  #greeted = 0

  constructor(context: Pick<ServedMarkets, 'market' | 'now'>) {
    this.#context = context
  }

  /** Checks for new changes and sends them. */
  readonly check: () => Promise<void> = oneAtATime(async () => {
    const market = this.#context.market()
    const clock = this.#context.now()
    const last = this.#state
    if (market.isUnavailable || (last && isUnchanged(last, market, clock))) return
    const { end, span } = await changesEnd(market.db, market, clock)
    if (last && isSameMarket(last.market, market)) {
      await this.#broadcast(last, laterPosition(last.position, end))
      this.#state = { market, position: laterPosition(last.position, end), changesAt: span.changesAt }
    } else {
      // Earlier events were of another market and cannot be continued.
      for (const reader of this.#readers) reader.send(resetText(positionName(market, end)))
      this.#state = { market, position: end, changesAt: span.changesAt }
    }
  })

  leave(reader: EventConnection): void {
    this.#readers.delete(reader)
  }

  /** Sends a client the changes it missed, page by page, and then adds it to those that get new ones. */
  async join(reader: EventConnection, start: EventsStart): Promise<void> {
    let { market, position: from } = await this.settledState()
    if (typeof start === 'object') from = start
    const name = start === 'nothing' ? '0' : positionName(market, from)
    const first = start === 'reset' ? resetText(name) : greetingText(name, disclaimerFor(market))
    reader.send(retryText(this.#nextRetryMs()) + first)
    if (start === 'nothing') await this.#sendSnapshot(reader, market, from)
    while (!reader.isClosed) {
      const state = await this.settledState()
      // A client that left meanwhile would stay in the set forever.
      if (reader.isClosed) return
      if (!isSameMarket(market, state.market)) {
        market = state.market
        from = state.position
        reader.send(resetText(positionName(market, from)))
      }
      const end = laterPosition(from, state.position)
      if (isSamePosition(from, end) && state === this.#state && !this.#isSending) {
        this.#readers.add(reader)
        return
      }
      for await (const { text } of this.#pageTexts(state.market, from, end)) {
        await reader.deliver(text)
        if (reader.isClosed) return
      }
      from = end
    }
  }

  beat(): void {
    for (const reader of this.#readers) reader.beat()
  }

  /** Spreads the delays evenly, so that clients that lost their connections together do not reconnect together. */
  #nextRetryMs(): number {
    return MIN_RETRY_MS + Math.round(((this.#greeted++ * GOLDEN_RATIO) % 1) * RETRY_SPREAD_MS)
  }

  /** The state of all clients once nothing is being sent. Throws while the store cannot be read. */
  async settledState(): Promise<SentState> {
    do await this.check()
    while (this.#isSending)
    if (!this.#state) throw storeUnavailable()
    return this.#state
  }

  async #broadcast(last: SentState, end: Position): Promise<void> {
    if (this.#readers.size === 0) return
    this.#isSending = true
    try {
      for await (const { text, reached } of this.#pageTexts(last.market, last.position, end)) {
        for (const reader of this.#readers) reader.send(text)
        // If the store fails now, changes that were sent are not sent again.
        if (reached) this.#state = { ...last, position: reached }
      }
    } finally {
      this.#isSending = false
    }
  }

  /** Sends the list at a position as changes from an empty list. A client can resume only from its end. */
  async #sendSnapshot(reader: EventConnection, market: ServedMarket, position: Position): Promise<void> {
    let after: Parameters<typeof snapshotPage>[2] = null
    do {
      const { changes, next } = await snapshotPage(market, position, after, CHANGES_PER_PAGE)
      await reader.deliver(changesText(market, changes, next === null))
      // SQLite answers synchronously: without a pause, other requests and disconnects would wait.
      await setImmediate()
      after = next
    } while (after !== null && !reader.isClosed)
  }

  async *#pageTexts(
    market: ServedMarket,
    since: Position,
    end: Position,
  ): AsyncGenerator<{ text: string; reached: Position | null }> {
    let done: Omit<ChangesPage, 'changes'> = { reached: since, place: null, isComplete: false }
    while (!done.isComplete) {
      const { reached, place } = done
      const page = await readChanges(market, { since: reached, end, place, limit: CHANGES_PER_PAGE })
      const isWhole = page.place === null
      yield { text: changesText(market, page.changes, isWhole), reached: isWhole ? page.reached : null }
      done = page
    }
  }
}

const isUnchanged = ({ market, changesAt }: SentState, now: ServedMarket, clock: Instant): boolean =>
  market === now && (changesAt === null || clock < changesAt)
