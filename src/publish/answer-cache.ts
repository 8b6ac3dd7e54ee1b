import { LRUCache } from 'lru-cache'
import { Answer, type AnswerDraft } from './answer.ts'
import { STALE_IF_ERROR_SECONDS } from './lifetime.ts'

const MAX_BYTES = 64 * 1024 * 1024

/** How an answer came about: from memory, anew, or from memory although it should have been made anew. */
export type CacheOutcome = 'hit' | 'made' | 'stale'

export interface CacheRequest {
  readonly key: string
  /** What it is made from; an answer of another version is not this one. */
  readonly version: string
  /** Milliseconds. */
  readonly now: number
  readonly make: () => Promise<AnswerDraft>
}

export interface CacheResult {
  readonly answer: Answer
  /** It could not be made anew, and is what was last given. */
  readonly isStale: boolean
}

interface Kept {
  readonly version: string
  readonly answer: Answer
  /** Of two answers for one key the one whose making began later is the newer. */
  readonly begun: number
}

export interface CacheOptions {
  readonly onOutcome?: (outcome: CacheOutcome) => void
  /** True for an error in the making that is no answer, so that what was last given is better than it. */
  readonly isOutage?: (error: unknown) => boolean
}

const holds = ({ made: { changesAt } }: Answer, now: number): boolean => changesAt === null || now < changesAt

const isGoodInOutage = ({ heldAt }: Answer, now: number): boolean =>
  now - heldAt <= STALE_IF_ERROR_SECONDS * 1000

/** Answers made once per version and stretch of the clock, then sent from memory; in an outage also after that. */
export class AnswerCache {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, key) => answer.size + 2 * key.length,
  })
  readonly #inMaking = new Map<string, Promise<Answer>>()
  readonly #onOutcome: (outcome: CacheOutcome) => void
  readonly #isOutage: (error: unknown) => boolean
  #begun = 0

  constructor({ onOutcome = () => undefined, isOutage = () => false }: CacheOptions = {}) {
    this.#onOutcome = onOutcome
    this.#isOutage = isOutage
  }

  /** The kept answer if it is of this version and the clock has not overtaken it; else a new one, made only once. */
  async get(wanted: CacheRequest): Promise<CacheResult> {
    const { key, version, now } = wanted
    const kept = this.#kept.get(key)
    if (kept?.version === version && holds(kept.answer, now)) {
      kept.answer.heldAt = now
      this.#onOutcome('hit')
      return { answer: kept.answer, isStale: false }
    }
    try {
      const answer = await this.#made(wanted)
      this.#onOutcome('made')
      return { answer, isStale: false }
    } catch (error) {
      const last = this.#isOutage(error) ? this.last(key, now) : undefined
      if (!last) throw error
      return last
    }
  }

  /** What was last given, for an outage: up to a day after it was last known to be what it should be. */
  last(key: string, now: number): CacheResult | undefined {
    const kept = this.#kept.get(key)
    if (!kept || !isGoodInOutage(kept.answer, now)) return undefined
    this.#onOutcome('stale')
    return { answer: kept.answer, isStale: true }
  }

  /** True when an outage leaves at least one answer that `last` still gives. */
  hasAnswers(now: number): boolean {
    return this.#kept.values().some(({ answer }) => isGoodInOutage(answer, now))
  }

  async #made(wanted: CacheRequest): Promise<Answer> {
    const { key, version, now, make } = wanted
    const makingKey = `${version} ${key}`
    const inMaking = this.#inMaking.get(makingKey)
    if (inMaking) {
      const answer = await inMaking
      // The clock may have overtaken an answer whose making began before a boundary.
      return holds(answer, now) ? answer : this.#made(wanted)
    }
    const begun = ++this.#begun
    const making = make()
      .then((made) => {
        const answer = new Answer(made)
        answer.heldAt = now
        const other = this.#kept.peek(key)
        if (!other || other.begun < begun) this.#kept.set(key, { version, answer, begun })
        return answer
      })
      .finally(() => this.#inMaking.delete(makingKey))
    this.#inMaking.set(makingKey, making)
    return making
  }
}
