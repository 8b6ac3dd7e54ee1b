import type { ServerResponse } from 'node:http'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'

/** The speed of a client is checked at the end of each window of this length. */
export const WINDOW_MS = 30_000
/** A client that takes fewer bytes in a window has stopped reading, and is always disconnected. */
const STOPPED_BYTES = 32 * 1024
/** A client that takes fewer bytes in a window is disconnected while all download slots are taken: 16 KiB a second. */
const SLOW_BYTES = (16 * 1024 * WINDOW_MS) / 1000

/**
 * Sends a body as fast as the client reads it. After a failure the connection is reset, so that the client does not take a
 * partial body for the whole. While `isContended` is true the client must be faster.
 */
export async function sendStream(
  response: ServerResponse,
  body: Readable,
  isContended: () => boolean,
  compressor?: Transform,
): Promise<void> {
  const endWatch = watchPace(response, isContended)
  try {
    await (compressor ? pipeline(body, compressor, response) : pipeline(body, response))
  } catch (error) {
    resetConnection(response)
    throw error
  } finally {
    // A response that has ended before refuses the body without closing it, and a file would stay open.
    body.destroy()
    endWatch()
  }
}

/** A body of texts, with a pause after each: SQLite answers synchronously, and without a pause other requests would wait. */
export const bodyOf = (texts: AsyncGenerator<string>): Readable =>
  Readable.from(withPauses(texts), { objectMode: true, highWaterMark: 1 })

async function* withPauses(texts: AsyncGenerator<string>): AsyncGenerator<string> {
  for await (const text of texts) {
    if (text !== '') yield text
    await setImmediate()
  }
}

/** Resets the connection of a client that takes its download too slowly. The returned function ends the watch. */
export function watchPace(response: ServerResponse, isContended: () => boolean): () => void {
  let before = takenBytes(response)
  const timer = setInterval(() => {
    const taken = takenBytes(response) - before
    before += taken
    const isSlow = taken < (isContended() ? SLOW_BYTES : STOPPED_BYTES)
    // Without bytes that wait for the client, our side is the slow one.
    if (isSlow && response.writableNeedDrain) resetConnection(response)
  }, WINDOW_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Bytes that the operating system has accepted for the client. Node's `bytesWritten` includes those that it still buffers. */
const takenBytes = ({ socket }: ServerResponse): number =>
  socket ? socket.bytesWritten - socket.writableLength : 0

const resetConnection = ({ socket }: ServerResponse): void => void socket?.resetAndDestroy()
