import { LRUCache } from 'lru-cache'
import { Answer, type AnswerDraft } from './answer.ts'
import type { Encoding } from './encoding.ts'
import { STALE_IF_ERROR_SECONDS } from './lifetime.ts'
import type { PreparedAnswer } from './prepared-answer.ts'
import type { RoutedRequest } from './read-route.ts'

const MAX_BYTES = 64 * 1024 * 1024
/** Clients that poll request the same few addresses. */
const MAX_ADDRESSES = 2000
/** An address holds the answer that was last sent from it, also when another one has replaced that. */
const MAX_ADDRESSES_BYTES = 32 * 1024 * 1024

/** Where an answer came from: from memory, newly made, made ahead, or from memory because it could not be made. */
export type CacheOutcome = 'hit' | 'made' | 'prepared' | 'stale'

export interface AnswerPlace {
  /** Distinguishes the answer from all others of its version. Several addresses may share it. */
  readonly key: string
  /** The version of the data, and of what else the answer depends on; an answer of another version is not used. */
  readonly version: string
}

export interface CacheRequest extends AnswerPlace {
  /** Milliseconds. */
  readonly now: number
  readonly make: () => Promise<AnswerDraft>
}

export interface CacheResult {
  readonly answer: Answer
  /** The answer could not be made, and this is the last one. */
  readonly isStale: boolean
}

export interface CachedAnswer {
  readonly version: string
  readonly answer: Answer
  /** Order in which the makings began: of two answers for one key, the higher is the newer. */
  readonly order: number
  /** When it was last known to be current, in milliseconds. */
  currentAt: number
}

/** How the answer to the next request for the same address is found without routing. */
export interface RepeatableAnswer {
  /** That of its place; `null` for a file that stays the same until the next release. */
  readonly key: string | null
  /** What the answer depends on besides the version of the data. */
  readonly frame: string
  /** When the frame must be determined again, in milliseconds. */
  readonly until: number
}

/** What was found at an address. */
export interface KnownAddress extends RepeatableAnswer {
  readonly request: RoutedRequest
  /** The last answer that was sent from here, with all its headers. */
  readonly prepared: PreparedAnswer
  /** When each encoding was last sent, in milliseconds; empty for a file, which is never made ahead. */
  readonly sentAt: Map<Encoding, number>
}

/** A request, and the encodings in which its answer is wanted. */
export interface WantedAnswer {
  readonly request: RoutedRequest
  readonly encodings: readonly Encoding[]
}

export interface CacheOptions {
  readonly onOutcome?: (outcome: CacheOutcome) => void
  /** True for an error for which the last answer is served instead. */
  readonly isOutage?: (error: unknown) => boolean
}

export const versionWithFrame = (version: string, frame: string): string =>
  frame === '' ? version : `${version} ${frame}`

const isCurrent = ({ meta: { changesAt } }: Answer, now: number): boolean =>
  changesAt === null || now < changesAt

const isGoodInOutage = ({ currentAt }: CachedAnswer, now: number): boolean =>
  now - currentAt <= STALE_IF_ERROR_SECONDS * 1000

/** Caches answers until the version or the clock changes them, and in an outage for up to a day longer. */
export class AnswerCache {
  readonly #cached = new LRUCache<string, CachedAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, key) => answer.size + 2 * key.length,
  })
  /** What was found at an address as requested before. Its answer is that of its key. */
  readonly addresses = new LRUCache<string, KnownAddress>({
    max: MAX_ADDRESSES,
    maxSize: MAX_ADDRESSES_BYTES,
    sizeCalculation: ({ prepared }) => prepared.answer.size,
  })
  readonly #inProgress = new Map<string, Promise<Answer>>()
  readonly #onOutcome: (outcome: CacheOutcome) => void
  readonly #isOutage: (error: unknown) => boolean
  #order = 0

  constructor({ onOutcome = () => undefined, isOutage = () => false }: CacheOptions = {}) {
    this.#onOutcome = onOutcome
    this.#isOutage = isOutage
  }

  /** Returns the cached answer if it is current: the one rule for all ways to find one. */
  find({ key, version }: AnswerPlace, now: number): Answer | undefined {
    const cached = this.#cached.get(key)
    if (cached?.version !== version || !isCurrent(cached.answer, now)) return undefined
    cached.currentAt = now
    return cached.answer
  }

  /** Returns the cached answer if it is current, else a new one. Concurrent requests share one making. */
  async get(request: CacheRequest): Promise<CacheResult> {
    const cached = this.find(request, request.now)
    if (cached) {
      this.#onOutcome('hit')
      return { answer: cached, isStale: false }
    }
    try {
      const answer = await this.#make(request)
      this.#onOutcome('made')
      return { answer, isStale: false }
    } catch (error) {
      const last = this.#isOutage(error) ? this.last(request.key, request.now) : undefined
      if (!last) throw error
      return last
    }
  }

  /** Returns the last answer during an outage, up to a day after it was last known to be current. */
  last(key: string, now: number): CacheResult | undefined {
    const cached = this.#cached.get(key)
    if (!cached || !isGoodInOutage(cached, now)) return undefined
    this.#onOutcome('stale')
    return { answer: cached.answer, isStale: true }
  }

  /** Caches an answer that was made elsewhere, unless there is one of the same version. */
  add({ key, version }: AnswerPlace, answer: Answer, now: number): void {
    const other = this.#cached.peek(key)
    if (other?.version === version && isCurrent(other.answer, now)) return
    this.#cached.set(key, { version, answer, order: ++this.#order, currentAt: now })
    this.#onOutcome('prepared')
  }

  /** True when `last` could return at least one answer. */
  hasAnswers(now: number): boolean {
    return this.#cached.values().some((cached) => isGoodInOutage(cached, now))
  }

  /** The requests since a moment (milliseconds), the latest first. */
  requestedSince(moment: number): WantedAnswer[] {
    return [...this.addresses.values()].flatMap(({ request, sentAt }) => {
      const encodings = [...sentAt].flatMap(([encoding, at]) => (at >= moment ? [encoding] : []))
      return encodings.length > 0 ? [{ request, encodings }] : []
    })
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
        const other = this.#cached.peek(key)
        if (!other || other.order < order) this.#cached.set(key, { version, answer, order, currentAt: now })
        return answer
      })
      .finally(() => this.#inProgress.delete(pendingKey))
    this.#inProgress.set(pendingKey, pending)
    return pending
  }
}
