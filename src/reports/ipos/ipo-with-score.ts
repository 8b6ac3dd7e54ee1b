import { missInRupees } from '../../market/issues/application.ts'
import { paiseFromRupees } from '../../market/money.ts'
import { areEnoughListings, type ScoreSummary } from '../../market/scores/scoreboard.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import { scoreTotals } from '../scores/scoreboard.ts'
import { type SimilarIpos, similarIpos } from '../scores/similar-ipos.ts'
import { type ApplicationReport, type IpoReport, ipoReport } from './ipo.ts'

/** One IPO with the accuracy of the grey market so far. */
export interface IpoWithScore extends IpoReport {
  readonly record: ScoreSummary
  /** How many of these listings opened below their issue price. */
  readonly openedBelow: number
  /**
   * The average error of expected gains of this size on the smallest application, in whole rupees. `null` where past
   * listings of this size are few, and while the cost is not known.
   */
  readonly usualMiss: number | null
  /** IPOs with a similar expected gain at this stage; `null` once it is listed, withdrawn or postponed. */
  readonly similarIpos: SimilarIpos | null
}

/** `undefined` when no issue has this slug at that moment. */
export async function ipoWithScore(
  market: MarketData,
  moment: Moment,
  slug: string,
): Promise<IpoWithScore | undefined> {
  const report = await ipoReport(market, moment, slug)
  if (!report) return undefined
  const { score: record, openedBelow } = await scoreTotals(market, moment)
  const similar = await similarTo(market, moment, report)
  const isEnough = similar !== null && areEnoughListings(similar.ofSize.n)
  return {
    ...report,
    record,
    openedBelow,
    similarIpos: similar,
    usualMiss: isEnough ? usualMiss(report.application, similar.ofSize.meanAbsErrorPp) : null,
  }
}

async function similarTo(market: MarketData, moment: Moment, report: IpoReport): Promise<SimilarIpos | null> {
  const { ipo, milestones, calledOff } = report
  if (ipo.status === 'LISTED' || calledOff !== null) return null
  return similarIpos(market, moment, { impliedPct: ipo.lastGmpPct, closes: milestones.closes })
}

function usualMiss(application: ApplicationReport | null, points: number | null): number | null {
  const cost = application && paiseFromRupees(application.cost)
  if (cost === null || cost === undefined || points === null) return null
  return missInRupees(cost, points)
}
