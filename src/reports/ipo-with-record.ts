import { missInRupees } from '../market/application.ts'
import { paiseFromRupees } from '../market/money.ts'
import type { ScoreSummary } from '../market/scoreboard.ts'
import type { Db } from '../store/db.ts'
import { type ApplicationReport, type IpoReport, ipoReport } from './ipo.ts'
import type { Moment } from './moment.ts'
import { scoreboard } from './scoreboard.ts'

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
  const record = await recordAt(db, moment)
  return { ...report, record, usualMiss: usualMiss(report.application, record) }
}

interface KeptRecord {
  readonly key: string
  readonly record: Promise<ScoreSummary>
}

/** The clock scores nothing, so the record of a view never changes; every IPO's page asks for the same one. */
const kept = new WeakMap<Db, KeptRecord>()

function recordAt(db: Db, moment: Moment): Promise<ScoreSummary> {
  const key = `${moment.version} ${moment.asOf}`
  const known = kept.get(db)
  if (known?.key === key) return known.record
  const record = scoreboard(db, moment).then(({ summary }) => summary)
  kept.set(db, { key, record })
  // A failed reading is not kept: the next request tries again.
  record.catch(() => kept.delete(db))
  return record
}

function usualMiss(application: ApplicationReport | null, { avgAbsErrorPp }: ScoreSummary): number | null {
  const cost = application && paiseFromRupees(application.cost)
  if (cost === null || cost === undefined || avgAbsErrorPp === null) return null
  return missInRupees(cost, avgAbsErrorPp)
}
