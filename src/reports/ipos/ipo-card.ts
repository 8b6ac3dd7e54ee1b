import type { Day } from '../../market/calendar.ts'
import type { Exchange } from '../../market/facts/fact.ts'
import type { Milestones } from '../../market/issues/status.ts'
import type { IpoSummary } from '../schemas/ipos.ts'
import type { IpoExpectedDays } from '../schemas/offer.ts'
import type { GmpHistory } from './gmp-history.ts'
import type { IpoView } from './ipo-view.ts'
import { publishedSummary } from './published-ipo.ts'
import type { BiddingDay } from './subscription.ts'

/** The view of an IPO among others in the shape of the pages before it. */
export interface IpoCard {
  readonly view: IpoView
  readonly ipo: IpoSummary
  readonly gmpHistory: GmpHistory
  readonly milestones: Milestones
  readonly allotmentDate: Day | null
  readonly expected: IpoExpectedDays | null
  readonly biddingDay: BiddingDay | null
  readonly minAmount: number | null
  readonly listingDay: Day | null
  readonly hasListingPrice: boolean
  readonly listing: {
    readonly listingPrice: number
    readonly gainPct: number | null
    readonly exchange: Exchange
  } | null
  readonly impliedAtClosePct: number | null
}

export const ipoCard = (view: IpoView): IpoCard => ({
  view,
  ipo: publishedSummary(view),
  gmpHistory: view.gmpHistory,
  milestones: view.moments,
  allotmentDate: view.terms.allotmentDate,
  expected: view.expected,
  biddingDay: view.biddingDay,
  minAmount: view.minAmount,
  listingDay: view.listingDay,
  hasListingPrice: view.hasListingPrice,
  listing: view.outcome,
  impliedAtClosePct: view.atClose?.impliedPct ?? null,
})
