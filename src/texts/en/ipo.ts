import type { Day } from '../../market/calendar.ts'
import type { Board, Category } from '../../market/facts/fact.ts'
import { gmpAge, isOldGmp } from '../../market/gmp/gmp.ts'
import type { ApplicantCategory } from '../../market/issues/application.ts'
import { biddingDayText, count, counted, plainDay, rupees } from '../format.ts'
import { phrase } from '../phrase.ts'
import type { TermId } from './glossary.ts'

/** Who bids, with the amounts by which the groups differ, and the word of the glossary that explains it. */
const CATEGORIES: Readonly<Record<Category, readonly [name: string, short: string, term?: TermId]>> = {
  QIB: ['Institutions (QIB)', 'QIB', 'qib'],
  NII: ['Non-institutional (NII, HNI)', 'NII', 'hni'],
  BNII: ['bHNI, above ₹10 lakh', 'bHNI', 'bhni'],
  SNII: ['sHNI, ₹2 to 10 lakh', 'sHNI', 'shni'],
  RII: ['Retail (RII), up to ₹2 lakh', 'Retail', 'retail'],
  EMP: ['Employees', 'Employees', 'employees'],
  SHA: ['Shareholders', 'Shareholders'],
  POL: ['Policyholders', 'Policyholders'],
  MM: ['Market makers', 'Market makers', 'market-maker'],
  OTHER: ['Others', 'Others'],
  TOTAL: ['Total', 'Total'],
}

/** The subscription of a category at the beginning of a sentence. */
const SUBSCRIPTION_OF: Readonly<Record<Category, string>> = {
  QIB: 'QIB subscription',
  NII: 'HNI (NII) subscription',
  BNII: 'bHNI subscription',
  SNII: 'sHNI subscription',
  RII: 'Retail subscription',
  EMP: 'Employee subscription',
  SHA: 'Shareholder subscription',
  POL: 'Policyholder subscription',
  MM: 'Market maker subscription',
  OTHER: 'Subscription of other investors',
  TOTAL: 'Total subscription',
}

/** The quotes of a day, in rupees a share. */
export interface QuotesOfDay {
  readonly day: Day
  readonly gmp: number
  readonly lowest: number
  readonly highest: number
  readonly owners: number
  readonly ownersOfDay: number
  readonly disputed: boolean
}

/** Nothing where all quoted on the day itself: the quotes of the others are of the days before. */
const ofThem = ({ owners, ownersOfDay }: Pick<QuotesOfDay, 'owners' | 'ownersOfDay'>): string =>
  ownersOfDay === owners ? '' : `, ${count(ownersOfDay)}`

/** In an SME issue `RII` are individuals, who have no choice of lots. */
const isIndividual = (category: Category, board: Board): boolean => category === 'RII' && board === 'SME'

export const ipo = {
  category: (category: Category, board: Board): string =>
    isIndividual(category, board) ? 'Individuals (2 lots)' : CATEGORIES[category][0],
  categoryShort: (category: Category, board: Board): string =>
    isIndividual(category, board) ? 'Individuals' : CATEGORIES[category][1],
  subscriptionOf: (category: Category, board: Board): string =>
    isIndividual(category, board) ? 'Individual subscription' : SUBSCRIPTION_OF[category],
  categoryTerm: (category: Category, board: Board): TermId | undefined =>
    isIndividual(category, board) ? 'individual' : CATEGORIES[category][2],
  applicant: (category: ApplicantCategory, board: Board, lots: number): string => {
    if (isIndividual(category, board)) return `Individual (${counted(lots, 'lot')})`
    return category === 'NII' ? 'HNI (NII)' : CATEGORIES[category][1]
  },

  biddingDay: (day: number, days: number): string => biddingDayText({ dayNumber: day, days }).toLowerCase(),

  /** Labels of figures and columns. */
  gmp: 'GMP',
  lastGmp: 'Last GMP',
  atPriceAndGmp: 'At price + GMP',
  subscribed: 'Subscribed',
  minimum: 'Minimum',
  priceBand: 'Price',
  issueSize: 'Size',
  boardLabel: 'Board',
  sourceCount: 'Sources',
  openingPrice: 'Listed at',
  listingGain: 'Listing gain',
  gmpHadSaid: 'GMP had said',

  /** Missing values. */
  notAnnounced: 'not announced',
  noQuote: 'no quote',
  noQuoteYet: 'no quote yet',
  noPriceYet: 'no price yet',
  notOpenYet: 'not open yet',

  /** `₹42.25`, or `₹94 to ₹219` where sources disagree. */
  gmpText: ({ gmp, lowest, highest, disputed }: QuotesOfDay): string =>
    disputed ? `${rupees(lowest)} to ${rupees(highest)}` : rupees(gmp),
  /** `42 days old`; `null` for a GMP of the last days. */
  gmpAge: (day: Day, today: Day): string | null =>
    isOldGmp(day, today) ? `${counted(gmpAge(day, today), 'day')} old` : null,
  /** `3 sources today`, `3 sources, 1 on 14 Jan` */
  gmpOrigin: (quoted: QuotesOfDay, today: Day): string =>
    `${counted(quoted.owners, 'source')}${ofThem(quoted)} ${quoted.day === today ? 'today' : `on ${plainDay(quoted.day, today)}`}`,
  ofThem,
  sources: (owners: number): string => counted(owners, 'source'),
  disagreeing: (owners: number): string => `${counted(owners, 'source')} disagree`,
  sameAsTable: 'The same figures as a table',
  final: 'final',

  /** When: the next step of an issue, within a line. */
  closesAt: <T>(day: T, time: T, left: T | null) =>
    left === null ? phrase`closes ${day}, ${time}` : phrase`closes ${day}, ${time}, ${left}`,
  closingDayUnknown: 'closing day not announced',
  opensOn: <T>(day: T) => phrase`opens ${day}`,
  opensTo: <T>(day: T, last: T) => phrase`opens ${day}, closes ${last}`,
  openingDayUnknown: 'opening day not announced',
  listingDayUnknown: 'listing day not announced',
  listedOn: <T>(day: T) => phrase`listed ${day}`,
  priceNotReceived: <T>(day: T) => phrase`should have listed by ${day}; listing price not received yet`,

  /** The range bar in a sentence, for screen readers. */
  rangeBar: (price: number, low: number, high: number): string =>
    low === high
      ? `Issue price ${rupees(price)}, at price + GMP ${rupees(high)}`
      : `Issue price ${rupees(price)}, at price + GMP ${rupees(low)} to ${rupees(high)}`,
} as const
