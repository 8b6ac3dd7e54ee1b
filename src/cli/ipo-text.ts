import { type Day, istClock } from '../market/calendar.ts'
import type { IpoDetail } from '../reports/schemas/ipos.ts'
import type { IpoApplication } from '../reports/schemas/offer.ts'
import { en } from '../texts/en.ts'
import { count, counted, rupees } from '../texts/format.ts'
import { written } from '../texts/phrase.ts'

/** A label and its text. Labels that begin with spaces belong to the row before. */
type Row = readonly [label: string, text: string]

const UNKNOWN = 'not known'
const known = <T>(value: T | null, text: (value: T) => string): string =>
  value === null ? UNKNOWN : text(value)
/** A row only if there is something to show. */
const rowIf = <T>(label: string, value: T | null, text: (value: T) => string): Row[] =>
  value === null ? [] : [[label, text(value)]]
const inCrore = (amount: number) => `₹${amount} Cr`

/**
 * Formats the figures of the API as text. An expected day that is over was not confirmed, which is added, unless the share surely
 * traded by a day.
 */
export function ipoText(ipo: IpoDetail, today: Day, tradedOn: Day | null = null): string {
  const rows = [
    ...termRows(ipo),
    ...applicationRows(ipo),
    ...dateRows(ipo, today, tradedOn),
    ...offerRows(ipo),
    ...figureRows(ipo, today),
  ]
  const width = Math.max(...rows.map(([label]) => label.length))
  return `${ipo.name}\n${rows.map(([label, text]) => `${label.padEnd(width)}  ${text}`).join('\n')}\n`
}

const termRows = (ipo: IpoDetail): Row[] => [
  ['Status', ipo.withdrawn ? `${ipo.status}, withdrawn` : ipo.status],
  ['Board', ipo.board],
  ['Price band', known(ipo.priceMax, (max) => `${known(ipo.priceMin, rupees)} to ${rupees(max)}`)],
  ['Issue price', known(ipo.issuePrice, rupees)],
  ['Lot size', known(ipo.lotSize, (shares) => `${shares} shares`)],
  ['Issue size', known(ipo.issueSizeCr, inCrore)],
]

/** What one may apply for, by category; the money is blocked, not paid. */
const applicationRows = ({ minAmount, application, upiCutoffAt }: IpoDetail): Row[] => [
  ['Minimum amount', known(minAmount, rupees)],
  ...application.map((one): Row => [`  ${one.category}`, applicationText(one)]),
  ...rowIf('UPI mandates until', upiCutoffAt, (moment) => `${istClock(moment)} IST`),
]

function applicationText({ minLots, maxLots, minAmount, maxAmount }: IpoApplication): string {
  const least = known(minAmount, rupees)
  if (maxLots === null || maxAmount === null) return `${counted(minLots, 'lot')} and more, ${least} and more`
  if (maxLots === minLots) return `${counted(minLots, 'lot')}, ${least}`
  return `${count(minLots)} to ${counted(maxLots, 'lot')}, ${least} to ${rupees(maxAmount)}`
}

/** Announced days, or else those that are due by the timetable. */
const dateRows = (ipo: IpoDetail, today: Day, tradedOn: Day | null): Row[] => [
  ['Open', openText(ipo)],
  ['Allotment', ipo.allotmentDate ?? dueText(ipo.expected?.allotmentDate, today)],
  ...rowIf('Credit of shares', ipo.expected, ({ creditDate }) => dueText(creditDate, today)),
  ['Listing', tradedOn === null ? listingText(ipo, today) : written(en.states.tradingBy(tradedOn))],
  ...listingDayRows(ipo),
]

function dueText(day: Day | undefined, today: Day): string {
  if (day === undefined) return UNKNOWN
  return day < today ? `was due by ${day}; not confirmed here` : `due by ${day} (expected)`
}

function openText({ openDate, closeDate }: IpoDetail): string {
  if (openDate === null && closeDate === null) return UNKNOWN
  return `${openDate?.slice(0, 10) ?? UNKNOWN} to ${closeDate?.slice(0, 10) ?? UNKNOWN}`
}

