import type { Instant } from '../market/calendar.ts'
import { newestFact } from '../store/facts/all-facts.ts'
import type { Moment } from './moment.ts'
import type { SourceStatus } from './schemas/sources.ts'
import type { ServedMarket } from './served-market.ts'
import { type SourceChoice, sourceReports } from './sources.ts'

export interface LastReadSource {
  readonly source: string
  readonly at: Instant
}

/** A source that is read here and has no new data, or cannot be read. */
export interface StaleSource {
  readonly id: string
  readonly source: string
  readonly state: 'failing' | 'quiet'
  /** Since when; `null` when it was never read. */
  readonly since: Instant | null
}

/** How old the data of every surface is. */
export interface Freshness {
  readonly lastRead: LastReadSource | null
  readonly stale: readonly StaleSource[]
}

/** When a source was last read, with or without news, and which sources are stale. */
export async function freshness(
  market: ServedMarket,
  choice: SourceChoice,
  moment: Moment,
): Promise<Freshness> {
  const fact = await newestFact(market.db, moment)
  const reports = market.demo ? [] : await sourceReports(market.userStore, choice, moment)
  const reads = [
    ...(fact ? [{ source: fact.source, at: fact.recorded }] : []),
    ...reports.flatMap(({ source, lastSuccess }) => (lastSuccess ? [{ source, at: lastSuccess }] : [])),
  ]
  return {
    lastRead: reads.reduce<LastReadSource | null>(
      (last, each) => (last && last.at >= each.at ? last : each),
      null,
    ),
    stale: reports.flatMap(staleSource),
  }
}

export function staleSource({ id, source, state, lastSuccess, lastChange }: SourceStatus): StaleSource[] {
  if (state === 'failing') return [{ id, source, state, since: lastSuccess }]
  if (state === 'quiet') return [{ id, source, state, since: lastChange }]
  return []
}
