import type { Day } from '../market/calendar.ts'
import type { DocumentKind, Terms } from '../market/facts/fact.ts'
import type { Paise } from '../market/money.ts'
import { type BiddingDays, type DemoIssue, wholeLots } from './issue.ts'
import { between, chance, pick, type Random, seeded, shuffled, wholeBetween } from './seeded.ts'
import { businessDayFrom, type DemoFact, demoMoment } from './trading-days.ts'

/** UPI mandates can be confirmed until this hour of the closing day. */
const UPI_HOUR = 17
const LAKH_PAISE: Paise = 100_000_00
const DOCUMENT_HOSTS = { nse: 'https://nsearchives.nseindia.com', bse: 'https://www.bseindia.com' } as const

/** As exchanges print them. The last one is invented: no page of it is known. */
const REGISTRARS = [
  'KFin Technologies Limited',
  'MUFG Intime India Private Limited',
  'Bigshare Services Private Limited',
  'Skyline Financial Services Private Limited',
  'Maashitla Securities Private Limited',
  'Cameo Corporate Services Limited',
  'Talverkar Registry Private Limited',
]
/** Invented, like all names of companies here. */
const LEAD_MANAGERS = [
  'Chandvelia Capital Limited',
  'Ghatvalkar Securities Limited',
  'Irvathi Merchant Bankers Private Limited',
  'Jhelvani Advisors Private Limited',
  'Kolhandia Corporate Finance Limited',
]

/** The exchange's notices about the terms of an issue. */
export function noticesOf(issue: DemoIssue): DemoFact[] {
  const { slug, name, board, source, symbol, bandOn, planned, change, held, offer } = issue
  const random = seeded(`notices ${issue.index}`)
  const facts: DemoFact[] = []
  // Each kind has an hour of the evening, so that notices of one day keep their order.
  const add = (day: Day, hour: number, terms: Partial<Terms>) => {
    // BSE prints names in capitals.
    const said = { name: source === 'bse' ? name.toUpperCase() : name, board, ...terms }
    const minutes = hour * 60 + wholeBetween(random, 0, 29)
    const recordedAt = demoMoment(day, minutes, wholeBetween(random, 0, 59))
    facts.push({ fact: { fact: 'ipo', slug, said, source }, recordedAt })
  }
  // Some are announced without days, or without their symbol. The exchange prints the days of allotment and listing of
  // some ahead; of others they are expected.
  const isUndated = change === null && chance(random, 0.06)
  const hasEarlySymbol = chance(random, 0.7)
  const hasTimetable = chance(random, 0.4)
  const printed = ({ openDate, closeDate, ...timetable }: BiddingDays): Partial<Terms> => {
    const upiCutoffAt = demoMoment(closeDate, UPI_HOUR * 60)
    return { openDate, closeDate, upiCutoffAt, ...(hasTimetable ? timetable : {}) }
  }
  /** Addresses on a host of the exchange that lead to no document. */
  const documents = (...kinds: DocumentKind[]) => ({
    documents: kinds.map((kind) => ({
      kind,
      url: `${DOCUMENT_HOSTS[source]}/demo/${kind.toUpperCase()}_${symbol}.zip`,
    })),
  })

  add(issue.announcedOn, 17, {
    ...announced(issue, random),
    ...(hasEarlySymbol ? { symbol } : {}),
    ...(isUndated ? {} : { openDate: planned.openDate, closeDate: planned.closeDate }),
  })
  const isWithdrawn = change?.kind === 'withdrawn'
  const isPostponed = change?.kind === 'postponed'
  if (isWithdrawn || isPostponed) add(change.on, 18, isWithdrawn ? { withdrawn: true } : { postponed: true })
  if (change?.knownOn)
    add(change.knownOn, 18.5, { ...(isPostponed ? { postponed: false } : {}), ...printed(held) })
  const { priceMin, priceMax, lotSize, minLots } = offer
  const known = change?.knownOn && change.knownOn <= bandOn ? held : planned
  if (!isWithdrawn || bandOn < change.on)
    add(bandOn, 20, {
      ...{ priceMin, priceMax, lotSize, minLots, ...limits(issue, random) },
      ...{ ...printed(known), ...documents('rhp', 'ratios') },
    })
  if (isWithdrawn) return facts

  const { isin, bseCode, setAside, industry } = issue
  const beforeClose: DocumentKind[] = board === 'SME' ? ['rhp', 'ratios'] : ['rhp', 'ratios', 'anchor']
  if (board === 'MAINBOARD')
    add(businessDayFrom(held.openDate, -1), 21, { anchorShares: setAside, ...documents(...beforeClose) })
  const withProspectus = chance(random, 0.2) ? documents(...beforeClose, 'prospectus') : {}
  add(held.closeDate, 19, { issuePrice: offer.issuePrice, ...withProspectus })
  add(held.allotmentDate, 17.5, {
    ...(hasEarlySymbol ? {} : { symbol }),
    isin,
    ...(bseCode === null ? {} : { bseCode }),
  })
  add(held.listingDate, 19.5, { industry })
  return facts
}

/** What is known from the announcement on. */
function announced({ board, exchanges, offer, shares }: DemoIssue, random: Random): Partial<Terms> {
  const { issueType, faceValue, issueSizeCr } = offer
  const [part, rest] = [wholeLots(shares * 0.6, offer), wholeLots(shares * 0.4, offer)]
  // New shares, shares of present owners or both, printed in shares or in rupees.
  const portions: Partial<Terms>[] = [
    { freshIssueShares: shares },
    { offerForSaleShares: shares },
    { freshIssueShares: part, offerForSaleShares: rest },
  ]
  if (issueSizeCr !== null) {
    const freshIssueCr = Math.round(issueSizeCr * 30) / 100
    portions.push({ freshIssueCr: issueSizeCr })
    portions.push({ freshIssueCr, offerForSaleCr: Math.round((issueSizeCr - freshIssueCr) * 100) / 100 })
  }
  return {
    ...{ exchanges, issueType, faceValue, ...(issueSizeCr === null ? {} : { issueSizeCr }) },
    registrar: pick(random, REGISTRARS),
    leadManagers: shuffled(random, LEAD_MANAGERS).slice(0, board === 'SME' ? 1 : wholeBetween(random, 1, 4)),
    ...pick(random, portions),
  }
}

/** Limits and reserved parts, which are printed with the price band where the exchange prints them. */
function limits({ board, offer, shares, setAside, reservedFor }: DemoIssue, random: Random): Partial<Terms> {
  if (board === 'SME') return { marketMakerShares: setAside }
  const hasEmployees = reservedFor.includes('EMP')
  const discount = Math.max(1, Math.round((offer.priceMax / 100) * between(random, 0.04, 0.09))) * 100
  return {
    ...(chance(random, 0.5) ? { retailLimit: 2 * LAKH_PAISE } : {}),
    ...(chance(random, 0.6) ? { niiMaxShares: wholeLots(shares * 0.15, offer) } : {}),
    ...(reservedFor.length > 0 ? { reservedFor } : {}),
    ...(hasEmployees && chance(random, 0.7) ? { employeeDiscount: discount } : {}),
    ...(hasEmployees && chance(random, 0.5) ? { employeeLimit: 5 * LAKH_PAISE } : {}),
    ...(reservedFor.includes('SHA') ? { shareholderLimit: 2 * LAKH_PAISE } : {}),
  }
}
