import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { compressing, type Encoding } from './encoding.ts'

/** Whoever takes less than this in a while, though there is more to take, is cut off: others wait for the place. */
const LEAST_BYTES = 32 * 1024
const WHILE_MS = 30_000

/**
 * Sends what comes, as fast as it is taken. Ends it only if all of it came: else the connection is reset, so that nobody
 * takes a part for the whole.
 */
export async function sendStream(
  response: ServerResponse,
  texts: AsyncGenerator<string>,
  encoding: Encoding,
): Promise<void> {
  const pace = watchPace(response)
  try {
    const source = Readable.from(byTurns(texts), { objectMode: true, highWaterMark: 1 })
    const compressor = compressing(encoding)
    await (compressor ? pipeline(source, compressor, response) : pipeline(source, response))
  } catch (error) {
    breakOff(response)
    throw error
  } finally {
    clearInterval(pace)
  }
}

/** A store on this machine answers at once: without a pause nobody else would be answered. */
async function* byTurns(texts: AsyncGenerator<string>): AsyncGenerator<string> {
  for await (const text of texts) {
    if (text !== '') yield text
    await setImmediate()
  }
}

/** So that nobody takes a part for the whole. */
export const breakOff = (response: ServerResponse): void => {
  response.socket?.resetAndDestroy()
}

/** Breaks off what is taken too slowly. To be cleared at the end. */
export function watchPace(response: ServerResponse): NodeJS.Timeout {
  let before = 0
  const timer = setInterval(() => {
    const sent = response.socket?.bytesWritten ?? 0
    // Where nothing waits to be taken, it is our side that is slow.
    if (response.writableNeedDrain && sent - before < LEAST_BYTES) breakOff(response)
    before = sent
  }, WHILE_MS)
  timer.unref()
  return timer
}
