import type { Day } from '../../market/calendar.ts'
import type { CalledOff } from '../../market/issues/stages.ts'
import type { Milestones } from '../../market/issues/status.ts'
import type { MarketData } from '../market-data.ts'
import type { ClockSpan, Moment } from '../moment.ts'
import type { IpoDetail } from '../schemas/ipos.ts'
import type { ScoreboardRow } from '../schemas/scores.ts'
import type { GmpRange } from '../scores/range.ts'
import type { GmpHistory } from './gmp-history.ts'
import { ipoAnswer } from './ipo-among-others.ts'
import type { IpoView, SmallestApplication, Unscored as UnscoredListing } from './ipo-view.ts'
import type { Subscription } from './subscription.ts'

export type ApplicationReport = SmallestApplication
export type Unscored = UnscoredListing | 'listing price'

/** The view of an IPO in the shape of the pages before it. */
export interface IpoReport {
  readonly view: IpoView
  readonly ipo: IpoDetail
  readonly gmpHistory: GmpHistory
  readonly milestones: Milestones
  readonly application: SmallestApplication | null
  readonly impliedPrice: number | null
  readonly subsRead: Subscription['read']
  readonly score: ScoreboardRow | null
  readonly impliedAtClosePct: number | null
  readonly gmpAtClose: number | null
  readonly unscored: Unscored | null
  readonly listingGainPct: number | null
  readonly listingDay: Day | null
  readonly areHolidaysKnown: boolean
  readonly calledOff: CalledOff | null
  /** `ipo.range80` with the exact count of those that held. */
  readonly range: GmpRange | null
  readonly span: ClockSpan
}

/** `undefined` when no issue has this slug at that moment. */
export async function ipoReport(
  market: MarketData,
  moment: Moment,
  slug: string,
): Promise<IpoReport | undefined> {
  const found = await ipoAnswer(market, moment, slug)
  if (!found) return undefined
  const { view, range, ipo } = found
  const { outcome, calledOff } = view
  const waits = view.status === 'LISTED' && outcome === null && calledOff === null
  return {
    view,
    ipo,
    range,
    gmpHistory: view.gmpHistory,
    milestones: view.moments,
    application: view.smallest,
    impliedPrice: view.impliedPrice,
    subsRead: view.subscription.read,
    score: outcome?.score ?? null,
    impliedAtClosePct: view.atClose?.impliedPct ?? null,
    gmpAtClose: view.atClose?.gmp ?? null,
    unscored: waits ? 'listing price' : (outcome?.unscored ?? null),
    listingGainPct: outcome?.gainPct ?? null,
    listingDay: view.listingDay,
    areHolidaysKnown: view.areHolidaysKnown,
    calledOff,
    span: view.span,
  }
}
