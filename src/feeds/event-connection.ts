import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { constants, createGzip, type Gzip } from 'node:zlib'
import { HEARTBEAT } from './event-text.ts'

/** A client with more unread bytes is disconnected; it can reconnect and resume. */
const MAX_WAITING_BYTES = 1024 * 1024
/** While a client is sent missed changes, the next page waits until no more bytes than this are unread. */
const ENOUGH_WAITING_BYTES = 64 * 1024
const CHECK_EVERY_MS = 20
/** A client that reads none of its missed changes for this long is disconnected, to free its connection slot. */
const STALLED_MS = 60_000

/** A small window of 64 kB per connection. Events are alike, so it still saves most bytes. */
const COMPRESSION = { flush: constants.Z_PARTIAL_FLUSH, windowBits: 13, memLevel: 6 }

/** An open response for server-sent events. */
export class EventConnection {
  readonly #response: ServerResponse
  readonly #gzip: Gzip | undefined
  readonly #stalledMs: number

  constructor(response: ServerResponse, isCompressed: boolean, stalledMs = STALLED_MS) {
    this.#response = response
    this.#stalledMs = stalledMs
    if (!isCompressed) return
    this.#gzip = createGzip(COMPRESSION)
    this.#gzip.pipe(response)
    response.once('close', () => this.#gzip?.destroy())
  }

  get isClosed(): boolean {
    return this.#response.destroyed || this.#response.writableEnded
  }

  send(text: string): void {
    if (this.isClosed || text === '') return
    ;(this.#gzip ?? this.#response).write(text)
    if (this.#waiting > MAX_WAITING_BYTES) this.#response.destroy()
  }

  /** Sends a text and waits until the client has read most of it. */
  async deliver(text: string): Promise<void> {
    this.send(text)
    // Bytes wait in several buffers, none of which need be full, so no single event shows that all are read.
    let fewest = this.#waiting
    for (let idleMs = 0; !this.isClosed && this.#waiting > ENOUGH_WAITING_BYTES; idleMs += CHECK_EVERY_MS) {
      if (idleMs >= this.#stalledMs) this.#response.destroy()
      else await setTimeout(CHECK_EVERY_MS)
      if (this.#waiting < fewest) idleMs = 0
      fewest = Math.min(fewest, this.#waiting)
    }
  }

  /** Called at intervals. Sent also after a recent change, so that no silence is longer than an interval. */
  beat(): void {
    this.send(HEARTBEAT)
  }

  end(): void {
    if (this.#gzip) this.#gzip.end()
    else this.#response.end()
  }

  get #waiting(): number {
    const { writableLength = 0, readableLength = 0 } = this.#gzip ?? {}
    return this.#response.writableLength + writableLength + readableLength
  }
}
