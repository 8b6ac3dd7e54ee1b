import type { Instant } from '../market/calendar.ts'
import type { SourceStatus } from '../reports/schemas/sources.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import type { ServiceState, StoreFigures } from './service-state.ts'

/** The state of a service without a problem in version 7, whose newest fact is 30 seconds old. */
export const STATE: ServiceState = {
  version: '0.1.0',
  market: { demo: false, version: 7, committed: '2026-01-15T05:59:30.000Z' } as ServedMarket,
  state: { outage: null, lag: null },
  sources: null,
  figures: null,
  now: '2026-01-15T06:00:00.000Z',
}

export const NO_FIGURES: StoreFigures = {
  ...{ bytes: null, diskFreeBytes: null, isDiskFull: null, refusalsWaiting: null, lastBackup: null },
  ...{ alertsWaiting: null, upstreamRequests: null },
}

/** A source that was last read, and last had news, at a moment. */
export const sourceIn = (
  id: string,
  state: SourceStatus['state'],
  lastRead: Instant | null,
): SourceStatus => ({
  ...{ id, state, source: id, owner: id, cadence: 'every day', url: 'https://www.example.com/' },
  ...{ lastSuccess: lastRead, lastChange: lastRead, roundsMissed: 0, rowsUsual: 1, rowsLast: 1 },
  ...{ fault: null, faultSince: null, faultDetail: null },
})
