import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { compressing, type Encoding } from './encoding.ts'
import { type RepeatEvery, resetConnection, watchPace } from './reading-pace.ts'

/**
 * Sends texts as fast as the client reads them. After a failure the connection is reset, so that the client does not take
 * a partial body for the whole. While `isContended` is true the client must be faster; see `reading-pace.ts`.
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
    const source = Readable.from(withPauses(texts), { objectMode: true, highWaterMark: 1 })
    const compressor = compressing(encoding)
    await (compressor ? pipeline(source, compressor, response) : pipeline(source, response))
  } catch (error) {
    resetConnection(response)
    throw error
  } finally {
    endWatch()
  }
}

/** Pauses after each text: SQLite answers synchronously, and without a pause other requests would wait. */
async function* withPauses(texts: AsyncGenerator<string>): AsyncGenerator<string> {
  for await (const text of texts) {
    if (text !== '') yield text
    await setImmediate()
  }
}
