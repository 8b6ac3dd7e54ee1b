import { type ClientFailure, type FailureDetails, readAnswer, readMeta } from './answer.ts'
import { pause } from './clock.ts'
import { EventParser } from './event-parser.ts'
import { readEvents } from './stream.ts'
import { isStream, type Transport } from './transport.ts'
import type { Change, ChangesBody } from './types.ts'

export interface FollowChangesOptions {
  /**
   * The position after which changes are wanted: that of the last event that was handled, or `meta.position` of an answer
   * without `asOf`. '0' begins with the whole list. The default is the present.
   */
  since?: string | undefined
  /** Ends the loop. */
  signal?: AbortSignal | undefined
  /**
   * After this many milliseconds without a byte the connection counts as lost. The default is 100,000, since the service
   * sends one at least every 45 seconds.
   */
  silenceMs?: number
  /** The milliseconds between two requests where the service has no stream. The default is 60,000. */
  pollMs?: number
}

/** What a loop over the changes gets. `position` is the `since` with which the loop can be continued after this event. */
export type FollowedEvent =
  /** Where the loop begins, when it does not begin at a given position. */
  | { readonly type: 'position'; readonly position: string }
  /** Everything that changed at one moment. After `since: '0'` and after a reset first the whole list, as new IPOs. */
  | { readonly type: 'changes'; readonly position: string; readonly changes: readonly Change[] }
  /** The data of the service were replaced: discard yours. The whole list follows. */
  | { readonly type: 'reset'; readonly position: string }
  /** The service refuses the request itself, or is a static copy. The loop ends. */
  | { readonly type: 'error'; readonly error: FailureDetails }

/** What to do after a connection: connect again after a wait, request changes instead, or end. */
type Next = { readonly waitMs: number } | 'poll' | 'end'

const EVENTS = '/feeds/changes'
const CHANGES = '/api/public/market/changes'
/** The position before everything. */
const NOTHING = '0'
const MAX_BACKOFF_MS = 60_000
/** As the service writes them. Anything else is a moment, or refused by the service. */
const POSITION = /^(demo-)?\d+@/

/** Follows the changes of one service over many connections. */
export class Follower {
  readonly #transport: Transport
  readonly #signal: AbortSignal | undefined
  readonly #silenceMs: number
  readonly #pollMs: number
  /** The position of the last event; undefined at the start, for the present. */
  #position: string | undefined
  /** Connections in a row that brought nothing. */
  #failures = 0

  constructor(transport: Transport, options: FollowChangesOptions) {
    this.#transport = transport
    this.#signal = options.signal
    this.#silenceMs = options.silenceMs ?? 100_000
    this.#pollMs = options.pollMs ?? 60_000
    this.#position = options.since
  }

  async *events(): AsyncGenerator<FollowedEvent, void, undefined> {
    let next: Next = { waitMs: 0 }
    while (next !== 'end' && !this.#signal?.aborted) {
      if (next !== 'poll' && next.waitMs > 0) await pause(next.waitMs, this.#signal)
      if (this.#signal?.aborted) return
      next = next === 'poll' ? yield* this.#poll() : yield* this.#connect()
    }
  }

  /** One connection to the stream. */
  async *#connect(): AsyncGenerator<FollowedEvent, Next, undefined> {
    const ending = new AbortController()
    const end = () => ending.abort()
    this.#signal?.addEventListener('abort', end)
    try {
      const { query, headers } = this.#start()
      const response = await this.#transport.open(EVENTS, query, headers, ending)
      if ('error' in response) {
        if (response.error.code !== 'NOT_IN_COPY') return this.#backoff(null)
        yield { type: 'error', error: response.error }
        return 'end'
      }
      if (response.status === 204) return 'poll'
      if (response.status !== 200) return yield* this.#refused(response)
      if (!isStream(response)) return this.#backoff(null)
      if (!response.body) return 'poll'
      return yield* this.#read(response.body, ending)
    } finally {
      this.#signal?.removeEventListener('abort', end)
      end()
    }
  }

  /** A position goes into the header: the service then checks that its store really was there. */
  #start(): { query: object; headers: Record<string, string> } {
    const since = this.#position
    return since !== undefined && POSITION.test(since)
      ? { query: {}, headers: { 'last-event-id': since } }
      : { query: { since }, headers: {} }
  }

