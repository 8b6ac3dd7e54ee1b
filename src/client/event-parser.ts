/** One event of a stream, as in the HTML standard. */
export interface StreamEvent {
  /** The position up to which the stream was sent. Null when the moment goes on in the next event. */
  readonly id: string | null
  readonly event: string
  readonly data: string
}

/** In characters. A line of the service has 200 changes at most. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024

/** Parses server-sent events from pieces of text that may end anywhere. */
export class EventParser {
  /** The delay in milliseconds before the next connection; null until the service sets it. */
  retryMs: number | null = null
  /** The pieces of a line whose end has not come yet. Joined once, since a line may come in many pieces. */
  #pieces: string[] = []
  #length = 0
  #fields: Record<string, string> = {}

  /** The events that are complete with this piece. */
  push(piece: string): StreamEvent[] {
    const [first = '', ...rest] = piece.split('\n')
    this.#pieces.push(first)
    this.#length += first.length
    const events: StreamEvent[] = []
    for (const next of rest) {
      const event = this.#line(this.#pieces.join(''))
      if (event) events.push(event)
      this.#pieces = [next]
      this.#length = next.length
    }
    return events
  }

  /** True when a line is longer than any of the service: its end may never come. */
  get isTooLong(): boolean {
    return this.#length > MAX_LINE_LENGTH
  }

  #line(text: string): StreamEvent | undefined {
    const line = text.endsWith('\r') ? text.slice(0, -1) : text
    if (line !== '') {
      // A line that begins with a colon is a comment; its name is empty.
      const colon = line.indexOf(':')
      const name = colon < 0 ? line : line.slice(0, colon)
      const value = line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1))
      if (name === 'retry') this.retryMs = Number(value) || null
      else this.#fields[name] = value
      return undefined
    }
    const { id = null, event = '', data } = this.#fields
    this.#fields = {}
    return data === undefined ? undefined : { id, event, data }
  }
}
