import { missInRupees } from '../market/application.ts'
import { paiseFromRupees } from '../market/money.ts'
import type { ScoreSummary } from '../market/scoreboard.ts'
import type { Db } from '../store/db.ts'
import { type ApplicationReport, type IpoReport, ipoReport } from './ipo.ts'
import { type LikeThis, likeThis } from './like-this.ts'
import type { Moment } from './moment.ts'
import { scoreTotals } from './scoreboard.ts'

/** One IPO beside what the grey market's word has been worth so far. */
export interface IpoWithRecord extends IpoReport {
  readonly record: ScoreSummary
  /** What the average miss is on the smallest application, in whole rupees; `null` while one of them is not known. */
  readonly usualMiss: number | null
  /** What followed when the grey market said as much at this stage of others; `null` once it is listed or called off. */
  readonly likeThis: LikeThis | null
}

/** `undefined` when no issue has this slug at that moment. */
export async function ipoWithRecord(
  db: Db,
  moment: Moment,
  slug: string,
): Promise<IpoWithRecord | undefined> {
  const report = await ipoReport(db, moment, slug)
  if (!report) return undefined
  const { score: record } = await scoreTotals(db, moment)
  return {
    ...report,
    record,
    usualMiss: usualMiss(report.application, record),
    likeThis: await followedBy(db, moment, report),
  }
}

async function followedBy(db: Db, moment: Moment, report: IpoReport): Promise<LikeThis | null> {
  const { ipo, milestones, calledOff } = report
  if (ipo.status === 'LISTED' || calledOff !== null) return null
  return likeThis(db, moment, { impliedPct: ipo.lastGmpPct, closes: milestones.closes })
}

function usualMiss(application: ApplicationReport | null, { avgAbsErrorPp }: ScoreSummary): number | null {
  const cost = application && paiseFromRupees(application.cost)
  if (cost === null || cost === undefined || avgAbsErrorPp === null) return null
  return missInRupees(cost, avgAbsErrorPp)
}
