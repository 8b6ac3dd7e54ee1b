import type { MarketVersion } from '../store/version/market-version.ts'
import type { FollowedStore } from './followed-store.ts'

/** Makes the answers of a version ahead. Resolves to what is done right after the switch to it, and never rejects. */
export type PrepareVersion = () => Promise<() => void>

type SeenStore = Pick<FollowedStore, 'current' | 'history'>

/**
 * The version that is served. It follows the last version that was seen in the store, once the answers of that one are
 * made. The first facts, and a store that has lost facts, are served at once.
 */
export class VersionSwitch {
  readonly #store: SeenStore
  #prepare: PrepareVersion | undefined
  #current: MarketVersion
  #history: number
  #following: Promise<void> = Promise.resolve()
  #isFollowing = false

  constructor(store: SeenStore) {
    this.#store = store
    this.#current = store.current
    this.#history = store.history
  }

  get current(): MarketVersion {
    return this.#store.history === this.#history ? this.#current : this.#store.current
  }

  /** From now on, every further version is prepared before it is served. */
  prepareWith(prepare: PrepareVersion): void {
    this.#prepare = prepare
  }

  /** Switches to the version that was seen last. Resolves when that one is served. */
  readonly follow = (): Promise<void> => {
    if (!this.#isFollowing) this.#following = this.#followSeen()
    return this.#following
  }

  async #followSeen(): Promise<void> {
    this.#isFollowing = true
    try {
      while (!this.#isNewestServed()) {
        const { current: next, history } = this.#store
        const isFurther = this.#current.version > 0 && history === this.#history
        const finish = isFurther && this.#prepare ? await this.#prepare() : undefined
        // The store may have lost facts meanwhile.
        if (this.#store.history !== history) continue
        this.#current = next
        this.#history = history
        finish?.()
      }
    } finally {
      this.#isFollowing = false
    }
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
