import type { StepCursor } from '../reports/changes/changes.ts'
import type { Position } from '../reports/changes/position.ts'
import type { IpoCursor } from '../reports/ipos/ipo-list.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { unknownCursor, writeCursor } from './cursor.ts'
import { type MarketAndTime, marketFor, type ServedMarkets } from './market-at-moment.ts'
import { CHANGE_PARAMETERS, CHANGES_LIMIT } from './market-parameters.ts'
import { type PageQuery, pageQuery } from './market-query.ts'
import {
  positionSince,
  type RequestedPosition,
  readPosition,
  readSince,
  refuseUnknownPosition,
  type Since,
} from './position.ts'

export type ChangesBegin =
  /** The IPOs at the end, after a cursor: changes from nothing. */
  | { readonly from: 'nothing'; readonly after: IpoCursor | null }
  | { readonly from: Position; readonly place: StepCursor | null }
  /** One day before the end. */
  | { readonly from: 'lately' }

/** One page of the changes between two positions. */
export interface ChangesQuery extends Omit<PageQuery<'changes', typeof CHANGE_PARAMETERS>, 'after' | 'next'> {
  readonly begin: ChangesBegin
  /** Where the walk ends; `null` on its first page, which determines it. */
  readonly end: Position | null
  /** The cursor that continues from a place towards an end. */
  cursorTo(end: Position, place: IpoCursor | (Position & { readonly place: StepCursor | null })): string
}

type Query = Readonly<Record<string, unknown>>

export async function marketForChangesQuery(markets: ServedMarkets, query: Query): Promise<MarketAndTime> {
  const from = typeof query.since === 'string' ? readSince(query.since) : undefined
  const { market, now } = await marketFor(markets, query)
  if (from === undefined) return { market, now }
  return { market: await marketReaching({ ...markets, market: () => market }, from), now }
}

/** A position may come from a process that has seen a later version, and the position at a moment needs every round up to it. */
export async function marketReaching(markets: ServedMarkets, since: Since): Promise<ServedMarket> {
  const market = markets.market()
  if (since === 'nothing') return market
  if ('at' in since) return markets.catchUp(since.at)
  return since.version > market.version ? markets.catchUp(null) : market
}

export async function changesQuery(query: Query, { market, now }: MarketAndTime): Promise<ChangesQuery> {
  const served = { market, now, limits: CHANGES_LIMIT }
  const { after, next, ...page } = pageQuery('changes', CHANGE_PARAMETERS, query, served)
  const clock = page.isLive ? now : page.moment.clock
  const since = page.filter.since && (await positionSince(page.filter.since, market, clock))
  if (since !== undefined) refuseUnknownPosition('since', since, market, clock)
  return {
    ...page,
    begin: after === null ? beginAt(since) : beginFrom(after),
    end: after === null ? null : { version: page.moment.version, moment: page.moment.clock },
    cursorTo(end, place) {
      const at =
        'slug' in place
          ? place
          : {
              version: place.version,
              moment: place.moment,
              unit: place.place?.unit ?? null,
              told: place.place?.sent ?? 0,
            }
      return writeCursor({ ...next(at), version: end.version, clock: end.moment })
    },
  }
}

const beginAt = (since: RequestedPosition | undefined): ChangesBegin => {
  if (since === undefined) return { from: 'lately' }
  return since === 'nothing' ? { from: 'nothing', after: null } : { from: since, place: null }
}

type CursorPlace = NonNullable<PageQuery<'changes', typeof CHANGE_PARAMETERS>['after']>

function beginFrom(after: CursorPlace): ChangesBegin {
  if ('slug' in after) return { from: 'nothing', after }
  const { version, moment, unit, told } = after
  if (readPosition(`${version}@${moment}`) === undefined) throw unknownCursor()
  return { from: { version, moment }, place: unit === null ? null : { unit, sent: told } }
}
