import type { ServerResponse } from 'node:http'

/** The pace of a reader is judged at the end of each window of this length. */
export const WINDOW_MS = 30_000
/** A reader that takes less than this in a window has stopped reading, and is cut off in any case. */
const STOPPED_BYTES = 32 * 1024
/** A reader that takes less than this in a window is cut off while no further download could begin: 16 KiB a second. */
const SLOW_BYTES = (16 * 1024 * WINDOW_MS) / 1000

/** Calls back every so many milliseconds until the returned function is called. */
export type RepeatEvery = (ms: number, tick: () => void) => () => void

const everyInterval: RepeatEvery = (ms, tick) => {
  const timer = setInterval(tick, ms)
  timer.unref()
  return () => clearInterval(timer)
}

/** What is known of a reader at one moment. */
export interface ReaderState {
  /** Bytes that the system has taken for the reader since the connection began. */
  readonly takenBytes: number
  /** True while more bytes wait for the reader; else it is our side that is slow. */
  readonly isHoldingUp: boolean
}

/** Judges window by window whether a reader takes its download fast enough. */
export class ReadingPace {
  #before: number

  constructor(takenBytes: number) {
    this.#before = takenBytes
  }

  /** To be called at the end of a window. True if the reader is to be cut off. */
  isTooSlow({ takenBytes, isHoldingUp }: ReaderState, isContended: boolean): boolean {
    const taken = takenBytes - this.#before
    this.#before = takenBytes
    return isHoldingUp && taken < (isContended ? SLOW_BYTES : STOPPED_BYTES)
  }
}

/** Resets the connection of a reader that is too slow. The returned function ends the watch. */
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

/** Resets the connection, so that nobody takes a part for the whole. */
export const resetConnection = (response: ServerResponse): void => {
  response.socket?.resetAndDestroy()
}

function stateOf({ socket, writableNeedDrain }: ServerResponse): ReaderState {
  // Node counts bytes as written that it still holds.
  const takenBytes = socket ? socket.bytesWritten - socket.writableLength : 0
  return { takenBytes, isHoldingUp: writableNeedDrain }
}
