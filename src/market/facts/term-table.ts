/**
 * What a term holds. A price is in paise, and published in rupees; a count is a whole number from 1; crore are rounded only
 * when published; a day is one in India, which lists publish as a date-time; a moment is an instant in UTC; a registrar is
 * its printed name, published with its page for allotments.
 */
export type TermKind =
  | 'text'
  | 'ticker'
  | 'board'
  | 'exchanges'
  | 'price'
  | 'count'
  | 'crore'
  | 'day'
  | 'flag'
  | 'moment'
  | 'registrar'
  | 'names'
  | 'documents'
  | 'categories'

interface Term {
  readonly kind: TermKind
  /** Part of every report. Other terms may be left out, and a source's `null` takes its earlier report back. */
  readonly isRequired?: true
}

interface Publication extends Term {
  readonly shownIn: 'list' | 'ipo' | 'offer'
  /** Its name for people, wherever it is shown by itself. */
  readonly label: string
  /** Describes its column in downloads. */
  readonly meaning: string
}

/** Published in lists and in the answer about one IPO. */
const inLists = <K extends TermKind>(kind: K, label: string, meaning: string) =>
  ({ kind, shownIn: 'list', label, meaning }) as const
/** Published only in the answer about one IPO. */
const inAnswer = <K extends TermKind>(kind: K, label: string, meaning: string) =>
  ({ kind, shownIn: 'ipo', label, meaning }) as const
/** What exactly is on offer, by whom and with which documents: in the answer about one IPO, after its quotes. */
const inOffer = <K extends TermKind>(kind: K, label: string, meaning: string) =>
  ({ kind, shownIn: 'offer', label, meaning }) as const

/** Terms in the order of the facts file; answers have those of lists first. Terms without a label are for rules only. */
export const TERMS = {
  name: { ...inLists('text', 'Name', 'Name of the company.'), isRequired: true },
  board: { ...inLists('board', 'Board', 'MAINBOARD or SME.'), isRequired: true },
  symbol: inAnswer('ticker', 'Symbol', 'Symbol on NSE.'),
  isin: inAnswer('text', 'ISIN', 'ISIN.'),
  bseCode: inAnswer('text', 'BSE code', 'Scrip code on BSE.'),
  exchanges: inAnswer('exchanges', 'Exchanges', 'NSE, BSE or both.'),
  issueType: inAnswer('text', 'Issue type', 'Such as book-built.'),
  faceValue: inAnswer('price', 'Face value', 'Face value of a share, in rupees.'),
  priceMin: inLists('price', 'Price band, lower end', 'Lower end of the price band, in rupees.'),
  priceMax: inLists('price', 'Price band, upper end', 'Upper end of the price band, in rupees.'),
  issuePrice: inAnswer('price', 'Issue price', 'The price once it is fixed, in rupees.'),
  lotSize: inLists('count', 'Lot size', 'Shares in a lot.'),
  minLots: inAnswer('count', 'Minimum lots', 'Fewest lots that one can apply for.'),
  issueSizeCr: inLists('crore', 'Issue size', 'Size of the issue, in crore rupees.'),
  openDate: inLists('day', 'Opening day', 'First day of bidding.'),
  closeDate: inLists('day', 'Closing day', 'Last day of bidding.'),
  allotmentDate: inAnswer('day', 'Allotment day', 'Day of allotment.'),
  listingDate: inAnswer('day', 'Listing day', 'Announced day of listing.'),
  withdrawn: { kind: 'flag' },
  postponed: { kind: 'flag' },
  registrar: inOffer('registrar', 'Registrar', 'Registrar, and its page where the allotment can be checked.'),
  leadManagers: inOffer('names', 'Lead managers', 'Names of the book running lead managers.'),
  documents: inOffer('documents', 'Documents', 'Documents at the exchange: kind and address.'),
  freshIssueShares: inOffer('count', 'Fresh issue, shares', 'Shares of the fresh issue, as printed.'),
  freshIssueCr: inOffer('crore', 'Fresh issue', 'Fresh issue in crore rupees, as printed.'),
  offerForSaleShares: inOffer('count', 'Offer for sale, shares', 'Shares offered for sale, as printed.'),
  offerForSaleCr: inOffer('crore', 'Offer for sale', 'Offer for sale in crore rupees, as printed.'),
  anchorShares: inOffer(
    'count',
    'Anchor investors’ shares',
    'Shares reserved for anchor investors, as printed.',
  ),
  marketMakerShares: inOffer(
    'count',
    'Market maker’s shares',
    'Shares reserved for the market maker, as printed.',
  ),
  employeeDiscount: inOffer('price', 'Employee discount', 'Discount for employees, in rupees a share.'),
  upiCutoffAt: inOffer('moment', 'UPI mandates until', 'Last moment to confirm a UPI mandate.'),
  industry: inOffer('text', 'Industry', 'Industry, as the exchange prints it.'),
  reservedFor: { kind: 'categories' },
  retailLimit: { kind: 'price' },
  employeeLimit: { kind: 'price' },
  shareholderLimit: { kind: 'price' },
  niiMaxShares: { kind: 'count' },
} as const satisfies Readonly<Record<string, Term | Publication>>

export type TermKey = keyof typeof TERMS
type TermsShownIn<W> = { [K in TermKey]: (typeof TERMS)[K] extends { shownIn: W } ? K : never }[TermKey]
export type ListTerm = TermsShownIn<'list'>
export type IpoTerm = TermsShownIn<'ipo'>
export type OfferTerm = TermsShownIn<'offer'>
export type PublishedTerm = ListTerm | IpoTerm | OfferTerm

export const TERM_KEYS: readonly TermKey[] = Object.keys(TERMS) as TermKey[]

const isShownIn =
  <W extends Publication['shownIn']>(where: W) =>
  (key: TermKey): key is TermsShownIn<W> => {
    const term: Term | Publication = TERMS[key]
    return 'shownIn' in term && term.shownIn === where
  }
export const LIST_TERMS: readonly ListTerm[] = TERM_KEYS.filter(isShownIn('list'))
export const IPO_TERMS: readonly IpoTerm[] = TERM_KEYS.filter(isShownIn('ipo'))
export const OFFER_TERMS: readonly OfferTerm[] = TERM_KEYS.filter(isShownIn('offer'))
/** In the order of the answer about one IPO. */
export const PUBLISHED_TERMS: readonly PublishedTerm[] = [...LIST_TERMS, ...IPO_TERMS, ...OFFER_TERMS]

export const isTermOf = (kind: TermKind, key: TermKey): boolean => TERMS[key].kind === kind
export const isRequiredTerm = (key: TermKey): boolean => 'isRequired' in TERMS[key]
