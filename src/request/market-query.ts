import { type Instant, instantFromMs, istDay, msOf } from '../market/calendar.ts'
import { type NamedMoment, pastMomentOf } from '../market/named-moment.ts'
import type { Moment } from '../reports/moment.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { type Cursors, type ListName, readCursor, unknownCursor } from './cursor.ts'
import { type Parameters, type Query, readQuery, type ValuesOf } from './parameters.ts'
import { invalidParameter, type Problem, storeUnavailable } from './problems.ts'

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

export const futureMoment = (name: string, { instant, day }: NamedMoment, now: Instant): Problem =>
  invalidParameter(
    name,
    instant === undefined
      ? `${name} must not lie in the future; got ${day}, and it is ${istDay(now)} in India`
      : `${name} must not lie in the future; got ${instant}, and it is ${now}`,
  )

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
  const { values } = cursor ? readQuery(parameters, cursor.filter) : requested
  if (cursor) refuseOtherFilters(requested, values, { walk: cursor.clock, now: served.now })
  if (cursor && cursor.limit > served.limits.maximum) throw unknownCursor()

  const { cursor: _cursor, limit: _limit, asOf: named, ...filter } = values as ValuesOf<P & WithPaging>
  const asOf = named as NamedMoment | undefined
  const marketQuery = cursor ? pinned(served, cursor, asOf) : queryAt(served.market, served.now, asOf)
  const filterText = cursor ? cursor.filter : filterOf(parameters, query, marketQuery.moment.asOf)
  const { standard, maximum } = served.limits
  const requestedLimit = Number(requested.values.limit ?? cursor?.limit ?? standard)
  const limit = Math.min(requestedLimit, maximum)
  return {
    ...marketQuery,
    filter,
    limit,
    headers: requestedLimit > maximum ? { 'X-Limit': String(maximum) } : {},
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
  requested: Query<Parameters>,
  carried: ValuesOf<Parameters>,
  clock: { walk: Instant; now: Instant },
): void {
  for (const [name, value] of Object.entries(requested.values)) {
    if (name === 'cursor' || name === 'limit') continue
    const isSame =
      name === 'asOf'
        ? isSameMoment(value as NamedMoment, carried.asOf as NamedMoment | undefined, clock)
        : JSON.stringify(value) === JSON.stringify(carried[name])
    if (isSame) continue
    throw invalidParameter(
      name,
      `${name} cannot be changed in the middle of a walk: the cursor carries the filters; leave ${name} out, or start again without the cursor`,
    )
  }
}

/** True for the moment of a walk in any form. A walk through the present may have begun with the day that was the current one then. */
const isSameMoment = (
  requested: NamedMoment,
  carried: NamedMoment | undefined,
  clock: { walk: Instant; now: Instant },
): boolean =>
  carried
    ? pastMomentOf(requested, clock.now) === carried.instant
    : pastMomentOf(requested, clock.walk) === 'now'

const CLOCK_SKEW_MS = 60_000

/** The latest time of another process: clocks behind one address may differ. */
export const latestClock = (now: Instant): Instant => instantFromMs(msOf(now) + CLOCK_SKEW_MS)

function pinned(
  { market, now }: { market: ServedMarket; now: Instant },
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

/** Refuses a range that ends before it begins: it is always empty, which cannot be meant. */
export function refuseEmptyRange({ from, to }: { from?: string; to?: string }): void {
  if (from !== undefined && to !== undefined && from > to) {
    throw invalidParameter('from', `from must not lie after to; got from ${from} and to ${to}`)
  }
}
