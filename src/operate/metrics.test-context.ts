import type { ServedMarket } from '../reports/served-market.ts'
import type { ScrapeContext } from './metrics.ts'

/** A scrape of a service without a problem in version 7, whose newest fact is 30 seconds old. */
export const SCRAPE: ScrapeContext = {
  version: '0.1.0',
  market: { demo: false, version: 7, committed: '2026-01-15T05:59:30.000Z' } as ServedMarket,
  state: { outage: null, lag: null },
  sources: null,
  figures: null,
  now: '2026-01-15T06:00:00.000Z',
}
