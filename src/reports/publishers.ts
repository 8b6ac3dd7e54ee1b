import { DAY_MS, type Instant, instantFromMs, msOf } from '../market/calendar.ts'
import { PUBLISHERS, type Publisher, publisherOf } from '../market/facts/publisher.ts'
import { quoteCounts } from '../store/facts/figure-reports.ts'
import type { Moment } from './moment.ts'
import type { SourceStatus } from './schemas/sources.ts'
import type { ServedMarket } from './served-market.ts'
import { type SourceChoice, sourceReports } from './sources.ts'

/** A publisher whose reports this market has or may have. */
export interface PublisherReport extends Publisher {
  readonly sources: readonly SourceStatus[]
  /** Number of its GMP quotes in the last `QUOTES_COUNTED_DAYS`. */
  readonly quotes: number
  readonly lastQuote: Instant | null
}

export const QUOTES_COUNTED_DAYS = 30

/** Every publisher that is known, read or quoted, by rank. */
export async function publisherReports(
  market: ServedMarket,
  choice: SourceChoice,
  moment: Moment,
): Promise<PublisherReport[]> {
  const reports = await sourceReports(market.userStore, choice, moment)
  const since = instantFromMs(msOf(moment.clock) - QUOTES_COUNTED_DAYS * DAY_MS)
  const quotes = new Map((await quoteCounts(market.db, moment, since)).map((count) => [count.source, count]))
  const names = new Set([
    ...PUBLISHERS.map(({ name }) => name),
    ...reports.map(({ source }) => source),
    ...quotes.keys(),
  ])
  return [...names]
    .map((name) => ({
      ...publisherOf(name, market.owners),
      sources: reports.filter(({ source }) => source === name),
      quotes: quotes.get(name)?.quotes ?? 0,
      lastQuote: quotes.get(name)?.last ?? null,
    }))
    .sort((a, b) => a.rank - b.rank)
}
