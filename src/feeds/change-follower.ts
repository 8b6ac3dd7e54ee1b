import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Instant } from '../market/calendar.ts'
import { oneAtATime } from '../publish/one-at-a-time.ts'
import { type ChangesPage, readChanges, type StepCursor, snapshotPage } from '../reports/changes/changes.ts'
import { changesEnd } from '../reports/changes/changes-end.ts'
import { isSamePosition, laterPosition, type Position, positionName } from '../reports/changes/position.ts'
import { disclaimerFor } from '../reports/disclaimer.ts'
import { isSameMarket, type ServedMarket } from '../reports/served-market.ts'
import type { RequestedPosition } from '../request/position.ts'
import { storeUnavailable } from '../request/problems.ts'
import type { EventConnection } from './event-connection.ts'
import { changesText, greetingText, resetText, retryText } from './event-text.ts'

/** Whoever comes back after the same break misses the same. */
const PAGES_KEPT = 20
const CHANGES_PER_PAGE = 200

/** Readers that lose their connection come back after 3 to 7 seconds. */
const SOONEST_RETRY_MS = 3000
const RETRY_SPREAD_MS = 4000
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2

type SnapshotPage = Awaited<ReturnType<typeof snapshotPage>>
type SnapshotPlace = Parameters<typeof snapshotPage>[2]

interface Stand {
  readonly market: ServedMarket
  readonly position: Position
  /** When the clock alone moves on. */
  readonly changesAt: Instant | null
}

/** Where a reader begins: at a position, at the end, or at the end because its own position cannot be used. */
export type EventsStart = RequestedPosition | 'end' | 'reset'

export interface FollowerContext {
  readonly market: () => ServedMarket
  readonly now: () => Instant
}

/** Follows the market once for all who are connected, and tells them what changed. */
export class ChangeFollower {
  readonly #context: FollowerContext
  readonly #readers = new Set<EventConnection>()
  readonly #pages = new LRUCache<string, Promise<ChangesPage>>({ max: PAGES_KEPT })
  readonly #snapshots = new LRUCache<string, Promise<SnapshotPage>>({ max: PAGES_KEPT })
  #stand: Stand | undefined
  /** Among its pages nobody may join: part of a step was told to the others already. */
  #isTelling = false
  #greeted = 0

  constructor(context: FollowerContext) {
    this.#context = context
  }

