import { type Instant, parseInstant } from '../market/calendar.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import type { MarketQuery } from './market-query.ts'

export interface ServedMarkets {
  readonly now: () => Instant
  readonly market: () => ServedMarket
  /** The market with all that was learned up to a moment (`null`: all that is committed). */
  readonly catchUp: (moment: Instant | null) => Promise<ServedMarket>
}

/** A market, and the clock's time before it was looked at. Asked for as of a moment, it lacks no fact of a time up to then. */
export interface MarketAndTime {
  readonly market: ServedMarket
  readonly now: Instant
}

/**
 * An answer about a moment must stay what it is, and a cursor may come from a process that has seen a later version:
 * both want every round that is committed, not only those of the last look.
 */
export async function marketFor(
  markets: ServedMarkets,
  { asOf, cursor }: Readonly<Record<string, unknown>>,
): Promise<MarketAndTime> {
  const now = markets.now()
  if (typeof asOf === 'string') return { market: await markets.catchUp(parseInstant(asOf) ?? null), now }
  return { market: cursor === undefined ? markets.market() : await markets.catchUp(null), now }
}

/** What tells one answer of a market version from another. The live clock is no part of it: answers know how long they hold. */
export const answerKey = (
  name: string,
  { moment: { asOf, clock }, isLive }: MarketQuery,
  parts: readonly unknown[],
): string => JSON.stringify([name, isLive ? null : [asOf, clock], ...parts])
