import type { Day } from '../../market/calendar.ts'
import type { IpoReport } from '../../reports/ipos/ipo.ts'
import { FigurePopover, type ReadFigure } from './sourced.tsx'

/** The figures on the page of an IPO, apart from those of each source and each category. */
const SHOWN = [
  'listing.listingPrice',
  'listing.listedOn',
  'board',
  'issueSizeCr',
  'priceMax',
  'issuePrice',
  'lotSize',
  'faceValue',
  'issueType',
  'symbol',
  'isin',
  'bseCode',
  'openDate',
  'closeDate',
  'allotmentDate',
  'listingDate',
  'listing.high',
  'listing.low',
  'listing.close',
  'listing.volume',
  'listing.deliveredPct',
  'registrar',
  'leadManagers',
  'freshIssueShares',
  'freshIssueCr',
  'offerForSaleShares',
  'offerForSaleCr',
  'anchorShares',
  'marketMakerShares',
  'employeeDiscount',
  'industry',
] as const

/** The figures that only an issue shows which may still list. */
const SHOWN_UNTIL_LISTING = [
  'lastGmp',
  'lastGmpPct',
  'minAmount',
  'upiCutoffAt',
  'expected',
  'range80',
] as const

export const FigurePopovers = ({
  report: { ipo, calledOff },
  read,
  today,
}: {
  report: IpoReport
  read: ReadFigure
  today: Day
}) => (
  <>
    {[
      ...(calledOff === null ? SHOWN_UNTIL_LISTING : []),
      ...SHOWN,
      ...ipo.sources.map((_, i) => `sources[${i}].gmp`),
      ...ipo.subs.map((_, i) => `subs[${i}].timesSub`),
    ]
      .flatMap((path) => read(path) ?? [])
      .filter(({ figure }) => figure.value !== null)
      .map((of) => (
        <FigurePopover key={of.figure.path} of={of} read={read} slug={ipo.slug} today={today} />
      ))}
  </>
)
