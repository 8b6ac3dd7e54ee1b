import type { Instant } from '../market/calendar.ts'
import { parseNamedMoment, pastMomentOf } from '../market/named-moment.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import type { MarketQuery } from './market-query.ts'

export interface ServedMarkets {
  readonly now: () => Instant
  readonly market: () => ServedMarket
  /** The market with all facts recorded up to a moment (`null`: all that is committed). */
  readonly catchUp: (moment: Instant | null) => Promise<ServedMarket>
}

/** A market, and the time before it was read. For an `asOf` it has every fact recorded up to then. */
export interface MarketAndTime {
  readonly market: ServedMarket
  readonly now: Instant
}

/**
 * An answer about a past moment must not change, and a cursor may come from a process that has seen a later version:
 * both need every committed round, not only those of the last poll.
 */
export async function marketFor(
  markets: ServedMarkets,
  { asOf, cursor }: Readonly<Record<string, unknown>>,
): Promise<MarketAndTime> {
  const now = markets.now()
  const named = typeof asOf === 'string' ? parseNamedMoment(asOf) : undefined
  const moment = named && pastMomentOf(named, now)
  if (moment !== undefined && moment !== 'now') return { market: await markets.catchUp(moment), now }
  return { market: cursor === undefined ? markets.market() : await markets.catchUp(null), now }
}

/** The cache key of an answer within a market version. The live clock is not part of it: answers have a lifetime. */
export const answerKey = (
  name: string,
  { moment: { asOf, clock }, isLive, endsAtMidnight }: MarketQuery,
  parts: readonly unknown[],
): string => JSON.stringify([name, isLive ? (endsAtMidnight ? 'today' : null) : [asOf, clock], ...parts])
