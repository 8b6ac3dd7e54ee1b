import { compareRecorded, EXCHANGES, type ListingFact, type Recorded } from '../facts/fact.ts'
import type { OnOutvoted } from '../facts/outvoted.ts'
import { rankOf } from '../facts/publisher.ts'
import { type Paise, percentOf } from '../money.ts'

export type ListingReport = Recorded<ListingFact>

/** The listing that is used: by the order of the exchanges, then by rank of source, then the newest. */
export function listingFrom(
  reports: readonly ListingReport[],
  onOutvoted?: OnOutvoted<ListingReport>,
): ListingReport | undefined {
  const exchange = EXCHANGES.find((candidate) => reports.some((report) => report.exchange === candidate))
  const [best, ...others] = reports
    .filter((report) => report.exchange === exchange)
    .sort((a, b) => rankOf(a.source) - rankOf(b.source) || -compareRecorded(a, b))
  if (onOutvoted && best) {
    for (const report of reports) if (report.exchange !== exchange) onOutvoted(report, 'other-exchange')
    for (const report of others) onOutvoted(report, outvotedBy(best, report))
  }
  return best
}

function outvotedBy(best: ListingReport, { source }: ListingReport) {
  if (rankOf(source) !== rankOf(best.source)) return 'lower-rank'
  return source === best.source ? 'later-word' : 'older-word'
}

/** The gain of the first trade over the issue price, in percent; `null` while the issue price is unknown. */
export const listingGainPct = (issuePrice: Paise | null, listingPrice: Paise): number | null =>
  issuePrice === null ? null : percentOf(listingPrice - issuePrice, issuePrice)
