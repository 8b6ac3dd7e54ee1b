import type { ServerResponse } from 'node:http'

/** The speed of a client is checked at the end of each window of this length. */
export const WINDOW_MS = 30_000
/** A client that takes fewer bytes in a window has stopped reading, and is always disconnected. */
const STOPPED_BYTES = 32 * 1024
/** A client that takes fewer bytes in a window is disconnected while all download slots are taken: 16 KiB a second. */
const SLOW_BYTES = (16 * 1024 * WINDOW_MS) / 1000

/** Calls back every so many milliseconds until the returned function is called. */
export type RepeatEvery = (ms: number, tick: () => void) => () => void

const everyInterval: RepeatEvery = (ms, tick) => {
  const timer = setInterval(tick, ms)
  timer.unref()
  return () => clearInterval(timer)
}

/** The state of a client's download at one moment. */
export interface ReaderState {
  /** Bytes that the operating system has accepted for the client since the connection began. */
  readonly takenBytes: number
  /** True while bytes wait for the client; else our side is the slow one. */
  readonly hasBackpressure: boolean
}

/** Checks, window by window, whether a client takes its download fast enough. */
export class ReadingPace {
  #before: number

  constructor(takenBytes: number) {
    this.#before = takenBytes
  }

  /** Called at the end of each window; returns true if the client must be disconnected. */
  isTooSlow({ takenBytes, hasBackpressure }: ReaderState, isContended: boolean): boolean {
    const taken = takenBytes - this.#before
    this.#before = takenBytes
    return hasBackpressure && taken < (isContended ? SLOW_BYTES : STOPPED_BYTES)
  }
}

/** Resets the connection of a client that is too slow. The returned function ends the watch. */
export function watchPace(
  response: ServerResponse,
  isContended: () => boolean,
  every: RepeatEvery = everyInterval,
): () => void {
  const pace = new ReadingPace(stateOf(response).takenBytes)
  return every(WINDOW_MS, () => {
    if (pace.isTooSlow(stateOf(response), isContended())) resetConnection(response)
  })
}

/** Resets the connection, so that the client does not take a partial body for the whole. */
export const resetConnection = (response: ServerResponse): void => {
  response.socket?.resetAndDestroy()
}

function stateOf({ socket, writableNeedDrain }: ServerResponse): ReaderState {
  // Node's bytesWritten includes bytes that it still buffers.
  const takenBytes = socket ? socket.bytesWritten - socket.writableLength : 0
  return { takenBytes, hasBackpressure: writableNeedDrain }
}
