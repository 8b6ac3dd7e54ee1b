import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { constants, createGzip, type Gzip } from 'node:zlib'
import { HEARTBEAT } from './event-text.ts'

/** A reader that takes nothing while so much waits for it is let go; it can come back and go on. */
const MOST_WAITING_BYTES = 1024 * 1024
/** Somebody who is told of what was missed gets no more before this is taken. */
const ENOUGH_WAITING_BYTES = 64 * 1024
const LOOK_AGAIN_MS = 20
/** A reader that takes none of what it missed for this long is let go, so that it holds no place for ever. */
const STALLED_MS = 60_000

/** Small, since each connection has one: 64 kB. Events are alike, so that the little they remember saves most. */
const COMPRESSION = { flush: constants.Z_PARTIAL_FLUSH, windowBits: 13, memLevel: 6 }

/** A response that goes on. */
export class EventConnection {
  readonly #response: ServerResponse
  readonly #gzip: Gzip | undefined
  readonly #stalledMs: number
  #isQuiet = true

  constructor(response: ServerResponse, isCompressed: boolean, stalledMs = STALLED_MS) {
    this.#response = response
    this.#stalledMs = stalledMs
    if (!isCompressed) return
    this.#gzip = createGzip(COMPRESSION)
    this.#gzip.pipe(response)
    response.once('close', () => this.#gzip?.destroy())
  }

  get isGone(): boolean {
    return this.#response.destroyed || this.#response.writableEnded
  }

  send(text: string): void {
    if (this.isGone || text === '') return
    this.#isQuiet = false
    ;(this.#gzip ?? this.#response).write(text)
    if (this.#waiting > MOST_WAITING_BYTES) this.#response.destroy()
  }

  /** Sends, and waits until most of it is taken. */
  async deliver(text: string): Promise<void> {
    this.send(text)
    // It waits in several places, of which none need be full: no one event tells that all is taken.
    let least = this.#waiting
    for (let idleMs = 0; !this.isGone && this.#waiting > ENOUGH_WAITING_BYTES; idleMs += LOOK_AGAIN_MS) {
      if (idleMs >= this.#stalledMs) this.#response.destroy()
      else await setTimeout(LOOK_AGAIN_MS)
      if (this.#waiting < least) idleMs = 0
      least = Math.min(least, this.#waiting)
    }
  }

  /** To be called now and then: keeps a connection alive over which nothing went since the last time. */
  beat(): void {
    if (this.#isQuiet) this.send(HEARTBEAT)
    this.#isQuiet = true
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
