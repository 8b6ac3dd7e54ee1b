import type { Board, IssueDocument, ReservedCategory, Terms } from '../market/facts/fact.ts'
import type { Paise } from '../market/money.ts'
import type { Offer } from './offer.ts'
import { between, chance, pick, type Random, seeded, shuffled, wholeBetween } from './seeded.ts'

/** What the documents of an issue say beside its prices and days. */
export interface Particulars {
  /** The shares of the whole issue, which exchanges do not print as such. */
  readonly shares: number
  readonly announced: Pick<Terms, 'registrar' | 'leadManagers'> & Partial<Terms>
  /** Printed with the price band. */
  readonly printedWithBand: Partial<Terms>
  readonly anchorShares: number
  readonly marketMakerShares: number
  readonly reservedFor: readonly ReservedCategory[]
  readonly documents: readonly IssueDocument[]
  readonly industry: string
}

interface Described {
  readonly index: number
  readonly board: Board
  readonly source: 'nse' | 'bse'
  readonly symbol: string
  readonly business: string
  readonly offer: Offer
}

/** As exchanges print them. The last one is invented: no page of it is known. */
const REGISTRARS = [
  'KFin Technologies Limited',
  'MUFG Intime India Private Limited',
  'Bigshare Services Private Limited',
  'Skyline Financial Services Private Limited',
  'Maashitla Securities Private Limited',
  'Cameo Corporate Services Limited',
  'Talverkar Registry Private Limited',
] as const
/** Invented, like all names of companies here. */
const LEAD_MANAGERS = [
  'Chandvelia Capital Limited',
  'Ghatvalkar Securities Limited',
  'Irvathi Merchant Bankers Private Limited',
  'Jhelvani Advisors Private Limited',
  'Kolhandia Corporate Finance Limited',
  'Morsundia Capital Markets Limited',
  'Pendrani Investment Managers Limited',
  'Ranvarkar Wealth Limited',
  'Vasrekar Capital Advisors Private Limited',
] as const

const DOCUMENT_HOSTS = { nse: 'https://nsearchives.nseindia.com', bse: 'https://www.bseindia.com' } as const
const CRORE = 10_000_000
const LAKH_PAISE: Paise = 100_000_00
/** In crore rupees, for an issue whose size is not printed. */
const USUAL_SIZE = { MAINBOARD: 600, SME: 40 } as const

export function particularsOf(described: Described): Particulars {
  const { index, board, business, offer } = described
  const random = seeded(`particulars ${index}`)
  const isSme = board === 'SME'
  const shares = lotsOf(((offer.issueSizeCr ?? USUAL_SIZE[board]) * CRORE * 100) / offer.priceMax, offer)
  const anchorShares = !isSme && chance(random, 0.9) ? lotsOf(shares * 0.3, offer) : 0
  const marketMakerShares = isSme ? lotsOf(shares * 0.05, offer) : 0
  const reservedFor = isSme ? [] : reservations(random)
  return {
    shares,
    announced: {
      registrar: pick(random, REGISTRARS),
      leadManagers: shuffled(random, LEAD_MANAGERS).slice(0, wholeBetween(random, 1, isSme ? 1 : 4)),
      ...portions(shares, offer, random),
    },
    printedWithBand: {
      ...(marketMakerShares > 0 ? { marketMakerShares } : {}),
      ...(isSme ? {} : limits(shares, offer, random)),
      ...(reservedFor.length > 0 ? { reservedFor, ...reservedTerms(reservedFor, offer, random) } : {}),
    },
    anchorShares,
    marketMakerShares,
    reservedFor,
    documents: documentsOf(described, anchorShares > 0, random),
    industry: business,
  }
}

/** Whole lots, and at least one. */
const lotsOf = (shares: number, { lotSize }: Offer): number =>
  Math.max(1, Math.round(shares / lotSize)) * lotSize

/** New shares, shares of present owners or both, printed in shares or in rupees. */
function portions(shares: number, offer: Offer, random: Random): Partial<Terms> {
  const freshPart = pick(random, [1, 1, 1, 0, between(random, 0.2, 0.8), between(random, 0.2, 0.8)])
  const isInRupees = offer.issueSizeCr !== null && chance(random, 0.5)
  const printed = (part: number) =>
    isInRupees ? Math.round((offer.issueSizeCr ?? 0) * part * 100) / 100 : lotsOf(shares * part, offer)
  const [fresh, forSale] = isInRupees
    ? (['freshIssueCr', 'offerForSaleCr'] as const)
    : (['freshIssueShares', 'offerForSaleShares'] as const)
  return {
    ...(freshPart > 0 ? { [fresh]: printed(freshPart) } : {}),
    ...(freshPart < 1 ? { [forSale]: printed(1 - freshPart) } : {}),
  }
}

function reservations(random: Random): ReservedCategory[] {
  return [
    ...(chance(random, 0.35) ? (['EMP'] as const) : []),
    ...(chance(random, 0.12) ? (['SHA'] as const) : []),
  ]
}

/** Limits of mainboard issues, where they are printed. */
const limits = (shares: number, offer: Offer, random: Random): Partial<Terms> => ({
  ...(chance(random, 0.5) ? { retailLimit: 2 * LAKH_PAISE } : {}),
  ...(chance(random, 0.6) ? { niiMaxShares: lotsOf(shares * 0.15, offer) } : {}),
})

function reservedTerms(reserved: readonly ReservedCategory[], offer: Offer, random: Random): Partial<Terms> {
  const rupees = Math.max(1, Math.round((offer.priceMax / 100) * between(random, 0.04, 0.09)))
  return {
    ...(reserved.includes('EMP') && chance(random, 0.7) ? { employeeDiscount: rupees * 100 } : {}),
    ...(reserved.includes('EMP') && chance(random, 0.5) ? { employeeLimit: 5 * LAKH_PAISE } : {}),
    ...(reserved.includes('SHA') ? { shareholderLimit: 2 * LAKH_PAISE } : {}),
  }
}

/** Addresses on hosts of the exchanges that lead to no document. */
function documentsOf({ source, symbol }: Described, hasAnchors: boolean, random: Random): IssueDocument[] {
  const url = (name: string) => `${DOCUMENT_HOSTS[source]}/demo/${name}_${symbol}.zip`
  return [
    { kind: 'rhp', url: url('RHP') },
    { kind: 'ratios', url: url('RATIOS') },
    ...(hasAnchors ? [{ kind: 'anchor', url: url('ANCHOR') } as const] : []),
    ...(chance(random, 0.2) ? [{ kind: 'prospectus', url: url('PROSPECTUS') } as const] : []),
  ]
}
