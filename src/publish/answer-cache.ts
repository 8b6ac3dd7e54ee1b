import { LRUCache } from 'lru-cache'
import { Answer, type Made } from './answer.ts'

const MAX_BYTES = 64 * 1024 * 1024

interface Kept {
  readonly version: string
  readonly answer: Answer
}

const holds = ({ made: { changesAt } }: Answer, now: number): boolean => changesAt === null || now < changesAt

/** How an answer came about: from memory, or anew. */
export type CacheOutcome = 'hit' | 'made'

/** Answers made once per market version and stretch of the clock, then sent from memory. */
export class AnswerCache {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, key) => answer.size + 2 * key.length,
  })
  readonly #inMaking = new Map<string, Promise<Answer>>()

  readonly #onAsked: (outcome: CacheOutcome) => void

  constructor(onAsked: (outcome: CacheOutcome) => void = () => undefined) {
    this.#onAsked = onAsked
  }

  /** The kept answer if it is of this version and the clock has not overtaken it; else a new one, made only once. */
  get(key: string, version: string, now: number, make: () => Promise<Made>): Promise<Answer> {
    const kept = this.#kept.get(key)
    if (kept?.version === version && holds(kept.answer, now)) {
      this.#onAsked('hit')
      return Promise.resolve(kept.answer)
    }

    const makingKey = `${version} ${key}`
    const inMaking = this.#inMaking.get(makingKey)
    // The clock may have overtaken an answer whose making began before a boundary.
    if (inMaking)
      return inMaking.then((answer) => (holds(answer, now) ? answer : this.get(key, version, now, make)))
    const making = make()
      .then((made) => {
        const answer = new Answer(made)
        this.#kept.set(key, { version, answer })
        this.#onAsked('made')
        return answer
      })
      .finally(() => this.#inMaking.delete(makingKey))
    this.#inMaking.set(makingKey, making)
    return making
  }
}
