import type { Instant } from '../market/calendar.ts'
import { type NamedMoment, pastMomentOf } from '../market/named-moment.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { type Cursors, type ListName, readCursor, unknownCursor } from './cursor.ts'
import { latestClock, type MarketQuery, marketFor, queryAt, type ServedMarkets } from './market-query.ts'
import { type Limit, type Parameter, type Parameters, readQuery, type ValuesOf } from './parameters.ts'
import type { Since } from './position.ts'
import { invalidParameter, storeUnavailable } from './problems.ts'

/** One page of a walk through a list. */
export interface PageQuery<W extends ListName, P extends Parameters> extends MarketQuery {
  readonly filter: Omit<ValuesOf<P>, keyof WithPaging>
  readonly limit: number
  /** Name the maximum when the request asked for more items, since it is served instead. */
  readonly headers: Readonly<Record<string, string>>
  readonly after: Cursors[W]['after'] | null
  /** The cursor of the page that follows the item at `after`. */
  next(after: Cursors[W]['after']): Cursors[W]
  readonly ignored: readonly string[]
}

/** The parameters of every paged list. */
export type WithPaging = { cursor: Parameter<string>; limit: Limit; asOf: Parameter<NamedMoment> }

/**
 * Reads the query of a page. A cursor carries the filters and pins market version and moment; a filter beside it may only
 * repeat them.
 */
export async function pageQuery<W extends ListName, P extends Parameters>(
  markets: ServedMarkets,
  walk: W,
  parameters: P & WithPaging,
  fields: Readonly<Record<string, unknown>>,
): Promise<PageQuery<W, P>> {
  const { standard, maximum } = parameters.limit
  const requested = readQuery(parameters, fields)
  const given = requested.values as { cursor?: string; limit?: number; asOf?: NamedMoment; since?: Since }
  const cursor = given.cursor === undefined ? undefined : readCursor(walk, given.cursor)
  const { values } = cursor ? readQuery(parameters, cursor.filter) : requested
  const { market, now } = await marketFor(markets, { ...given, cursor })
  if (cursor) refuseOtherFilters(requested.values, values, cursor.clock, now)
  if (cursor && cursor.limit > maximum) throw unknownCursor()

  const { cursor: _cursor, limit: _limit, asOf: named, ...filter } = values as ValuesOf<P & WithPaging>
  const asOf = named as NamedMoment | undefined
  const query = cursor ? pinned(market, now, cursor, asOf) : queryAt(market, now, asOf)
  const { version, clock } = query.moment
  const requestedLimit = given.limit ?? cursor?.limit ?? standard
  const limit = Math.min(requestedLimit, maximum)
  const walked = {
    walk,
    filter: cursor?.filter ?? filterOf(parameters, fields, query.moment.asOf),
    limit,
    demo: market.demo,
    version,
    clock,
  }
  return {
    ...query,
    filter,
    limit,
    headers: requestedLimit > maximum ? { 'X-Limit': String(maximum) } : {},
    after: cursor?.after ?? null,
    next: (after) => ({ ...walked, after }) as Cursors[W],
    ignored: requested.ignored,
  }
}

/** The filters as text: a repeated one in its form with commas, a day as the moment that it means. */
function filterOf(
  parameters: Parameters,
  query: Readonly<Record<string, unknown>>,
  asOf: Instant | null,
): Record<string, string> {
  const names = Object.keys(parameters).filter(
    (name) => !['cursor', 'limit', 'asOf'].includes(name) && name in query,
  )
  const texts = Object.fromEntries(names.map((name) => [name, String(query[name])]))
  return asOf === null ? texts : { ...texts, asOf }
}

function refuseOtherFilters(
  requested: ValuesOf<Parameters>,
  carried: ValuesOf<Parameters>,
  begun: Instant,
  now: Instant,
): void {
  // A walk through the present may have begun with the day that was the current one then.
  const momentOf = (asOf: NamedMoment) => pastMomentOf(asOf, carried.asOf ? now : begun)
  const { instant = 'now' } = (carried.asOf ?? {}) as Partial<NamedMoment>
  for (const [name, value] of Object.entries(requested)) {
    if (name === 'cursor' || name === 'limit') continue
    const isSame =
      name === 'asOf'
        ? momentOf(value as NamedMoment) === instant
        : JSON.stringify(value) === JSON.stringify(carried[name])
    if (isSame) continue
    throw invalidParameter(
      name,
      `${name} cannot be changed in the middle of a walk: the cursor carries the filters; leave ${name} out, or start again without the cursor`,
    )
  }
}

function pinned(
  market: ServedMarket,
  now: Instant,
  cursor: Cursors[ListName],
  { instant: asOf, day }: Partial<NamedMoment> = {},
): MarketQuery {
  const latest = latestClock(now)
  if (day !== undefined || cursor.clock > latest || (asOf !== undefined && asOf > latest))
    throw unknownCursor()
  if (cursor.demo === market.demo && cursor.version > market.version && market.isUnavailable)
    throw storeUnavailable()
  if (cursor.demo !== market.demo || cursor.version > market.version) {
    throw invalidParameter(
      'cursor',
      'cursor belongs to a market that no longer exists; leave it out to start again',
    )
  }
  const moment = { version: cursor.version, asOf: asOf ?? null, clock: cursor.clock }
  return { market, moment, isPresent: false, endsAtMidnight: false }
}
