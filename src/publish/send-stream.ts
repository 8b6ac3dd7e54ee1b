import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { compressing, type Encoding } from './encoding.ts'
import { type RepeatEvery, resetConnection, watchPace } from './reading-pace.ts'

/**
 * Sends texts as fast as the reader takes them. Ends the response only if all of them came; else the connection is reset,
 * so that nobody takes a part for the whole. While `isContended` is true a reader must be faster, see `reading-pace.ts`.
 */
export async function sendStream(
  response: ServerResponse,
  texts: AsyncGenerator<string>,
  encoding: Encoding,
  isContended: () => boolean,
  every?: RepeatEvery,
): Promise<void> {
  const endWatch = watchPace(response, isContended, every)
  try {
    const source = Readable.from(byTurns(texts), { objectMode: true, highWaterMark: 1 })
    const compressor = compressing(encoding)
    await (compressor ? pipeline(source, compressor, response) : pipeline(source, response))
  } catch (error) {
    resetConnection(response)
    throw error
  } finally {
    endWatch()
  }
}

/** A store on this machine answers at once: without a pause nobody else would be answered. */
async function* byTurns(texts: AsyncGenerator<string>): AsyncGenerator<string> {
  for await (const text of texts) {
    if (text !== '') yield text
    await setImmediate()
  }
}
