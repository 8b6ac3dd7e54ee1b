import type { Instant } from '../market/calendar.ts'
import type { ParsedDocument } from '../sources/source.ts'
import type { Fetch } from '../store/collection/fetches.ts'
import { readingHash } from './store-downloads.ts'

interface State {
  /** What the page said as it is read now; `null` where its answer is not kept. */
  readonly said: string | null
  /** What it said as it was read then; `null` where it could not be read. */
  readonly saidThen: string | null
  readonly since: Instant
}

/** Follows the documents of a source that is read again, download by download: since when has each said just this? */
export class UnchangedPages {
  readonly #states = new Map<string, State>()

  /** An answer as it is read now. `null` when it says something new. */
  since({ document, fetched, reading: saidThen }: Fetch, reading: ParsedDocument): Instant | null {
    const said = readingHash(reading)
    const before = this.#states.get(document)
    const isSame = before && (before.said === null ? before.saidThen === saidThen : before.said === said)
    const since = isSame ? before.since : null
    this.#states.set(document, { said, saidThen, since: since ?? fetched })
    return since
  }

  /** An answer that was pruned; all that is left of it is whether it said the same. */
  pass({ document, fetched, reading: saidThen }: Fetch): void {
    if (saidThen === null) return
    const before = this.#states.get(document)
    if (before?.saidThen === saidThen) return
    this.#states.set(document, { said: null, saidThen, since: fetched })
  }
}
