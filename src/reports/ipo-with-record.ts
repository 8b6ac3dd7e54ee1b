import { missInRupees } from '../market/application.ts'
import { paiseFromRupees } from '../market/money.ts'
import type { ScoreSummary } from '../market/scoreboard.ts'
import type { Db } from '../store/db.ts'
import { type ApplicationReport, type IpoReport, ipoReport } from './ipo.ts'
import type { Moment } from './moment.ts'
import { scoreTotals } from './scoreboard.ts'

/** One IPO beside what the grey market's word has been worth so far. */
export interface IpoWithRecord extends IpoReport {
  readonly record: ScoreSummary
  /** What the average miss is on the smallest application, in whole rupees; `null` while one of them is not known. */
  readonly usualMiss: number | null
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
  return { ...report, record, usualMiss: usualMiss(report.application, record) }
}

function usualMiss(application: ApplicationReport | null, { avgAbsErrorPp }: ScoreSummary): number | null {
  const cost = application && paiseFromRupees(application.cost)
  if (cost === null || cost === undefined || avgAbsErrorPp === null) return null
  return missInRupees(cost, avgAbsErrorPp)
}
