import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import { asciiUpper } from '../../market/text-order.ts'
import type { DealCursor, DealFilter } from '../../reports/deals/deals.ts'
import type { ServedMarket } from '../../reports/served-market.ts'
import { unknownCursor, writeCursor } from '../../request/cursor.ts'
import { DEAL_PARAMETERS, DEALS_LIMIT } from '../../request/market-parameters.ts'
import { type PageQuery, pageQuery, refuseEmptyRange } from '../../request/market-query.ts'
import { MAX_TEXT_LENGTH } from '../../request/parameters.ts'
import { BASE } from '../../request/paths.ts'
import { invalidParameter } from '../../request/problems.ts'
import { addressOf } from '../address.ts'

/** One page of the same walk that the JSON endpoint makes, with the same cursors. */
export type DealsWalk = PageQuery<'deals', typeof DEAL_PARAMETERS>

const DEALS_A_PAGE = 50
const LIMITS = { standard: DEALS_A_PAGE, maximum: DEALS_LIMIT.maximum }

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads what is asked for. The clock does not change a list of deals, so cursors name the moment of the last commit: all
 * processes then make the same page. A page is always of the present, so that `asOf` means nothing to it.
 */
export function dealsWalk(given: Fields, market: ServedMarket, now: Instant): DealsWalk {
  const { asOf, limit, ...fields } = given
  const walk = pageQuery('deals', DEAL_PARAMETERS, fields, { market, now, limits: LIMITS })
  if (walk.moment.asOf !== null) throw unknownCursor()
  refuseEmptyRange(walk.filter)
  refuseFuture(walk.filter, istDay(now))
  return walk.isLive ? { ...walk, next: (after) => ({ ...walk.next(after), clock: market.committed }) } : walk
}

/** All deals of a symbol: its chart and its totals would not fit fewer. */
export function symbolWalk(given: Fields, market: ServedMarket, now: Instant): DealsWalk {
  const { symbol, cursor } = given
  const walk = dealsWalk({ symbol, ...(cursor !== undefined && { cursor }) }, market, now)
  if (Object.keys(walk.filter).length > 1) throw unknownCursor()
  return walk
}

/** No deal is known before its day; who asks for one mistyped. */
function refuseFuture(filter: DealFilter, today: Day): void {
  for (const name of ['from', 'to'] as const) {
    const day = filter[name]
    if (day === undefined || day <= today) continue
    throw invalidParameter(name, `${name} must not lie in the future; got ${day}, and today is ${today}`)
  }
}

/** The list of all deals that meet these filters. */
export const dealsAddress = (filter: DealFilter): string => addressOf('/deals', { ...filter })

/** Browsers would read a part of one or two dots as the way up. */
export const symbolAddress = (symbol: string): string =>
  /^\.\.?$/.test(symbol) ? dealsAddress({ symbol }) : `/deals/${encodeURIComponent(asciiUpper(symbol))}`

/** A longer name is asked for by its beginning, which must not end in half a character. */
export const clientAddress = (name: string): string =>
  dealsAddress({ client: name.slice(0, MAX_TEXT_LENGTH).replace(/[\uD800-\uDBFF]$/, '') })

/** The page of a walk that follows this deal. The cursor carries the filters. */
export const pageAfter = (path: string, walk: DealsWalk, after: DealCursor): string =>
  addressOf(path, { cursor: writeCursor(walk.next(after)) })

/** The address of this page, and of the same rows as JSON. */
export const addressesOf = (
  path: string,
  ownFilter: DealFilter,
  walk: DealsWalk,
): { path: string; json: string } => {
  const json = `${BASE}/deals`
  if (walk.after !== null)
    return { path: pageAfter(path, walk, walk.after), json: pageAfter(json, walk, walk.after) }
  return {
    path: addressOf(path, { ...ownFilter }),
    json: addressOf(json, { ...walk.filter, limit: walk.limit }),
  }
}
