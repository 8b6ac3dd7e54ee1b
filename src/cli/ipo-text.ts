import { type Day, istClock } from '../market/calendar.ts'
import type { IpoDetail } from '../reports/schemas/ipos.ts'
import type { IpoApplication } from '../reports/schemas/offer.ts'
import { counted } from '../texts/format.ts'

/** A label and its text. Labels that begin with spaces belong to the row before. */
type Row = readonly [label: string, text: string]

const rupees = (amount: number | null) =>
  amount === null ? 'not known' : `₹${amount.toLocaleString('en-IN', { maximumFractionDigits: 2 })}`

/** Formats the figures of the API as text. An expected day that is over was not confirmed, which is added. */
export function ipoText(ipo: IpoDetail, today: Day): string {
  const rows = [
    ...termRows(ipo),
    ...applicationRows(ipo),
    ...dateRows(ipo, today),
    ...offerRows(ipo),
    ...figureRows(ipo, today),
  ]
  const width = Math.max(...rows.map(([label]) => label.length))
  return `${ipo.name}\n${rows.map(([label, text]) => `${label.padEnd(width)}  ${text}`).join('\n')}\n`
}

const termRows = (ipo: IpoDetail): Row[] => [
  ['Status', ipo.withdrawn ? `${ipo.status}, withdrawn` : ipo.status],
  ['Board', ipo.board],
  ['Price band', ipo.priceMax === null ? 'not known' : `${rupees(ipo.priceMin)} to ${rupees(ipo.priceMax)}`],
  ['Issue price', rupees(ipo.issuePrice)],
  ['Lot size', ipo.lotSize === null ? 'not known' : `${ipo.lotSize} shares`],
  ['Issue size', ipo.issueSizeCr === null ? 'not known' : `₹${ipo.issueSizeCr} Cr`],
]

/** What one may apply for, by category; the money is blocked, not paid. */
const applicationRows = ({ minAmount, application, upiCutoffAt }: IpoDetail): Row[] => [
  ['Minimum amount', rupees(minAmount)],
  ...application.map((one): Row => [`  ${one.category}`, applicationText(one)]),
  ...(upiCutoffAt === null ? [] : [['UPI mandates until', `${istClock(upiCutoffAt)} IST`] as const]),
]

function applicationText({ minLots, maxLots, minAmount, maxAmount }: IpoApplication): string {
  if (maxLots === null || maxAmount === null)
    return `${counted(minLots, 'lot')} and more, ${rupees(minAmount)} and more`
  if (maxLots === minLots) return `${counted(minLots, 'lot')}, ${rupees(minAmount)}`
  return `${minLots.toLocaleString('en-IN')} to ${counted(maxLots, 'lot')}, ${rupees(minAmount)} to ${rupees(maxAmount)}`
}

/** Announced days, or else those that are due by the timetable. */
const dateRows = (ipo: IpoDetail, today: Day): Row[] => [
  ['Open', openText(ipo)],
  ['Allotment', ipo.allotmentDate ?? dueText(ipo.expected?.allotmentDate, today)],
  ...(ipo.expected ? [['Credit of shares', dueText(ipo.expected.creditDate, today)] as const] : []),
  ['Listing', listingText(ipo, today)],
  ...listingDayRows(ipo),
]

function dueText(day: Day | undefined, today: Day): string {
  if (day === undefined) return 'not known'
  return day < today ? `was due by ${day}; not confirmed here` : `due by ${day} (expected)`
}

function openText({ openDate, closeDate }: IpoDetail): string {
  if (openDate === null && closeDate === null) return 'not known'
  return `${openDate?.slice(0, 10) ?? 'not known'} to ${closeDate?.slice(0, 10) ?? 'not known'}`
}

function listingText({ listing, listingDate, expected, withdrawn }: IpoDetail, today: Day): string {
  if (!listing) {
    const day = listingDate ?? expected?.listingDate
    if (day === undefined) return 'not known'
    if (day < today && !withdrawn) return `should have listed by ${day}; not confirmed here`
    return listingDate ?? `due ${day} (expected)`
  }
  const limit = listing.atLimit === null ? '' : `, at the ${listing.atLimit} limit`
  return `${rupees(listing.listingPrice)} on ${listing.exchange}, ${listing.listedOn}${limit}`
}

