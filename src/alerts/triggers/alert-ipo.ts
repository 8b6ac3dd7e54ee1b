import { instantFromMs } from '../../market/calendar.ts'
import { type ChangingIpo, viewOfPosition } from '../../reports/changes/listed-states.ts'
import type { Position } from '../../reports/changes/position.ts'
import { type IpoView, ipoViews } from '../../reports/ipos/ipo-view.ts'
import type { MarketData } from '../../reports/market-data.ts'
import type { Moment } from '../../reports/moment.ts'
import { similarIpos } from '../../reports/scores/similar-ipos.ts'
import { headAt, issueBook } from '../../store/issues/issue-book.ts'
import type { AlertIpo } from '../alert.ts'
import { biddingEnds } from './moment-occurrences.ts'

/** Adds what only messages state; reading it takes several queries, so it is done for alerts that fired. */
export async function detailedIpo(
  market: MarketData,
  position: Position,
  number: number,
  item: ChangingIpo,
): Promise<AlertIpo> {
  const moment = { ...viewOfPosition(position), clock: position.moment }
  const ends = biddingEnds(item)
  const closes = ends === null ? null : instantFromMs(ends)
  const isClosed = closes !== null && position.moment >= closes
  const similar =
    item.status === 'LISTED'
      ? null
      : await similarIpos(market, moment, { impliedPct: item.lastGmpPct, closes })
  // What follows is only known of an IPO that was bid for or has listed.
  const isRead = isClosed || item.listing !== null || item.lastSubX !== null
  const view = isRead ? await viewOf(market, moment, number) : undefined
  return {
    ...item,
    biddingEnds: closes,
    lastSubAt: view?.subscription.newest.find(({ category }) => category === 'TOTAL')?.observedAt ?? null,
    chances: view?.chances ?? [],
    similar,
    gmpAtClose: isClosed ? gmpAtClose(view) : null,
    listingGainPct: view?.gainPct ?? null,
  }
}

async function viewOf(market: MarketData, moment: Moment, number: number): Promise<IpoView | undefined> {
  const head = headAt(await issueBook(market.db, moment.version), number, moment)
  const [view] = head ? await ipoViews(market, moment, [head], 'all') : []
  return view
}

function gmpAtClose(view: IpoView | undefined): AlertIpo['gmpAtClose'] {
  const atClose = view?.atClose ?? null
  if (atClose === null || atClose.gmpPct === null) return null
  const { gmp, gmpPct, day, owners, disputed } = atClose
  return { gmp, gmpPct, day, owners, disputed }
}
