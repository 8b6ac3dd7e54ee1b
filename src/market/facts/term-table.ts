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
}

/** Published in lists and in the answer about one IPO. */
const inLists = <K extends TermKind>(kind: K, label: string) => ({ kind, shownIn: 'list', label }) as const
/** Published only in the answer about one IPO. */
const inAnswer = <K extends TermKind>(kind: K, label: string) => ({ kind, shownIn: 'ipo', label }) as const
/** What exactly is on offer, by whom and with which documents: in the answer about one IPO, after its quotes. */
const inOffer = <K extends TermKind>(kind: K, label: string) => ({ kind, shownIn: 'offer', label }) as const

/** Terms in the order of the facts file; answers have those of lists first. Terms without a label are for rules only. */
export const TERMS = {
  name: { ...inLists('text', 'Name'), isRequired: true },
  board: { ...inLists('board', 'Board'), isRequired: true },
  symbol: inAnswer('ticker', 'Symbol'),
  isin: inAnswer('text', 'ISIN'),
  bseCode: inAnswer('text', 'BSE code'),
  exchanges: inAnswer('exchanges', 'Exchanges'),
  issueType: inAnswer('text', 'Issue type'),
  faceValue: inAnswer('price', 'Face value'),
  priceMin: inLists('price', 'Price band, lower end'),
  priceMax: inLists('price', 'Price band, upper end'),
  issuePrice: inAnswer('price', 'Issue price'),
  lotSize: inLists('count', 'Lot size'),
  minLots: inAnswer('count', 'Minimum lots'),
  issueSizeCr: inLists('crore', 'Issue size'),
  openDate: inLists('day', 'Opening day'),
  closeDate: inLists('day', 'Closing day'),
  allotmentDate: inAnswer('day', 'Allotment day'),
  listingDate: inAnswer('day', 'Listing day'),
  withdrawn: { kind: 'flag' },
  postponed: { kind: 'flag' },
  registrar: inOffer('registrar', 'Registrar'),
  leadManagers: inOffer('names', 'Lead managers'),
  documents: inOffer('documents', 'Documents'),
  freshIssueShares: inOffer('count', 'Fresh issue, shares'),
  freshIssueCr: inOffer('crore', 'Fresh issue'),
  offerForSaleShares: inOffer('count', 'Offer for sale, shares'),
  offerForSaleCr: inOffer('crore', 'Offer for sale'),
  anchorShares: inOffer('count', 'Anchor investors’ shares'),
  marketMakerShares: inOffer('count', 'Market maker’s shares'),
  employeeDiscount: inOffer('price', 'Employee discount'),
  upiCutoffAt: inOffer('moment', 'UPI mandates until'),
  industry: inOffer('text', 'Industry'),
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
