import type { Figure, Goal } from '../../figure.ts'
import { percentile } from '../../ratio.ts'
import { monotonicMs } from '../../run/control/disturbance.ts'
import { type Judging, keptForMedian, keptOf, type Timed } from '../../run/control/kept-requests.ts'

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

/** The requests of a round, whose numbers begin at 0. */
interface Requests {
  readonly count: number
  readonly ours: SendRequest
  readonly theirs: SendRequest
}

/** Latencies for a high percentile. What a disturbance touches counts on neither side. */
export async function interleaved(bench: Judging, requests: Requests): Promise<Latencies> {
  return bySide(await keptOf(bench, () => pairsOf(requests)))
}

/** Latencies for a median. */
export async function interleavedForMedian(bench: Judging, requests: Requests): Promise<Latencies> {
  return bySide(await keptForMedian(bench, () => pairsOf(requests)))
}

/** Sends requests to both alternately, so that other work of the machine affects both alike. */
async function pairsOf({ count, ours, theirs }: Requests): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let n = 0; n < count; n++) {
    const from = monotonicMs()
    const first = await (n % 2 === 0 ? ours : theirs)(n)
    const second = await (n % 2 === 0 ? theirs : ours)(n)
    const [a, b] = n % 2 === 0 ? [first, second] : [second, first]
    pairs.push({ from, to: monotonicMs(), ours: a.ms, theirs: b.ms })
  }
  return pairs
}

const bySide = ({ kept, isDisturbed }: { kept: readonly Pair[]; isDisturbed: boolean }): Latencies => ({
  ours: kept.map((pair) => pair.ours),
  theirs: kept.map((pair) => pair.theirs),
  isDisturbed,
})

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
