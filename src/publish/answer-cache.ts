import { LRUCache } from 'lru-cache'
import { Answer, type AnswerDraft, type CachePlace } from './answer.ts'
import { STALE_IF_ERROR_SECONDS } from './lifetime.ts'

const MAX_BYTES = 64 * 1024 * 1024

/** Where an answer came from: from memory, newly made, made ahead, or from memory because it could not be made. */
export type CacheOutcome = 'hit' | 'made' | 'prepared' | 'stale'

export interface CacheRequest {
  readonly key: string
  /** The version of the data; an answer of another version is not used. */
  readonly version: string
  /** Milliseconds. */
  readonly now: number
  readonly make: () => Promise<AnswerDraft>
}

export interface CacheResult {
  readonly answer: Answer
  /** The answer could not be made, and this is the last one. */
  readonly isStale: boolean
}

interface CachedAnswer {
  readonly version: string
  readonly answer: Answer
  /** Order in which the makings began: of two answers for one key, the higher is the newer. */
  readonly order: number
}

export interface CacheOptions {
  readonly onOutcome?: (outcome: CacheOutcome) => void
  /** True for an error for which the last answer is served instead. */
  readonly isOutage?: (error: unknown) => boolean
}

const isCurrent = ({ meta: { changesAt } }: Answer, now: number): boolean =>
  changesAt === null || now < changesAt

const isGoodInOutage = ({ currentAt }: Answer, now: number): boolean =>
  now - currentAt <= STALE_IF_ERROR_SECONDS * 1000

/** Caches answers until the version or the clock changes them, and in an outage for up to a day longer. */
export class AnswerCache {
  readonly #cached = new LRUCache<string, CachedAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, key) => answer.size + 2 * key.length,
  })
  readonly #inProgress = new Map<string, Promise<Answer>>()
  readonly #onOutcome: (outcome: CacheOutcome) => void
  readonly #isOutage: (error: unknown) => boolean
  #order = 0

  constructor({ onOutcome = () => undefined, isOutage = () => false }: CacheOptions = {}) {
    this.#onOutcome = onOutcome
    this.#isOutage = isOutage
  }

  /** Returns the cached answer if it is current, else a new one. Concurrent requests share one making. */
  async get(request: CacheRequest): Promise<CacheResult> {
    const { key, version, now } = request
    const cached = this.#cached.get(key)
    if (cached?.version === version && isCurrent(cached.answer, now)) {
      cached.answer.currentAt = now
      this.#onOutcome('hit')
      return { answer: cached.answer, isStale: false }
    }
    try {
      const answer = await this.#make(request)
      this.#onOutcome('made')
      return { answer, isStale: false }
    } catch (error) {
      const last = this.#isOutage(error) ? this.last(key, now) : undefined
      if (!last) throw error
      return last
    }
  }

  /** Returns the last answer during an outage, up to a day after it was last known to be current. */
  last(key: string, now: number): CacheResult | undefined {
    const cached = this.#cached.get(key)
    if (!cached || !isGoodInOutage(cached.answer, now)) return undefined
    this.#onOutcome('stale')
    return { answer: cached.answer, isStale: true }
  }

  /** Caches an answer that was made elsewhere, and returns the one that is cached: another of the same version stays. */
  add(answer: Answer, place: CachePlace, now: number): Answer {
    const other = this.#cached.peek(place.key)
    if (other?.version === place.version && isCurrent(other.answer, now)) return other.answer
    answer.currentAt = now
    this.#store(answer, place, ++this.#order)
    this.#onOutcome('prepared')
    return answer
  }

  remove(key: string): void {
    this.#cached.delete(key)
  }

  /** True when `last` could return at least one answer. */
  hasAnswers(now: number): boolean {
    return this.#cached.values().some(({ answer }) => isGoodInOutage(answer, now))
  }

  async #make(request: CacheRequest): Promise<Answer> {
    const { key, version, now, make } = request
    const pendingKey = `${version} ${key}`
    const inProgress = this.#inProgress.get(pendingKey)
    if (inProgress) {
      const answer = await inProgress
      // An answer whose making began before `changesAt` may be outdated by now.
      return isCurrent(answer, now) ? answer : this.#make(request)
    }
    const order = ++this.#order
    const pending = make()
      .then((draft) => {
        const answer = new Answer(draft)
        answer.currentAt = now
        const other = this.#cached.peek(key)
        if (!other || other.order < order) this.#store(answer, { key, version }, order)
        return answer
      })
      .finally(() => this.#inProgress.delete(pendingKey))
    this.#inProgress.set(pendingKey, pending)
    return pending
  }

  #store(answer: Answer, place: CachePlace, order: number): void {
    answer.cachedAt = place
    this.#cached.set(place.key, { version: place.version, answer, order })
  }
}
