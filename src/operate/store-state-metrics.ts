import { Counter, Gauge, type Registry } from 'prom-client'
import type { StoreState } from './store-state.ts'

export interface StoreStateContext {
  readonly state: () => StoreState
  /** The sources that are not updating; `null` when they are not known yet. */
  readonly stale: () => Promise<readonly unknown[] | null>
}

/** Adds metrics of how well the store can be read, and of its sources. Of several processes, the worst value counts. */
export function registerStoreState(registry: Registry, { state, stale }: StoreStateContext): void {
  const registers = [registry]
  new Counter({
    name: 'greymark_late_commits_total',
    help: 'Commits whose facts have an earlier time than this process had already answered for: a clock is behind',
    aggregator: 'max',
    registers,
    collect() {
      this.reset()
      this.inc(state().lateCommits ?? 0)
    },
  })
  new Gauge({
    name: 'greymark_store_outage',
    help: '1 while the database cannot be read, else 0',
    aggregator: 'max',
    registers,
    collect() {
      this.set(state().outage ? 1 : 0)
    },
  })
  new Gauge({
    name: 'greymark_market_version_lag',
    help: 'Number of versions that the served market is behind the newest one',
    aggregator: 'max',
    registers,
    collect() {
      this.set(state().lag?.versions ?? 0)
    },
  })
  new Gauge({
    name: 'greymark_sources_silent',
    help: 'Collected sources that fail or report nothing new; absent while unknown',
    aggregator: 'max',
    registers,
    async collect() {
      const sources = await stale()
      if (sources) this.set(sources.length)
      else this.remove()
    },
  })
}