  /** Looks whether there is something new, and tells it. */
  readonly look: () => Promise<void> = oneAtATime(async () => {
    const market = this.#context.market()
    const clock = this.#context.now()
    const last = this.#stand
    if (market.isUnavailable || (last && isStill(last, market, clock))) return
    const { end, span } = await changesEnd(market.db, market, clock)
    if (last && isSameMarket(last.market, market)) {
      await this.#tell(last, laterPosition(last.position, end))
      this.#stand = { market, position: laterPosition(last.position, end), changesAt: span.changesAt }
    } else {
      // What was sent before was of another market, and cannot be gone on with.
      for (const reader of this.#readers) reader.send(resetText(positionName(market, end)))
      this.#stand = { market, position: end, changesAt: span.changesAt }
    }
  })

  /** Refuses while the store cannot be read. */
  async ready(): Promise<void> {
    await this.#standing()
  }

  leave(reader: EventConnection): void {
    this.#readers.delete(reader)
  }

  /** Tells a reader what it missed, page by page, and then whatever comes. */
  async join(reader: EventConnection, start: EventsStart): Promise<void> {
    let { market, position: from } = await this.#standing()
    if (typeof start === 'object') from = start
    const name = start === 'nothing' ? '0' : positionName(market, from)
    const first = start === 'reset' ? resetText(name) : greetingText(name, disclaimerFor(market))
    reader.send(retryText(this.#nextRetryMs()) + first)
    if (start === 'nothing') await this.#tellAll(reader, market, from)
    while (!reader.isGone) {
      const stand = await this.#standing()
      // One that left meanwhile would never leave again.
      if (reader.isGone) return
      if (!isSameMarket(market, stand.market)) {
        market = stand.market
        from = stand.position
        reader.send(resetText(positionName(market, from)))
      }
      const end = laterPosition(from, stand.position)
      if (isSamePosition(from, end) && stand === this.#stand && !this.#isTelling) {
        this.#readers.add(reader)
        return
      }
      await this.#tellMissed(reader, stand.market, from, end)
      from = end
    }
  }

  beat(): void {
    for (const reader of this.#readers) reader.beat()
  }

  /** Spread evenly, so that readers that lost their connections at the same moment do not come back at the same moment. */
  #nextRetryMs(): number {
    return SOONEST_RETRY_MS + Math.round(((this.#greeted++ * GOLDEN_RATIO) % 1) * RETRY_SPREAD_MS)
  }

  /** Where all readers are, once nothing is being told. */
  async #standing(): Promise<Stand> {
    do await this.look()
    while (this.#isTelling)
    if (!this.#stand) throw storeUnavailable()
    return this.#stand
  }

  async #tell(last: Stand, end: Position): Promise<void> {
    if (this.#readers.size === 0) return
    this.#isTelling = true
    try {
      for await (const { text, reached } of this.#told(last.market, last.position, end)) {
        for (const reader of this.#readers) reader.send(text)
        // Should the store fail now, what was told is not told again.
        if (reached) this.#stand = { ...last, position: reached }
      }
    } finally {
      this.#isTelling = false
    }
  }

  async #tellMissed(reader: EventConnection, market: ServedMarket, since: Position, end: Position) {
    for await (const { text } of this.#told(market, since, end)) {
      await reader.deliver(text)
      if (reader.isGone) return
    }
  }

  /** The list of a position as changes from nothing. Only the end of it is a place to go on from. */
  async #tellAll(reader: EventConnection, market: ServedMarket, position: Position): Promise<void> {
    let after: SnapshotPlace = null
    do {
      const { changes, next } = await this.#snapshot(market, position, after)
      await reader.deliver(changesText(market, changes, next === null))
      // A store on this machine answers at once: without a pause nobody else would be answered, or be seen to go.
      await setImmediate()
      after = next
    } while (after !== null && !reader.isGone)
  }

  async *#told(
    market: ServedMarket,
    since: Position,
    end: Position,
  ): AsyncGenerator<{ text: string; reached: Position | null }> {
    let from = since
    for (let place: StepCursor | null = null; ; ) {
      const page: ChangesPage = await this.#page(market, { since: from, end, place })
      const isWhole = page.place === null
      yield { text: changesText(market, page.changes, isWhole), reached: isWhole ? page.reached : null }
      if (page.isComplete) return
      from = page.reached
      place = page.place
    }
  }

  #page(market: ServedMarket, asked: { since: Position; end: Position; place: StepCursor | null }) {
    return keptIn(this.#pages, [market.demo, market.history, asked], () =>
      readChanges(market, { ...asked, limit: CHANGES_PER_PAGE }),
    )
  }

  /** Whoever begins with nothing begins with the same. */
  #snapshot(market: ServedMarket, position: Position, after: SnapshotPlace): Promise<SnapshotPage> {
    return keptIn(this.#snapshots, [market.demo, market.history, position, after], () =>
      snapshotPage(market, position, after, CHANGES_PER_PAGE),
    )
  }
}

/** What is being made, or was made before; what fails is made anew. */
function keptIn<P>(pages: LRUCache<string, Promise<P>>, asked: unknown, make: () => Promise<P>): Promise<P> {
  const key = JSON.stringify(asked)
  const page = pages.get(key) ?? make()
  pages.set(key, page)
  page.catch(() => pages.delete(key))
  return page
}

const isStill = ({ market, changesAt }: Stand, now: ServedMarket, clock: Instant): boolean =>
  market === now && (changesAt === null || clock < changesAt)
