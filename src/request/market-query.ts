import { type Instant, instantFromMs, msOf } from '../market/calendar.ts'
import type { Moment } from '../reports/moment.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { type Cursors, type ListName, readCursor, unknownCursor } from './cursor.ts'
import { type Parameters, type Query, readQuery, type ValuesOf } from './parameters.ts'
import { invalidParameter, storeUnavailable } from './problems.ts'

/** The market and the moment of a request. */
export interface MarketQuery {
  readonly market: ServedMarket
  readonly moment: Moment
  /** False when the request sets the moment, so that the clock changes nothing. */
  readonly isLive: boolean
}

/** The market as of a moment, or now. */
export function queryAt(market: ServedMarket, now: Instant, asOf: Instant | undefined): MarketQuery {
  if (asOf !== undefined && asOf > now) {
    throw invalidParameter('asOf', `asOf must not lie in the future; got ${asOf}, and it is ${now}`)
  }
  const moment = { version: market.version, asOf: asOf ?? null, clock: asOf ?? now }
  return { market, moment, isLive: asOf === undefined }
}

/** One page of a walk through a list. */
export interface PageQuery<W extends ListName, P extends Parameters> extends MarketQuery {
  readonly filter: Omit<ValuesOf<P>, keyof WithPaging>
  readonly limit: number
  /** True when the request asked for more items than the maximum, which is served instead. */
  readonly isLimitCapped: boolean
  readonly after: Cursors[W]['after'] | null
  /** The cursor of the page that follows the item at `after`. */
  next(after: Cursors[W]['after']): Cursors[W]
  readonly ignored: readonly string[]
}

/** The parameters of every paged list. */
export type WithPaging = { cursor: Parameters[string]; limit: Parameters[string]; asOf: Parameters[string] }

/**
 * Reads the query of a page. A cursor carries the filters and pins market version and moment; a filter beside it may only
 * repeat them.
 */
export function pageQuery<W extends ListName, P extends Parameters>(
  walk: W,
  parameters: P & WithPaging,
  query: Readonly<Record<string, unknown>>,
  served: { market: ServedMarket; now: Instant; limits: { standard: number; maximum: number } },
): PageQuery<W, P> {
  const requested = readQuery(parameters, query)
  const cursor =
    requested.values.cursor === undefined ? null : readCursor(walk, String(requested.values.cursor))
  const filterText = cursor ? cursor.filter : filterOf(parameters, query)
  const { values } = cursor ? readQuery(parameters, filterText) : requested
  if (cursor) refuseOtherFilters(requested, values)
  if (cursor && cursor.limit > served.limits.maximum) throw unknownCursor()

  const asOf = values.asOf as Instant | undefined
  const marketQuery = cursor ? pinned(served, cursor, asOf ?? null) : queryAt(served.market, served.now, asOf)
  const { standard, maximum } = served.limits
  const requestedLimit = Number(requested.values.limit ?? cursor?.limit ?? standard)
  const limit = Math.min(requestedLimit, maximum)
  return {
    ...marketQuery,
    filter: withoutPaging<P>(values as ValuesOf<P>),
    limit,
    isLimitCapped: requestedLimit > maximum,
    after: cursor?.after ?? null,
    next: (after) =>
      ({
        walk,
        filter: filterText,
        limit,
        demo: marketQuery.market.demo,
        version: marketQuery.moment.version,
        clock: marketQuery.moment.clock,
        after,
      }) as Cursors[W],
    ignored: requested.ignored,
  }
}

/** The filters as text, a repeated one in its form with commas. */
function filterOf(parameters: Parameters, query: Readonly<Record<string, unknown>>): Record<string, string> {
  const names = Object.keys(parameters).filter(
    (name) => name !== 'cursor' && name !== 'limit' && name in query,
  )
  return Object.fromEntries(names.map((name) => [name, String(query[name])]))
}

function refuseOtherFilters(requested: Query<Parameters>, carried: ValuesOf<Parameters>): void {
  for (const [name, value] of Object.entries(requested.values)) {
    if (name === 'cursor' || name === 'limit') continue
    if (JSON.stringify(value) === JSON.stringify(carried[name])) continue
    throw invalidParameter(
      name,
      `${name} cannot be changed in the middle of a walk: the cursor carries the filters; leave ${name} out, or start again without the cursor`,
    )
  }
}

/** Clocks of processes behind one address may differ. */
const CLOCK_SKEW_MS = 60_000

function pinned(
  { market, now }: { market: ServedMarket; now: Instant },
  cursor: Cursors[ListName],
  asOf: Instant | null,
): MarketQuery {
  const latest = instantFromMs(msOf(now) + CLOCK_SKEW_MS)
  if (cursor.clock > latest || (asOf !== null && asOf > latest)) throw unknownCursor()
  if (cursor.demo === market.demo && cursor.version > market.version && market.isUnavailable)
    throw storeUnavailable()
  if (cursor.demo !== market.demo || cursor.version > market.version) {
    throw invalidParameter(
      'cursor',
      'cursor belongs to a market that no longer exists; leave it out to start again',
    )
  }
  return { market, moment: { version: cursor.version, asOf, clock: cursor.clock }, isLive: false }
}

function withoutPaging<P extends Parameters>(values: ValuesOf<P>): Omit<ValuesOf<P>, keyof WithPaging> {
  const { cursor, limit, asOf, ...filter } = values
  return filter
}

/** Refuses a range that ends before it begins: it is always empty, which cannot be meant. */
export function refuseEmptyRange({ from, to }: { from?: string; to?: string }): void {
  if (from !== undefined && to !== undefined && from > to) {
    throw invalidParameter('from', `from must not lie after to; got from ${from} and to ${to}`)
  }
}
