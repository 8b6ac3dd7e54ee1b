import { Histogram, type Registry } from 'prom-client'

/** Upper bounds in seconds, from an answer out of memory to a timeout. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The library reads these of each value of a histogram. */
const UNSHARED = { sharedLabels: {} }

class RouteDurations {
  /** The number of requests per bucket (not cumulative); the last is for those above all bounds. */
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
 * A prom-client histogram with its own counters per route. The library looks labels up as text on each observation, which
 * takes longer than all other counting of a request; here the text is built only when metrics are read.
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

  /** Returns the counters of a route. Callers hold on to them. */
  of(route: string): RouteDurations {
    const durations = this.#routes.get(route) ?? new RouteDurations()
    this.#routes.set(route, durations)
    return durations
  }

  /** Called by the registry when metrics are read. */
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
        ...UNSHARED,
      }
    })
    return [
      ...buckets,
      { metricName: `${this.#name}_sum`, value: sum, labels: { route }, ...UNSHARED },
      { metricName: `${this.#name}_count`, value: count, labels: { route }, ...UNSHARED },
    ]
  }
}