function listingDayRows({ listing }: IpoDetail): Row[] {
  if (!listing) return []
  const { high, low, close, volume, deliveredPct } = listing
  return [
    ...(high === null && low === null && close === null
      ? []
      : [['  Prices', `high ${rupees(high)}, low ${rupees(low)}, close ${rupees(close)}`] as const]),
    ...(volume === null
      ? []
      : [
          [
            '  Traded',
            `${counted(volume, 'share')}${deliveredPct === null ? '' : `, ${deliveredPct}% delivered`}`,
          ] as const,
        ]),
  ]
}

/** What is on offer, as printed; only what is known. */
function offerRows(ipo: IpoDetail): Row[] {
  const { registrar } = ipo
  const part = (label: string, cr: number | null, shares: number | null): Row[] =>
    cr !== null ? [[label, `₹${cr} Cr`]] : shares !== null ? [[label, counted(shares, 'share')]] : []
  return [
    [
      'Registrar',
      registrar ? `${registrar.name}, ${registrar.allotmentUrl ?? 'no page known'}` : 'not known',
    ],
    ...(ipo.leadManagers ? [['Lead managers', ipo.leadManagers.join(', ')] as const] : []),
    ...part('Fresh issue', ipo.freshIssueCr, ipo.freshIssueShares),
    ...part('Offer for sale', ipo.offerForSaleCr, ipo.offerForSaleShares),
    ...part('Anchor investors', null, ipo.anchorShares),
    ...part('Market maker', null, ipo.marketMakerShares),
    ...(ipo.documents ? [['Documents', counted(ipo.documents.length, 'document')] as const] : []),
    ...(ipo.documents ?? []).map(({ kind, url }): Row => [`  ${kind}`, url]),
  ]
}

/** The GMP with each source, and the subscription by category. */
const figureRows = (ipo: IpoDetail, today: Day): Row[] => [
  ['GMP', gmpText(ipo, today)],
  ...ipo.sources.map(
    ({ source, gmp, observedAt, counted }): Row => [
      `  ${source}`,
      `${rupees(gmp)} on ${observedAt}${counted ? '' : ' (not counted: same owner as another source)'}`,
    ],
  ),
  ['Subscription', ipo.lastSubX === null ? 'not known' : `${ipo.lastSubX} times`],
  ...ipo.subs
    .filter(({ category }) => category !== 'TOTAL')
    .map(({ category, timesSub }): Row => [`  ${category}`, `${timesSub} times`]),
]

function gmpText(ipo: IpoDetail, today: Day): string {
  const { lastGmp, lastGmpPct, gmpDisputed, gmpSpread } = ipo
  if (lastGmp === null) return mayBeQuoted(ipo, today) ? 'no quote yet' : 'no quote'
  const percent = lastGmpPct === null ? '' : ` (${lastGmpPct}%)`
  const dispute = gmpDisputed ? `; DISPUTED: sources disagree by ${rupees(gmpSpread)}` : ''
  return `${rupees(lastGmp)}${percent}, unofficial; ${quotedBy(ipo)}${dispute}`
}

/** A GMP is quoted until the listing, and not for a withdrawn IPO. */
function mayBeQuoted({ listing, listingDate, expected, withdrawn }: IpoDetail, today: Day): boolean {
  const day = listingDate ?? expected?.listingDate
  return !withdrawn && !listing && (day === undefined || day >= today)
}

/** How many owners are behind the GMP, and of which day they are. */
function quotedBy({ gmpSources, lastGmpDay, lastGmpOwners }: IpoDetail): string {
  const isToday = gmpSources > 0 || lastGmpDay === null
  const owners = counted(isToday ? gmpSources : lastGmpOwners, 'independent source')
  return `${owners} ${isToday ? 'today' : `on ${lastGmpDay}`}`
}
