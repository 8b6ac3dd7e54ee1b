import type { Instant } from '../market/calendar.ts'
import { type NamedMoment, parseNamedMoment, pastMomentOf } from '../market/named-moment.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { versionOfCursor } from './cursor.ts'
import { type MarketQuery, queryAt, refuseEmptyRange } from './market-query.ts'
import { type Parameters, readQuery, type ValuesOf } from './parameters.ts'

/** A version of the market as named by a client. */
export type NamedVersion = Pick<ServedMarket, 'demo' | 'version'>

export interface ServedMarkets {
  readonly now: () => Instant
  readonly market: () => ServedMarket
  /** The market with all facts recorded up to a moment. */
  readonly catchUp: (moment: Instant) => Promise<ServedMarket>
  /** The market once it has a version that another process may serve already; as it is after 2 seconds. */
  readonly reach: (named: NamedVersion) => Promise<ServedMarket>
}

/**
 * A market, and the time before it was read.
 *
 * An answer about a past moment must not change, so it needs every round up to then, not only those of the last poll. A
 * cursor may come from a process that has seen a later version.
 */
export async function marketFor(
  markets: ServedMarkets,
  { asOf, cursor }: Readonly<Record<string, unknown>>,
): Promise<{ readonly market: ServedMarket; readonly now: Instant }> {
  const now = markets.now()
  const named = typeof asOf === 'string' ? parseNamedMoment(asOf) : undefined
  const moment = named && pastMomentOf(named, now)
  const walk = typeof cursor === 'string' ? versionOfCursor(cursor) : undefined
  const market = walk ? await markets.reach(walk) : markets.market()
  return { market: moment === undefined || moment === 'now' ? market : await markets.catchUp(moment), now }
}

/** Reads a request about the market at one moment: that of its parameter `asOf`, or now. */
export async function momentQuery<P extends Parameters>(
  markets: ServedMarkets,
  parameters: P,
  fields: Readonly<Record<string, unknown>>,
) {
  const { market, now } = await marketFor(markets, fields)
  const { values, ignored } = readQuery(parameters, fields)
  const { asOf, ...filter } = values as ValuesOf<P> & { readonly asOf?: NamedMoment }
  refuseEmptyRange(filter)
  return { query: queryAt(market, now, asOf), filter, ignored }
}

/** The cache key of an answer within a market version. The present clock is not part of it: answers have a lifetime. */
export const answerKey = (
  name: string,
  { moment: { asOf, clock }, isPresent, endsAtMidnight }: MarketQuery,
  parts: readonly unknown[],
): string => JSON.stringify([name, isPresent ? (endsAtMidnight ? 'today' : null) : [asOf, clock], ...parts])
