import { type Day, istDay } from '../../market/calendar.ts'
import { asciiUpper } from '../../market/text-order.ts'
import type { DealCursor, DealFilter } from '../../reports/deals/deals.ts'
import { unknownCursor, writeCursor } from '../../request/cursor.ts'
import { DEAL_PARAMETERS } from '../../request/market-parameters.ts'
import { refuseEmptyRange, type ServedMarkets } from '../../request/market-query.ts'
import { type PageQuery, pageQuery } from '../../request/page-query.ts'
import { limit, MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from '../../request/parameters.ts'
import { BASE } from '../../request/paths.ts'
import { invalidParameter } from '../../request/problems.ts'
import { addressOf } from '../address.ts'

/** One page of the same sequence, with the same cursors, as the JSON endpoint. */
export interface DealsWalk extends PageQuery<'deals', typeof DEAL_PARAMETERS> {
  /** The address of the first page. */
  readonly first: string
}

const DEALS_A_PAGE = 50
const PARAMETERS = { ...DEAL_PARAMETERS, limit: limit(DEALS_A_PAGE, DEAL_PARAMETERS.limit.maximum) }

type Fields = Readonly<Record<string, unknown>>

/**
 * Parses the query. The clock does not change a list of deals, so cursors of the present contain the time of the last commit and
 * all processes build the same page.
 */
export async function dealsWalk(markets: ServedMarkets, query: Fields): Promise<DealsWalk> {
  const { limit: _limit, ...fields } = query
  const walk = await pageQuery(markets, 'deals', PARAMETERS, fields)
  refuseEmptyRange(walk.filter)
  refuseFuture(walk.filter, istDay(markets.now()))
  const first = dealsAddress(walk.filter)
  return walk.isPresent
    ? { ...walk, first, next: (after) => ({ ...walk.next(after), clock: walk.market.committed }) }
    : { ...walk, first }
}

/** All deals with one value of a filter: the totals of such a page include every deal, so it has no other filter. */
const walkThroughAllOf =
  (name: 'symbol' | 'clientName', addressOfAll: (value: string) => string) =>
  async (markets: ServedMarkets, { [name]: value, cursor, asOf }: Fields): Promise<DealsWalk> => {
    const walk = await dealsWalk(markets, {
      [name]: value,
      ...(cursor !== undefined && { cursor }),
      ...(asOf !== undefined && { asOf }),
    })
    if (Object.keys(walk.filter).length > 1) throw unknownCursor()
    return { ...walk, first: addressOfAll(String(walk.filter[name])) }
  }

export const symbolWalk = walkThroughAllOf('symbol', (symbol) => symbolAddress(symbol))
export const clientWalk = walkThroughAllOf('clientName', (name) => clientAddress(name))

/** No deal is known before its day, so a future day is a mistake. */
function refuseFuture(filter: DealFilter, today: Day): void {
  for (const name of ['from', 'to'] as const) {
    const day = filter[name]
    if (day === undefined || day <= today) continue
    throw invalidParameter(name, `${name} must not lie in the future; got ${day}, and today is ${today}`)
  }
}

/** The address of the list of all deals that match these filters. */
export const dealsAddress = (filter: DealFilter): string => addressOf('/deals', { ...filter })

/** Browsers read a path segment of one or two dots as a relative path. */
export const symbolAddress = (symbol: string): string =>
  /^\.\.?$/.test(symbol) ? dealsAddress({ symbol }) : `/deals/${encodeURIComponent(asciiUpper(symbol))}`

/** The page of the client with exactly this name. A name that no path can contain is a filter of the list. */
export function clientAddress(name: string): string {
  if (name.length > MAX_NAME_LENGTH) return clientSearchAddress(name)
  return /^\.\.?$/.test(name)
    ? dealsAddress({ clientName: name })
    : `/deals/clients/${encodeURIComponent(name)}`
}

/** Deals of clients whose names contain this one, or its beginning, which must not end in half a surrogate pair. */
export const clientSearchAddress = (name: string): string =>
  dealsAddress({ client: name.slice(0, MAX_TEXT_LENGTH).replace(/[\uD800-\uDBFF]$/, '') })

/** The address of the page after this deal. The cursor contains the filters. */
export const pageAfter = (
  walk: DealsWalk,
  after: DealCursor,
  path = walk.first.split('?', 1)[0] ?? '',
): string => addressOf(path, { cursor: writeCursor(walk.next(after)) })

/** The addresses of this page and of the same rows as JSON. */
export function addressesOf(walk: DealsWalk): { path: string; json: string } {
  const { filter, limit, after, first } = walk
  const json = `${BASE}/deals`
  return after === null
    ? { path: first, json: addressOf(json, { ...filter, limit }) }
    : { path: pageAfter(walk, after), json: pageAfter(walk, after, json) }
}
