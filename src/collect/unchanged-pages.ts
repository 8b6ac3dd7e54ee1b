import type { Instant } from '../market/calendar.ts'
import type { ParsedDocument } from '../sources/source.ts'
import type { Fetch } from '../store/collection/fetches.ts'
import { readingHash } from './store-downloads.ts'

interface State {
  /** The hash of the page as it is parsed now; `null` where its answer is no longer stored. */
  readonly hash: string | null
  /** The hash of the page as it was parsed then; `null` where it could not be parsed. */
  readonly hashThen: string | null
  readonly since: Instant
}

/** Tracks, download by download in a replay, since when each document of a source has been unchanged. */
export class UnchangedPages {
  readonly #states = new Map<string, State>()

  /** Adds an answer as it is parsed now. Returns since when it is unchanged; `null` when it is new. */
  since({ document, fetched, reading: hashThen }: Fetch, reading: ParsedDocument): Instant | null {
    const hash = readingHash(reading)
    const before = this.#states.get(document)
    const isSame = before && (before.hash === null ? before.hashThen === hashThen : before.hash === hash)
    const since = isSame ? before.since : null
    this.#states.set(document, { hash, hashThen, since: since ?? fetched })
    return since
  }

  /** Adds an answer that was pruned, of which only the hash is left. */
  pass({ document, fetched, reading: hashThen }: Fetch): void {
    if (hashThen === null) return
    const before = this.#states.get(document)
    if (before?.hashThen === hashThen) return
    this.#states.set(document, { hash: null, hashThen, since: fetched })
  }
}
