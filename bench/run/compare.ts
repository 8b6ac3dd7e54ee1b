import type { Bench, Round } from '../figure.ts'
import type { Loaded, Plan } from './load.ts'
import { Worker } from './processes.ts'

const WARM_UPS = 2

/** A load generator in a process of its own. */
export const startLoad = () => new Worker<Plan, Loaded>('load', 'run/load.ts')

/** Two load generators, one for each side. */
export class Duel {
  readonly #bench: Bench
  readonly #ours = startLoad()
  readonly #theirs = startLoad()

  constructor(bench: Bench) {
    this.#bench = bench
  }

  /**
   * The requests a second of both at the same time on one core, which the operating system shares evenly: the one that
   * needs less time for an answer gives more answers. One after the other would also measure the machine, whose speed
   * may change in a second.
   */
  async rounds(ours: Omit<Plan, 'seconds'>, theirs: Omit<Plan, 'seconds'>): Promise<Round[]> {
    const { rounds, seconds } = this.#bench
    const both = async (): Promise<Round> => {
      const [first, second] = await Promise.all([
        this.#ours.ask({ ...ours, seconds }),
        this.#theirs.ask({ ...theirs, seconds }),
      ])
      return { ours: first.perSecond, theirs: second.perSecond }
    }
    for (let left = WARM_UPS; left > 0; left--) await both()
    return inTurn(rounds, both)
  }
}

/** Does something once for each round. */
export async function inTurn<T>(rounds: number, measure: (round: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let round = 0; round < rounds; round++) results.push(await measure(round))
  return results
}

/** Measures both sides one after the other; each is the first in every other round. */
export async function pair<T>(round: number, ours: () => Promise<T>, theirs: () => Promise<T>) {
  const first = round % 2 === 0 ? await ours() : undefined
  const second = await theirs()
  return { ours: first ?? (await ours()), theirs: second }
}
