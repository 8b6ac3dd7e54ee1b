import type { Category } from '../../market/facts/fact.ts'
import type { OutvotedBy } from '../../market/facts/outvoted.ts'
import { fieldName } from '../../reports/changes/change-text.ts'
import type { FigureWithFacts } from '../../reports/evidence/evidence.ts'
import type { FigureRule } from '../../reports/schemas/evidence.ts'
import { categoryName } from '../charts/category-names.ts'
import { sourceName } from '../figures.tsx'
import { isolated, longDay } from '../format.ts'

const NAMES: Readonly<Record<string, string>> = {
  name: 'Name',
  board: 'Board',
  status: 'Status',
  priceMin: 'Price band, lower end',
  priceMax: 'Price band, upper end',
  issuePrice: 'Issue price',
  lotSize: 'Lot',
  minLots: 'Lots to apply for at least',
  issueSizeCr: 'Issue size',
  faceValue: 'Face value',
  issueType: 'Type',
  exchanges: 'Exchanges',
  symbol: 'Symbol',
  isin: 'ISIN',
  bseCode: 'BSE code',
  openDate: 'Opening day',
  closeDate: 'Closing day',
  allotmentDate: 'Allotment',
  listingDate: 'Listing day, as announced',
  withdrawn: 'Called off',
  lastGmp: 'Grey-market premium (GMP)',
  lastGmpPct: 'Implied gain',
  gmpSources: 'Voices heard today',
  gmpSpread: 'Highest minus lowest word',
  gmpDisputed: 'Sources disagree',
  'dispute.day': 'Last quoted day',
  'dispute.owners': 'Voices of that day',
  lastSubX: 'Subscribed, all together',
  'listing.listingPrice': 'First trade',
  'listing.listedOn': 'Listed on',
  'listing.exchange': 'Where it was first traded',
  'listing.high': 'Highest price of the listing day',
  'listing.low': 'Lowest price of the listing day',
  'listing.close': 'Closing price of the listing day',
  'listing.volume': 'Shares traded on the listing day',
  'listing.deliveredPct': 'Shares delivered, of those traded',
  'listing.atLimit': 'Opened at a limit',
  expected: 'Expected days',
  application: 'Who may apply for how much',
  minAmount: 'Minimum amount',
  lastGmpDay: 'Day of the last GMP',
  lastGmpOwners: 'Sources behind the last GMP',
  range80: 'Range around the GMP',
  registrar: 'Registrar',
  leadManagers: 'Lead managers',
  documents: 'Documents',
  freshIssueShares: 'Fresh issue',
  freshIssueCr: 'Fresh issue',
  offerForSaleShares: 'Offer for sale',
  offerForSaleCr: 'Offer for sale',
  anchorShares: 'Anchor investors’ shares',
  marketMakerShares: 'Market maker’s shares',
  employeeDiscount: 'Employee discount',
  upiCutoffAt: 'UPI mandates until',
  industry: 'Industry',
}

export function figureName({ figure: { path }, facts: [first] }: FigureWithFacts): string {
  if (first?.kind === 'subscription' && path !== 'lastSubX')
    return `Subscribed: ${categoryName(first.said.category as Category, 'MAINBOARD')}`
  if (first?.kind === 'gmp' && path.endsWith('].gmp'))
    return `${isolated(sourceName(first.source))}, ${longDay(String(first.observedAt))}`
  return NAMES[path] ?? fieldName(path)
}

/** How a figure is derived, in one sentence. */
export const RULE_TEXTS: Readonly<Record<FigureRule, string>> = {
  address: 'Made from the name.',
  'strongest-word': 'The newest word of the source that is believed first.',
  'called-off': 'Whether it was withdrawn, or postponed without new dates.',
  status: 'From the dates and the clock in India.',
  'working-days': 'Counted in working days: weekends and the holidays below are left out.',
  application: 'From the lot, the price and the rules for each category of investors.',
  listing: 'The opening trade, NSE before BSE.',
  limit: 'Whether the opening price of an SME share lies exactly at a limit of the exchange.',
  'last-word': 'The last that this source said of that day.',
  'last-day': 'The most recent day on which anybody spoke.',
  'one-voice': 'Sources of one owner count as one.',
  median: 'The median of the owners’ words of the most recent day.',
  spread: 'The highest minus the lowest owner’s word of that day.',
  dispute: 'Disputed when the spread is more than half of the premium.',
  distance: 'The word minus the median.',
  today: 'Owners that have spoken today.',
  percentage: 'The premium divided by the price.',
  range: 'How far past listings opened from their GMP, placed around the GMP of this issue.',
  'newest-reading': 'The newest reading of the order book.',
}

/** Why a quote does not count. */
export const OUTVOTED_TEXTS: Readonly<Record<OutvotedBy, string>> = {
  retracted: 'taken back',
  'lower-rank': 'another source is believed first',
  'older-word': 'there is a newer word',
  'later-word': 'said otherwise later',
  'taken-back': 'the source took it back',
  'same-owner': 'another source of the same owner spoke later',
  'earlier-day': 'of an earlier day',
  'after-listing': 'said after it listed',
  'other-exchange': 'the other exchange counts',
  'other-book': 'another book counts',
  'older-reading': 'there is a newer reading',
}

/** The id of a figure on a page, without characters that need escaping in an address. */
export const figureId = (path: string): string => path.replaceAll(/[^a-z0-9]+/gi, '-').replace(/-$/, '')
