import { clockMs } from './clock.ts'
import { EventParser, type StreamEvent } from './event-parser.ts'

export interface Stream {
  /** Ends without an error when the connection is cut, silent for too long, aborted, or sends a line without end. */
  events(): AsyncGenerator<StreamEvent, void, undefined>
  /** The delay that the service has set; null when it has set none. */
  retryMs(): number | null
}

/** How often the silence of a connection is checked: soon after a machine wakes up. */
const CHECK_EVERY_MS = 5000

/** Reads server-sent events from the body of a response, whose request `ending` aborts. */
export function openStream(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
  ending: AbortController,
): Stream {
  const parser = new EventParser()
  const reader = body.getReader()

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

  async function* events(): AsyncGenerator<StreamEvent, void, undefined> {
    const decoder = new TextDecoder()
    for (let bytes = await nextBytes(); bytes && !parser.isTooLong; bytes = await nextBytes())
      yield* parser.push(decoder.decode(bytes, { stream: true }))
  }

  return { events, retryMs: () => parser.retryMs }
}
