import { stopwatch } from '../machine-clock.ts'
import { settlesWithin } from '../settles-within.ts'
import type { MarketVersion } from '../store/version/market-version.ts'
import type { FollowedStore } from './followed-store.ts'

/** The parent process answers within milliseconds. When it hangs, this process goes on alone. */
const CHOOSE_WITHIN_MS = 500

/** A version that a process has seen and does not serve yet. */
export interface UnservedVersion {
  /** The version that it serves. */
  readonly serves: number
  readonly seen: MarketVersion
  /** The time since it was seen, in milliseconds. */
  readonly waitedMs: number
}

/** The version that all processes prepare next. */
export interface NextVersion {
  readonly next: MarketVersion
  /** The time since the process saw it that was the first to prepare it, in milliseconds: the same in all. */
  readonly waitedMs: number
}

/** What is done before a new version is served; `V` is what the answers are made from. Neither part rejects. */
export interface VersionPreparation<V> {
  chooseNext(unserved: UnservedVersion): Promise<NextVersion>
  /** Makes answers ahead. Resolves to what is done right after the switch. */
  prepare(next: V, waitedMs: number): Promise<() => void>
}

type SeenStore = Pick<FollowedStore, 'current' | 'history'>

/**
 * The version that is served. It follows the last version that was seen in the store, once the answers of that one are
 * made. The first facts, and a store that has lost facts, are served at once.
 */
export class VersionSwitch {
  readonly #store: SeenStore
  readonly #chooseWithinMs: number
  #preparation: VersionPreparation<MarketVersion> | undefined
  #current: MarketVersion
  #history: number
  #following: Promise<void> = Promise.resolve()
  #isFollowing = false
  #lastSeen: MarketVersion
  /** When the first version was seen that is neither served nor prepared, by `stopwatch()`. */
  #waitingSince: number | undefined

  constructor(store: SeenStore, chooseWithinMs = CHOOSE_WITHIN_MS) {
    this.#store = store
    this.#chooseWithinMs = chooseWithinMs
    this.#current = store.current
    this.#lastSeen = store.current
    this.#history = store.history
  }

  get current(): MarketVersion {
    return this.#store.history === this.#history ? this.#current : this.#store.current
  }

  /** From now on, every further version is prepared before it is served. */
  prepareWith(preparation: VersionPreparation<MarketVersion>): void {
    this.#preparation = preparation
  }

  /** Switches to the version that was seen last. Resolves when that one is served. */
  readonly follow = (): Promise<void> => {
    if (this.#store.current !== this.#lastSeen) this.#waitingSince ??= stopwatch()
    this.#lastSeen = this.#store.current
    if (!this.#isFollowing) this.#following = this.#followSeen()
    return this.#following
  }

  async #followSeen(): Promise<void> {
    this.#isFollowing = true
    try {
      while (!this.#isNewestServed()) {
        const { history } = this.#store
        const isFurther = this.#current.version > 0 && history === this.#history
        const { next, finish } =
          isFurther && this.#preparation
            ? await this.#prepared(this.#preparation)
            : { next: this.#store.current, finish: undefined }
        // The store may have lost facts meanwhile.
        if (this.#store.history !== history) continue
        this.#current = next
        this.#history = history
        finish?.()
      }
    } finally {
      this.#isFollowing = false
      this.#waitingSince = undefined
    }
  }

  /** Prepares the next version: the one that other processes prepare, unless it was not seen here, as on another replica. */
  async #prepared({ chooseNext, prepare }: VersionPreparation<MarketVersion>) {
    const since = this.#waitingSince ?? stopwatch()
    const waitedMs = stopwatch() - since
    const choice = chooseNext({ serves: this.#current.version, seen: this.#store.current, waitedMs })
    const chosen = (await settlesWithin(this.#chooseWithinMs, choice)) ? await choice : undefined
    const seen = this.#store.current
    const next = chosen && chosen.next.version < seen.version ? chosen.next : seen
    this.#waitingSince = next === seen ? undefined : stopwatch()
    return { next, finish: await prepare(next, chosen?.waitedMs ?? stopwatch() - since) }
  }

  #isNewestServed(): boolean {
    const { current, history } = this.#store
    return (
      history === this.#history &&
      current.version === this.#current.version &&
      current.recorded === this.#current.recorded
    )
  }
}
