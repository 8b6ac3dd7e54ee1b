import { missInRupees } from '../../market/issues/application.ts'
import { paiseFromRupees } from '../../market/money.ts'
import { areEnoughListings } from '../../market/scores/scoreboard.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import type { FullIpo } from '../schemas/ipos.ts'
import type { Range80 } from '../schemas/range.ts'
import { rangeFor } from '../scores/range.ts'
import { scoredAmong, scoreTotals } from '../scores/scoreboard.ts'
import { type SimilarIpos, similarIpos } from '../scores/similar-ipos.ts'
import { type IpoView, ipoView, ipoViews } from './ipo-view.ts'
import type { NumberedHead } from './issues-in-view.ts'
import { fullIpo, ipoDetail } from './published-ipo.ts'

/** How far past listings of the board opened from their GMP; `null` for an issue that does not wait for its listing. */
async function rangeOf(market: MarketData, moment: Moment, view: IpoView): Promise<Range80 | null> {
  if (!isAwaited(view)) return null
  const { board, exchanges } = view.issue.terms
  return rangeFor(market, moment, {
    board,
    exchanges,
    impliedPct: view.quoted?.gmpPct ?? null,
    gmpDay: view.quoted?.day ?? null,
    closes: view.moments.closes,
  })
}

const isAwaited = ({ status, calledOff }: IpoView): boolean => status !== 'LISTED' && calledOff === null

/** The answer about one IPO, with its view; `undefined` when no issue has this slug at that moment. */
export async function ipoAnswer(market: MarketData, moment: Moment, slug: string) {
  const view = await ipoView(market, moment, slug)
  if (!view) return undefined
  return { view, ipo: ipoDetail(view, await rangeOf(market, moment, view)), span: view.span }
}

/** These issues, each with all that its own answer has except histories and quotes. */
export async function fullIpos(
  market: MarketData,
  moment: Moment,
  heads: readonly NumberedHead[],
): Promise<FullIpo[]> {
  const ipos: FullIpo[] = []
  const scored = await scoredAmong(market, moment, heads)
  for (const view of await ipoViews(market, moment, heads, 'shown')) {
    const range80 = await rangeOf(market, moment, view)
    ipos.push(fullIpo(view, { range80, gmpAtCloseDisputed: scored.get(view.slug)?.atClose.disputed ?? null }))
  }
  return ipos
}

export type TrackRecord = Awaited<ReturnType<typeof trackRecord>>

/** The accuracy of the grey market so far, for one IPO. */
export async function trackRecord(market: MarketData, moment: Moment, view: IpoView) {
  const { score: record, openedBelow } = await scoreTotals(market, moment)
  const impliedPct = view.quoted?.gmpPct ?? null
  const similar = isAwaited(view)
    ? await similarIpos(market, moment, { impliedPct, closes: view.moments.closes })
    : null
  return {
    record,
    /** How many of these listings opened below their issue price. */
    openedBelow,
    /** IPOs with a similar expected gain at this stage; `null` once it is listed, withdrawn or postponed. */
    similarIpos: similar,
    usualMiss: similar && usualMiss(view, similar),
    range80: await rangeOf(market, moment, view),
  }
}

/**
 * The average error of expected gains of this size on the smallest application, in whole rupees. `null` where past listings
 * of this size are few, and while the cost is not known.
 */
function usualMiss({ minAmount }: IpoView, { ofSize: { n, meanAbsErrorPp } }: SimilarIpos): number | null {
  const cost = minAmount === null ? undefined : paiseFromRupees(minAmount)
  if (cost === undefined || meanAbsErrorPp === null || !areEnoughListings(n)) return null
  return missInRupees(cost, meanAbsErrorPp)
}