  async *#read(
    body: ReadableStream<Uint8Array>,
    ending: AbortController,
  ): AsyncGenerator<FollowedEvent, Next, undefined> {
    const parser = new EventParser()
    // The changes of a moment that goes on. They are given when it is complete, because only then they can be continued.
    let changes: Change[] = []
    for await (const { id, event, data } of readEvents(body, parser, this.#silenceMs, ending)) {
      if (event === 'reset') {
        const isFirst = this.#position !== NOTHING
        yield* this.#reset()
        return isFirst ? { waitMs: 0 } : this.#backoff(parser.retryMs)
      }
      const found = event === 'changes' ? changesIn(data) : []
      if (!found) break
      this.#failures = 0
      changes = changes.concat(found)
      if (id === null || (event === 'position' && id === this.#position)) continue
      this.#position = id
      if (event === 'changes') yield { type: event, position: id, changes }
      else if (event === 'position') yield { type: event, position: id }
      changes = []
    }
    return this.#backoff(parser.retryMs)
  }

  /** Until the list has come, another reset changes nothing for the caller. */
  *#reset(): Generator<FollowedEvent, void, undefined> {
    if (this.#position === NOTHING) return
    this.#position = NOTHING
    yield { type: 'reset', position: NOTHING }
  }

  /** Requests the changes at intervals, from a service without a stream. */
  async *#poll(): AsyncGenerator<FollowedEvent, Next, undefined> {
    while (!this.#signal?.aborted) {
      const since = this.#position
      const found = await this.#changesSince(since)
      let waitMs = this.#pollMs
      if (found.ok) {
        this.#failures = 0
        this.#position = found.position
        if (since === undefined) yield { type: 'position', position: found.position }
        else if (found.changes.length > 0)
          yield { type: 'changes', position: found.position, changes: found.changes }
      } else if (found.error.parameter === 'since' && POSITION.test(since ?? '')) {
        yield* this.#reset()
        waitMs = 0
      } else if (isLasting(found.meta.status) || found.error.code === 'NOT_IN_COPY') {
        yield { type: 'error', error: found.error }
        return 'end'
      } else waitMs = this.#backoff(found.meta.retryAfterMs).waitMs
      await pause(waitMs, this.#signal)
    }
    return 'end'
  }

  /** All changes since a position, over all pages. */
  async #changesSince(
    since: string | undefined,
  ): Promise<ClientFailure | { ok: true; position: string; changes: readonly Change[] }> {
    let changes: Change[] = []
    let position = NOTHING
    for await (const page of this.#transport.pages<ChangesBody>(
      CHANGES,
      { since },
      { signal: this.#signal },
    )) {
      if (!page.ok) return page
      changes = changes.concat(page.changes)
      position = page.position
    }
    return { ok: true, position, changes }
  }

  async *#refused(response: Response): AsyncGenerator<FollowedEvent, Next, undefined> {
    const meta = readMeta(response.status, response.headers, undefined)
    if (!isLasting(response.status)) return this.#backoff(meta.retryAfterMs)
    const answer = readAnswer<never>(await response.text().catch(() => ''), meta)
    if (!answer.ok) yield { type: 'error', error: answer.error }
    return 'end'
  }

  /** As long as the service asks, else from 1 second to a minute, and not all clients at once. */
  #backoff(askedMs: number | null): { readonly waitMs: number } {
    const ms = Math.min(MAX_BACKOFF_MS, 1000 * 2 ** this.#failures++)
    return { waitMs: askedMs === null ? ms * (0.5 + Math.random() / 2) : askedMs + Math.random() * 1000 }
  }
}

/** The changes in the data of an event; undefined when it is not one of the service. */
function changesIn(data: string): Change[] | undefined {
  try {
    const { changes } = JSON.parse(data)
    return Array.isArray(changes) ? changes : undefined
  } catch {
    return undefined
  }
}

/** True for a request that would be refused again: an unknown address or parameter. */
const isLasting = (status: number): boolean =>
  status >= 400 && status < 500 && ![408, 425, 429].includes(status)
