import type { Bench, Figure, Goal } from '../../figure.ts'
import { percentile } from '../../ratio.ts'
import { monotonicMs } from '../../run/control/disturbance.ts'
import { keptOf, type Timed } from '../../run/control/kept-requests.ts'

/** The latencies of the requests of a round that count, in milliseconds. */
export interface Latencies {
  readonly ours: readonly number[]
  readonly theirs: readonly number[]
  readonly isDisturbed: boolean
}

type SendRequest = (n: number) => Promise<{ readonly ms: number }>

/** The same request to both, one after the other. */
interface Pair extends Timed {
  readonly ours: number
  readonly theirs: number
}

/**
 * Sends requests to both alternately, so that other work of the machine affects both alike. What a disturbance touches
 * counts on neither side.
 */
export async function interleaved(
  bench: Pick<Bench, 'control' | 'isByCpu'>,
  requests: number,
  ours: SendRequest,
  theirs: SendRequest,
): Promise<Latencies> {
  const { kept, isDisturbed } = await keptOf(bench, async () => {
    const pairs: Pair[] = []
    for (let n = 0; n < requests; n++) {
      const from = monotonicMs()
      const first = await (n % 2 === 0 ? ours : theirs)(n)
      const second = await (n % 2 === 0 ? theirs : ours)(n)
      const [a, b] = n % 2 === 0 ? [first, second] : [second, first]
      pairs.push({ from, to: monotonicMs(), ours: a.ms, theirs: b.ms })
    }
    return pairs
  })
  return { ours: kept.map((pair) => pair.ours), theirs: kept.map((pair) => pair.theirs), isDisturbed }
}

/** Collects the latencies of several kinds of requests over all rounds. */
export class LatencyFigures {
  readonly #rounds = new Map<string, Latencies[]>()

  add(work: string, latencies: Latencies): void {
    this.#rounds.set(work, [...(this.#rounds.get(work) ?? []), latencies])
  }

  figures(against: string, share: number, goal: Goal): Figure[] {
    return [...this.#rounds].map(([work, rounds]) => ({
      work,
      against,
      unit: `ms p${share * 100}`,
      goal,
      rounds: rounds.map(({ ours, theirs, isDisturbed }) => ({
        ours: percentile(ours, share),
        theirs: percentile(theirs, share),
        isDisturbed,
      })),
    }))
  }

  /** The median latencies, for the notes. */
  medians(): string {
    const each = [...this.#rounds].map(([work, rounds]) => {
      const middle = (side: 'ours' | 'theirs') =>
        percentile(
          rounds.flatMap((round) => round[side]),
          0.5,
        ).toFixed(2)
      return `${work} ${middle('ours')} and ${middle('theirs')}`
    })
    return `Median latency in ms: ${each.join('; ')}.`
  }
}
