import { Histogram, type Registry } from 'prom-client'

/** From an answer out of memory to one that is given up on, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What one route took. */
class RouteDurations {
  /** How many took up to each bound, and no less than the one before; the last is for those beyond all. */
  readonly requests = new Float64Array(BUCKETS.length + 1)
  sum = 0

  add(seconds: number): void {
    let at = 0
    while (seconds > (BUCKETS[at] ?? Number.POSITIVE_INFINITY)) at++
    this.requests[at] = (this.requests[at] ?? 0) + 1
    this.sum += seconds
  }
}

/**
 * The library's histogram, which looks its labels up as text at each observation: that takes longer than all else that is
 * counted of a request. Here the routes keep their own counts, and the text is made when it is asked for.
 */
export class RequestDurations extends Histogram<'route'> {
  readonly #routes = new Map<string, RouteDurations>()
  readonly #name: string
  readonly #help: string

  constructor(name: string, help: string, registry: Registry) {
    super({ name, help, labelNames: ['route'], buckets: BUCKETS, registers: [registry] })
    this.#name = name
    this.#help = help
  }

  /** Counts of a route, to be asked for once. */
  of(route: string): RouteDurations {
    const durations = this.#routes.get(route) ?? new RouteDurations()
    this.#routes.set(route, durations)
    return durations
  }

  /** By this the registry asks for the figures. */
  async getForPromString() {
    const values = [...this.#routes].flatMap(([route, durations]) => this.#valuesOf(route, durations))
    return { name: this.#name, help: this.#help, type: 'histogram', aggregator: 'sum', values }
  }

  #valuesOf(route: string, { requests, sum }: RouteDurations) {
    let count = 0
    const buckets = Array.from(requests, (more, at) => {
      count += more
      return {
        metricName: `${this.#name}_bucket`,
        value: count,
        labels: { le: BUCKETS[at] ?? '+Inf', route },
      }
    })
    const labels = { route }
    return [
      ...buckets,
      { metricName: `${this.#name}_sum`, value: sum, labels },
      { metricName: `${this.#name}_count`, value: count, labels },
    ]
  }
}
