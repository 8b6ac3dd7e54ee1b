import { DAY_MS, type Instant, instantFromMs, msOf } from '../market/calendar.ts'
import { PUBLISHERS, type Publisher, publisherOf } from '../market/facts/publisher.ts'
import { quoteCounts } from '../store/quotes/quote-counts.ts'
import type { Moment } from './moment.ts'
import type { SourceStatus } from './schemas/sources.ts'
import type { ServedMarket } from './served-market.ts'
import { type SourceChoice, sourceReports } from './sources.ts'

/** Somebody whose words this market holds or may hold. */
export interface PublisherReport extends Publisher {
  /** What can be read of them. */
  readonly sources: readonly SourceStatus[]
  /** How many quotes of the grey market they gave in the last days. */
  readonly quotes: number
  readonly lastQuote: Instant | null
}

export const QUOTES_COUNTED_DAYS = 30

/** Everyone who is known, read or quoted, by rank. */
export async function publisherReports(
  market: ServedMarket,
  choice: SourceChoice,
  moment: Moment,
): Promise<PublisherReport[]> {
  const reports = await sourceReports(market.own, choice, moment)
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
