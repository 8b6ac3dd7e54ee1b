import { compareRecorded, EXCHANGES, type ListingFact, type Recorded } from './fact.ts'
import { type Paise, percentOf } from './money.ts'
import { rankOf } from './publisher.ts'

export type ListingReport = Recorded<ListingFact>

/** The listing that stands: NSE's before BSE's, within one exchange by rank of source, then the newest. */
export function listingFrom(reports: readonly ListingReport[]): ListingReport | undefined {
  const exchange = EXCHANGES.find((candidate) => reports.some((report) => report.exchange === candidate))
  return reports
    .filter((report) => report.exchange === exchange)
    .sort((a, b) => rankOf(a.source) - rankOf(b.source) || -compareRecorded(a, b))
    .at(0)
}

/** What the first trade gained on the issue price, in percent; `null` while that price is not known. */
export const listingGainPct = (issuePrice: Paise | null, listingPrice: Paise): number | null =>
  issuePrice === null ? null : percentOf(listingPrice - issuePrice, issuePrice)