function listingText({ listing, listingDate, expected, withdrawn }: IpoDetail, today: Day): string {
  if (!listing) {
    const day = listingDate ?? expected?.listingDate
    if (day === undefined) return UNKNOWN
    if (day < today && !withdrawn) return `should have listed by ${day}; not confirmed here`
    return listingDate ?? `due ${day} (expected)`
  }
  const limit = listing.atLimit === null ? '' : `, at the ${listing.atLimit} limit`
  return `${rupees(listing.listingPrice)} on ${listing.exchange}, ${listing.listedOn}${limit}`
}

function listingDayRows({ listing }: IpoDetail): Row[] {
  if (!listing) return []
  const { high, low, close, volume, deliveredPct } = listing
  const prices = Object.entries({ high, low, close })
  const delivered = deliveredPct === null ? '' : `, ${deliveredPct}% delivered`
  return [
    ...rowIf('  Prices', high ?? low ?? close, () =>
      prices.map(([name, price]) => `${name} ${known(price, rupees)}`).join(', '),
    ),
    ...rowIf('  Traded', volume, (shares) => `${counted(shares, 'share')}${delivered}`),
  ]
}

/** What is on offer, as printed; only what is known. */
function offerRows(ipo: IpoDetail): Row[] {
  const shares = (number: number) => counted(number, 'share')
  const part = (label: string, cr: number | null, number: number | null): Row[] =>
    cr === null ? rowIf(label, number, shares) : [[label, inCrore(cr)]]
  const registrar = known(ipo.registrar, (one) => `${one.name}, ${one.allotmentUrl ?? 'no page known'}`)
  return [
    ['Registrar', registrar],
    ...rowIf('Lead managers', ipo.leadManagers, (names) => names.join(', ')),
    ...part('Fresh issue', ipo.freshIssueCr, ipo.freshIssueShares),
    ...part('Offer for sale', ipo.offerForSaleCr, ipo.offerForSaleShares),
    ...rowIf('Anchor investors', ipo.anchorShares, shares),
    ...rowIf('Market maker', ipo.marketMakerShares, shares),
    ...rowIf('Documents', ipo.documents, ({ length }) => counted(length, 'document')),
    ...(ipo.documents ?? []).map(({ kind, url }): Row => [`  ${kind}`, url]),
  ]
}

/** The GMP with each source, and the subscription by category. */
const figureRows = (ipo: IpoDetail, today: Day): Row[] => [
  ['GMP', gmpText(ipo, today)],
  ...ipo.sources.map(({ source, gmp, observedAt, counted: isCounted }): Row => {
    const why = isCounted ? '' : ' (not counted: same owner as another source)'
    return [`  ${source}`, `${rupees(gmp)} on ${observedAt}${why}`]
  }),
  ['Subscription', known(ipo.lastSubX, (times) => `${times} times`)],
  ...ipo.subs
    .filter(({ category }) => category !== 'TOTAL')
    .map(({ category, timesSub }): Row => [`  ${category}`, `${timesSub} times`]),
]

function gmpText(ipo: IpoDetail, today: Day): string {
  const { lastGmp, lastGmpPct, gmpDisputed, gmpSpread, gmpSources, lastGmpDay, lastGmpOwners } = ipo
  if (lastGmp === null) return mayBeQuoted(ipo, today) ? 'no quote yet' : 'no quote'
  const percent = lastGmpPct === null ? '' : ` (${lastGmpPct}%)`
  // How many owners are behind the GMP, and of which day they are.
  const isToday = gmpSources > 0 || lastGmpDay === null
  const ofToday = isToday && gmpSources < lastGmpOwners ? `, ${gmpSources}` : ''
  const owners = `${counted(lastGmpOwners, 'independent source')}${ofToday}`
  const dispute = gmpDisputed ? `; DISPUTED: sources disagree by ${known(gmpSpread, rupees)}` : ''
  return `${rupees(lastGmp)}${percent}, unofficial; ${owners} ${isToday ? 'today' : `on ${lastGmpDay}`}${dispute}`
}

/** A GMP is quoted until the listing, and not for a withdrawn IPO. */
function mayBeQuoted({ listing, listingDate, expected, withdrawn }: IpoDetail, today: Day): boolean {
  const day = listingDate ?? expected?.listingDate
  return !withdrawn && !listing && (day === undefined || day >= today)
}
