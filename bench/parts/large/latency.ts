import type { Figure, Goal } from '../../figure.ts'
import { percentile } from '../../ratio.ts'

/** The latencies of all requests of a round, in milliseconds. */
export interface Latencies {
  readonly ours: number[]
  readonly theirs: number[]
}

type SendRequest = (n: number) => Promise<{ readonly ms: number }>

/** Sends requests to both alternately, so that other work of the machine affects both alike. */
export async function interleaved(
  requests: number,
  ours: SendRequest,
  theirs: SendRequest,
): Promise<Latencies> {
  const latencies: Latencies = { ours: [], theirs: [] }
  const ask = async (side: keyof Latencies, n: number) =>
    latencies[side].push((await (side === 'ours' ? ours(n) : theirs(n))).ms)
  for (let n = 0; n < requests; n++) {
    const [first, second] = n % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const)
    await ask(first, n)
    await ask(second, n)
  }
  return latencies
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
      rounds: rounds.map(({ ours, theirs }) => ({
        ours: percentile(ours, share),
        theirs: percentile(theirs, share),
      })),
    }))
  }

  /** The median latencies, for the notes. */
  medians(): string {
    const each = [...this.#rounds].map(([work, rounds]) => {
      const middle = (side: keyof Latencies) =>
        percentile(
          rounds.flatMap((round) => round[side]),
          0.5,
        ).toFixed(2)
      return `${work} ${middle('ours')} and ${middle('theirs')}`
    })
    return `Median latency in ms: ${each.join('; ')}.`
  }
}
