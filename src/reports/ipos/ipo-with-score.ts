import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import { type IpoReport, ipoReport } from './ipo.ts'
import { type TrackRecord, trackRecord } from './ipo-among-others.ts'

/** One IPO with the accuracy of the grey market so far. */
export interface IpoWithScore extends IpoReport, TrackRecord {}

/** `undefined` when no issue has this slug at that moment. */
export async function ipoWithScore(
  market: MarketData,
  moment: Moment,
  slug: string,
): Promise<IpoWithScore | undefined> {
  const report = await ipoReport(market, moment, slug)
  return report && { ...report, ...(await trackRecord(market, moment, report.view)) }
}
