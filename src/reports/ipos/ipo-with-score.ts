import { missInRupees } from '../../market/issues/application.ts'
import { paiseFromRupees } from '../../market/money.ts'
import type { ScoreSummary } from '../../market/scores/scoreboard.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import { scoreTotals } from '../scores/scoreboard.ts'
import { type SimilarIpos, similarIpos } from '../scores/similar-ipos.ts'
import { type ApplicationReport, type IpoReport, ipoReport } from './ipo.ts'

/** One IPO beside what the grey market's word has been worth so far. */
export interface IpoWithScore extends IpoReport {
  readonly record: ScoreSummary
  /**
   * What the average miss is on the smallest application, in whole rupees: that of promises of this size, or of all where
   * those are too few. `null` while one of them is not known.
   */
  readonly usualMiss: number | null
  /** What followed when the grey market said as much at this stage of others; `null` once it is listed or called off. */
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
  const { score: record } = await scoreTotals(market, moment)
  const like = await followedBy(market, moment, report)
  const enough = like && !like.ofSize.isFew ? like.ofSize : null
  return {
    ...report,
    record,
    similarIpos: like,
    usualMiss: usualMiss(report.application, enough ? enough.meanAbsErrorPp : record.avgAbsErrorPp),
  }
}

async function followedBy(
  market: MarketData,
  moment: Moment,
  report: IpoReport,
): Promise<SimilarIpos | null> {
  const { ipo, milestones, calledOff } = report
  if (ipo.status === 'LISTED' || calledOff !== null) return null
  return similarIpos(market, moment, { impliedPct: ipo.lastGmpPct, closes: milestones.closes })
}

function usualMiss(application: ApplicationReport | null, points: number | null): number | null {
  const cost = application && paiseFromRupees(application.cost)
  if (cost === null || cost === undefined || points === null) return null
  return missInRupees(cost, points)
}
