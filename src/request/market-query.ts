import { type Instant, instantFromMs, istDay, msOf } from '../market/calendar.ts'
import { beginningOf, type NamedMoment, pastMomentOf } from '../market/named-moment.ts'
import type { Moment } from '../reports/moment.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { type Parameters, readQuery, type ValuesOf } from './parameters.ts'
import { invalidParameter, type Problem } from './problems.ts'

/** A version of the market as named by a client. */
export type NamedVersion = Pick<ServedMarket, 'demo' | 'version'>

export interface ServedMarkets {
  readonly now: () => Instant
  readonly market: () => ServedMarket
  /** The market with all facts recorded up to a moment. */
  readonly catchUp: (moment: Instant) => Promise<ServedMarket>
  /** The market once it has a version that another process may serve already; as it is if there is none, or after 2 seconds. */
  readonly reach: (named: NamedVersion) => Promise<ServedMarket>
}

/** What a request names, of which the market must have every round. */
interface NamedInRequest {
  /** An answer about a past moment must not change, so it needs every round up to then, not only those of the last poll. */
  readonly asOf?: NamedMoment | undefined
  /** A cursor or a position may come from a process that has seen a later version. */
  readonly cursor?: NamedVersion | undefined
  readonly since?: NamedVersion | NamedMoment | 'nothing' | undefined
}

/** The market that a request needs, and the time before it was read. */
export async function marketFor(
  markets: ServedMarkets,
  { asOf, cursor, since = 'nothing' }: NamedInRequest,
): Promise<{ readonly market: ServedMarket; readonly now: Instant }> {
  const now = markets.now()
  const past = asOf && pastMomentOf(asOf, now)
  let market = markets.market()
  if (since !== 'nothing')
    market = await ('version' in since ? markets.reach(since) : marketSince(markets, beginningOf(since)))
  if (cursor) market = await markets.reach(cursor)
  if (past !== undefined && past !== 'now') market = await markets.catchUp(past)
  return { market, now }
}

/** The newest market with every round up to a moment. Within the time that a round took, the one of that moment is earlier. */
async function marketSince(markets: ServedMarkets, moment: Instant): Promise<ServedMarket> {
  const caughtUp = await markets.catchUp(moment)
  const market = markets.market()
  return caughtUp.isUnavailable || caughtUp.version > market.version ? caughtUp : market
}

/** The market and the moment of a request. */
export interface MarketQuery {
  readonly market: ServedMarket
  readonly moment: Moment
  /** False when the request sets the moment, so that the clock changes nothing. */
  readonly isPresent: boolean
  /** True for a present answer as of the current day, which means another moment from midnight in India on. */
  readonly endsAtMidnight: boolean
}

/** The market as of a moment, or now. */
export function queryAt(market: ServedMarket, now: Instant, asOf?: NamedMoment): MarketQuery {
  const asked = asOf && pastMomentOf(asOf, now)
  if (asOf && asked === undefined) throw futureMoment('asOf', asOf, now)
  const past = asked === 'now' ? undefined : asked
  const moment = { version: market.version, asOf: past ?? null, clock: past ?? now }
  return { market, moment, isPresent: past === undefined, endsAtMidnight: asked === 'now' }
}

/** Reads a request about the market at one moment: that of its parameter `asOf`, or now. */
export async function momentQuery<P extends Parameters>(
  markets: ServedMarkets,
  parameters: P,
  fields: Readonly<Record<string, unknown>>,
) {
  const { values, ignored } = readQuery(parameters, fields)
  const { asOf, ...filter } = values as ValuesOf<P> & { readonly asOf?: NamedMoment }
  refuseEmptyRange(filter)
  const { market, now } = await marketFor(markets, { asOf })
  return { query: queryAt(market, now, asOf), filter, ignored }
}

/** The cache key of an answer within a market version. The present clock is not part of it: answers have a lifetime. */
export const answerKey = (
  name: string,
  { moment: { asOf, clock }, isPresent, endsAtMidnight }: MarketQuery,
  parts: readonly unknown[],
): string => JSON.stringify([name, isPresent ? (endsAtMidnight ? 'today' : null) : [asOf, clock], ...parts])

export const futureMoment = (name: string, { instant, day }: NamedMoment, now: Instant): Problem =>
  invalidParameter(
    name,
    instant === undefined
      ? `${name} must not lie in the future; got ${day}, and it is ${istDay(now)} in India`
      : `${name} must not lie in the future; got ${instant}, and it is ${now}`,
  )

const CLOCK_SKEW_MS = 60_000

/** The latest time of another process: clocks behind one address may differ. */
export const latestClock = (now: Instant): Instant => instantFromMs(msOf(now) + CLOCK_SKEW_MS)

/** Refuses a range that ends before it begins: it is always empty, which cannot be meant. */
export function refuseEmptyRange({ from, to }: { from?: string; to?: string }): void {
  if (from !== undefined && to !== undefined && from > to) {
    throw invalidParameter('from', `from must not lie after to; got from ${from} and to ${to}`)
  }
}
