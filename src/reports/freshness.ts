import type { Instant } from '../market/calendar.ts'
import { newestFact } from '../store/facts/newest-fact.ts'
import type { Moment } from './moment.ts'
import type { SourceStatus } from './schemas/sources.ts'
import type { ServedMarket } from './served-market.ts'
import { type SourceChoice, sourceReports } from './sources.ts'

/** When a source was last heard. */
export interface LastReadSource {
  readonly source: string
  readonly at: Instant
}

/** A source that is read here and has nothing to say, or cannot be read. */
export interface StaleSource {
  readonly id: string
  readonly source: string
  readonly state: 'failing' | 'quiet'
  /** Since when; `null` when it was never heard. */
  readonly since: Instant | null
}

/** How old the data of every surface is. */
export interface Freshness {
  readonly lastHeard: LastReadSource | null
  readonly silent: readonly StaleSource[]
}

/** When the market was last heard, and from whom: a source that was read without news was heard too. */
export async function freshness(
  market: ServedMarket,
  choice: SourceChoice,
  moment: Moment,
): Promise<Freshness> {
  const fact = await newestFact(market.db, moment)
  const reports = market.demo ? [] : await sourceReports(market.own, choice, moment)
  const heard = [
    ...(fact ? [{ source: fact.source, at: fact.recorded }] : []),
    ...reports.flatMap(({ source, lastSuccess }) => (lastSuccess ? [{ source, at: lastSuccess }] : [])),
  ]
  return {
    lastHeard: heard.reduce<LastReadSource | null>(
      (last, each) => (last && last.at >= each.at ? last : each),
      null,
    ),
    silent: reports.flatMap(staleSource),
  }
}

/** The source as a silent one, if it is. */
export function staleSource({ id, source, state, lastSuccess, lastChange }: SourceStatus): StaleSource[] {
  if (state === 'failing') return [{ id, source, state, since: lastSuccess }]
  if (state === 'quiet') return [{ id, source, state, since: lastChange }]
  return []
}
