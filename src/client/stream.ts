import { clockMs } from './clock.ts'
import type { EventParser, StreamEvent } from './event-parser.ts'

/** How often the silence of a connection is checked: soon after a machine wakes up. */
const CHECK_EVERY_MS = 5000

/**
 * The events in the body of a response, whose request `ending` aborts. They end without an error when the connection is cut,
 * silent for too long, aborted, or sends a line without end.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  parser: EventParser,
  silenceMs: number,
  ending: AbortController,
): AsyncGenerator<StreamEvent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (let bytes = await nextBytes(); bytes && !parser.isTooLong; bytes = await nextBytes())
    yield* parser.push(decoder.decode(bytes, { stream: true }))

  /** The next bytes; undefined at the end. Only the wait for them counts, not what the caller does in between. */
  async function nextBytes(): Promise<Uint8Array | undefined> {
    const since = clockMs()
    const timer = setInterval(
      () => {
        if (clockMs() - since > silenceMs) ending.abort()
      },
      Math.min(CHECK_EVERY_MS, silenceMs / 4),
    )
    try {
      return (await reader.read()).value
    } catch {
      return undefined
    } finally {
      clearInterval(timer)
    }
  }
}
