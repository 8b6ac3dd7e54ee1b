import { LRUCache } from 'lru-cache'
import { Answer, type Made } from './answer.ts'

const MAX_BYTES = 64 * 1024 * 1024

interface Kept {
  readonly version: string
  readonly answer: Promise<Answer>
  changesAt: number | null
}

/** Answers made once per market version and stretch of the clock, then sent from memory. */
export class AnswerCache {
  readonly #kept = new LRUCache<string, Kept & { size: number }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ size }) => size,
  })
  readonly #inMaking = new Map<string, Promise<Answer>>()

  /** The kept answer if it is of this version and the clock has not overtaken it; else a new one, made only once. */
  get(key: string, version: string, now: number, make: () => Promise<Made>): Promise<Answer> {
    const kept = this.#kept.get(key)
    if (kept?.version === version && (kept.changesAt === null || now < kept.changesAt)) return kept.answer

    const makingKey = `${version} ${key}`
    const inMaking = this.#inMaking.get(makingKey)
    if (inMaking) return inMaking
    const making = make()
      .then((made) => {
        const answer = new Answer(made)
        this.#kept.set(key, {
          version,
          answer: Promise.resolve(answer),
          changesAt: made.changesAt,
          size: answer.size,
        })
        return answer
      })
      .finally(() => this.#inMaking.delete(makingKey))
    this.#inMaking.set(makingKey, making)
    return making
  }
}
