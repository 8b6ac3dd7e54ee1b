import type { Day, Instant } from '../../src/market/calendar.ts'
import type { Board } from '../../src/market/facts/fact.ts'
import { evening, morning, on } from './days.ts'

export interface OfferTerms {
  readonly open: Day
  readonly close: Day
  /** In rupees; equal ends are a fixed price. */
  readonly band: readonly [number, number]
  readonly lot: number
}

/** Bids as shown from a moment on: the stamp of the table, and QIB, NII, bNII, sNII, RII and total in multiples. */
export interface Bids {
  readonly from: Instant
  readonly stamp: string
  readonly times: readonly [string, string, string, string, string, string]
}

/** One issue as the exchanges show it through the month. */
export interface Issue {
  readonly name: string
  readonly board: Board
  readonly announced: Instant
  readonly terms: OfferTerms
  readonly minLots: number
  readonly faceValue: number
  readonly nse?: {
    readonly symbol: string
    readonly sizeText: string
    /** The series of its first trading day. */
    readonly series: string
    readonly isin?: string
  }
  readonly bse?: {
    readonly number: string
    readonly symbol: string
    readonly code: string
    readonly group: string
  }
  /** Further lines of NSE's page, and keys of BSE's page: registrar, documents and limits as they print them. */
  readonly offer?: {
    readonly nse?: readonly (readonly [title: string, value: string])[]
    readonly bse?: Readonly<Record<string, string>>
  }
  /** NSE publishes it first, BSE the next morning. */
  readonly revised?: { readonly nse: Instant; readonly bse: Instant; readonly terms: OfferTerms }
  readonly calledOff?: { readonly from: Instant; readonly text: string }
  /** Both exchanges combined, for a mainboard issue. */
  readonly bids?: readonly Bids[]
  /** The whole book of an SME issue on NSE: its total, without a stamp. */
  readonly smeTotals?: readonly { readonly from: Instant; readonly times: string }[]
  readonly bseBids?: readonly Bids[]
  readonly listing?: {
    readonly on: Day
    readonly issuePrice: number
    /** When the list of past issues begins to show price and day. */
    readonly announced: Instant
    readonly opens: { readonly NSE?: number; readonly BSE?: number }
  }
}

/** On the mainboard and on both exchanges: the plain case. */
const MARIGOLD: Issue = {
  name: 'Marigold Lanterns Limited',
  board: 'MAINBOARD',
  announced: morning(4),
  terms: { open: on(10), close: on(12), band: [142, 150], lot: 100 },
  minLots: 1,
  faceValue: 5,
  nse: {
    symbol: 'MARIGOLD',
    sizeText:
      '"Initial Public Offer comprising of Fresh Issue aggregating up to Rs. 2,000 million and Offer for Sale aggregating up to Rs. 1,000 million (including Anchor Investor portion of 21,21,212 Equity Shares)"',
    series: 'EQ',
    isin: 'INE0MRG01012',
  },
  bse: { number: '9101', symbol: 'MARIGOLD', code: '599101', group: 'B' },
  offer: {
    nse: [
      ['Name of the Registrar', 'KFIN Technologies Limited'],
      ['Book Running Lead Managers', 'Acorn Capital Limited, Birch Advisors Private Limited'],
      ['Cut-off time for UPI Mandate Confirmation', '12-Mar-2031 (upto 5:00 PM)'],
      ['Discount', 'Rs. 10 per equity share to Eligible Employees'],
      ['Categories', '"FI, IC, MF, FII, OTH, CO, IND, NOH and EMP"'],
      ['Maximum Subscription Amount for Retail Investor', 'Rs.2,00,000'],
      ['Red Herring Prospectus', 'https://nsearchives.nseindia.com/content/ipo/RHP_MARIGOLD.zip'],
    ],
    bse: { Registrar: 'KFin TechnologiesLimited^1 High Street||||||||a@b.example|A' },
  },
  bids: [
    {
      from: evening(10),
      stamp: '10-Mar-2031 17:00:00',
      times: ['0.12', '0.9', '0.8', '1.1', '2.05', '1.234'],
    },
    { from: evening(11), stamp: '11-Mar-2031 17:00:00', times: ['1.5', '6.25', '6.5', '5.75', '5.4', '4.8'] },
    {
      from: evening(12),
      stamp: '12-Mar-2031 19:00:00',
      times: ['45.204', '30.1', '35.05', '20.2', '8.4', '24.1489'],
    },
  ],
  bseBids: [
    { from: evening(12), stamp: '3/12/2031 5:00:00 PM', times: ['3.1', '2', '2.5', '1.5', '1.25', '1.9'] },
  ],
  listing: { on: on(17), issuePrice: 150, announced: morning(13), opens: { NSE: 181.5, BSE: 180 } },
}

/** On NSE's SME board. Trackers shorten its name, and it lists at the highest allowed price. */
const TAMARIND: Issue = {
  name: 'Tamarind Agro Foods (India) Limited',
  board: 'SME',
  announced: morning(5),
  terms: { open: on(11), close: on(13), band: [114, 120], lot: 1000 },
  minLots: 2,
  faceValue: 10,
  nse: {
    symbol: 'TAMARIND',
    sizeText:
      '"Initial Public Offer of 35,00,000 Equity Shares (Including Market Maker portion of 1,75,000 Equity Shares)"',
    series: 'ST',
  },
  smeTotals: [
    { from: morning(11), times: '0.4' },
    { from: evening(11), times: '2.35' },
    { from: evening(12), times: '14.6' },
    // A misprint, which must be refused.
    { from: morning(13), times: '0.0146' },
    { from: evening(13), times: '150.2549' },
  ],
  listing: { on: on(18), issuePrice: 120, announced: morning(14), opens: { NSE: 228 } },
}

/** Only on BSE's SME board; it lists at the lowest allowed price. */
const QUOKKA: Issue = {
  name: 'Quokka Pumps Limited',
  board: 'SME',
  announced: morning(6),
  terms: { open: on(12), close: on(17), band: [57, 60], lot: 2000 },
  minLots: 2,
  faceValue: 10,
  bse: { number: '9103', symbol: 'QUOKKA', code: '599103', group: 'M' },
  offer: {
    bse: {
      Registrar: 'Teak Registry Private Limited^2 Low Street||||||||c@d.example|C',
      Book_Running_Lead_Manager: 'Cedar Capital Limited^3 Broad Street||||||||e@f.example|E',
      Cut_off_time_for_UPI_Mandate_Confirmation: '17-March-2031 (Upto 5.00 pm)',
      Prospectus_GID: 'https://www.bseindia.com/downloads/ipo/RHP_QUOKKA.zip',
    },
  },
  bseBids: [
    { from: evening(12), stamp: '3/12/2031 17:00:00', times: ['0', '0.2', '0.1', '0.3', '0.4', '0.25'] },
    { from: evening(17), stamp: '3/17/2031 16:00:00', times: ['1', '1.75', '1.5', '2', '3.2', '2.125'] },
  ],
  listing: { on: on(20), issuePrice: 60, announced: morning(20), opens: { BSE: 48 } },
}

/** An issue with a fixed price. */
const SAFFRON_BOILERS: Issue = {
  name: 'Saffron Boilers Limited',
  board: 'SME',
  announced: morning(7),
  terms: { open: on(13), close: on(18), band: [90, 90], lot: 1600 },
  minLots: 2,
  faceValue: 10,
  nse: { symbol: 'SAFFRON', sizeText: '"Initial Public Issue of 20,00,000 Equity Shares"', series: 'ST' },
  smeTotals: [
    { from: evening(13), times: '0.35' },
    { from: evening(14), times: '0.8' },
    { from: evening(17), times: '1.1' },
    { from: evening(18), times: '1.45' },
  ],
  listing: { on: on(21), issuePrice: 90, announced: morning(19), opens: { NSE: 85.5 } },
}

/** A name similar to the previous one. Its band is revised and its closing day moved while it is open. */
const SAFFRON_ENGINEERING: Issue = {
  name: 'Saffron Boilers Engineering Limited',
  board: 'MAINBOARD',
  announced: morning(11),
  terms: { open: on(17), close: on(19), band: [304, 320], lot: 46 },
  minLots: 1,
  faceValue: 2,
  nse: {
    symbol: 'SAFFENG',
    sizeText: '"Initial Public Offer of Fresh Issue aggregating up to Rs. 450 crore"',
    series: 'EQ',
  },
  bse: { number: '9105', symbol: 'SAFFENG', code: '599105', group: 'B' },
  revised: {
    nse: evening(18),
    bse: morning(19),
    terms: { open: on(17), close: on(21), band: [285, 300], lot: 50 },
  },
  bids: [
    { from: evening(17), stamp: '17-Mar-2031 17:00:00', times: ['0', '0.05', '0.04', '0.07', '0.3', '0.1'] },
    { from: evening(19), stamp: '19-Mar-2031 17:00:00', times: ['0.2', '0.3', '0.25', '0.4', '0.9', '0.45'] },
    { from: evening(21), stamp: '21-Mar-2031 19:00:00', times: ['1.01', '1.2', '1.1', '1.4', '1.65', '1.3'] },
  ],
  listing: { on: on(26), issuePrice: 300, announced: morning(24), opens: { NSE: 300, BSE: 301 } },
}

/** Postponed the day before it opens. */
const HARBOUR_FIRST: Issue = {
  name: 'Harbour Cement Limited',
  board: 'MAINBOARD',
  announced: morning(12),
  terms: { open: on(18), close: on(20), band: [190, 200], lot: 75 },
  minLots: 1,
  faceValue: 10,
  nse: {
    symbol: 'HARBOUR',
    sizeText: '"Initial Public Offer of Fresh Issue aggregating up to Rs. 6,000 million"',
    series: 'EQ',
  },
  bse: { number: '9106', symbol: 'HARBOUR', code: '599106', group: 'B' },
  calledOff: { from: evening(17), text: '-Issue postponed' },
}

/** The same company returns under another symbol. It lists after the month. */
const HARBOUR_SECOND: Issue = {
  name: 'Harbour Cement Limited',
  board: 'MAINBOARD',
  announced: morning(20),
  terms: { open: on(25), close: on(27), band: [171, 180], lot: 80 },
  minLots: 1,
  faceValue: 10,
  nse: {
    symbol: 'HARBOURCEM',
    sizeText: '"Initial Public Offer of Fresh Issue aggregating up to Rs. 5,400 million"',
    series: 'EQ',
  },
  bse: { number: '9116', symbol: 'HARBOURCEM', code: '599116', group: 'B' },
  bids: [
    { from: evening(25), stamp: '25-Mar-2031 17:00:00', times: ['0.5', '0.5', '0.5', '0.5', '0.5', '0.5'] },
    {
      from: evening(27),
      stamp: '27th March 2031 at 19.00 hrs',
      times: ['9.5', '7.25', '7.5', '6.75', '3.3', '6.045'],
    },
  ],
  listing: { on: '2031-04-02', issuePrice: 180, announced: morning(31), opens: {} },
}

/** Withdrawn while it is open. */
const WREN: Issue = {
  name: 'Wren Textiles Limited',
  board: 'SME',
  announced: morning(18),
  terms: { open: on(24), close: on(26), band: [76, 80], lot: 1600 },
  minLots: 2,
  faceValue: 10,
  nse: { symbol: 'WRENTEX', sizeText: '"Initial Public Offer of 25,00,000 Equity Shares"', series: 'ST' },
  smeTotals: [{ from: evening(24), times: '0.12' }],
  calledOff: { from: evening(25), text: '-Issue Withdrawn' },
}

/** Trackers use only the name of its shops. */
const NILGIRI: Issue = {
  name: 'Nilgiri Commerce Ventures Limited',
  board: 'MAINBOARD',
  announced: morning(14),
  terms: { open: on(20), close: on(24), band: [95, 100], lot: 150 },
  minLots: 1,
  faceValue: 1,
  nse: {
    symbol: 'NILGIRI',
    sizeText: '"Initial Public Offering comprising of Offer for Sale of 5,00,00,000 Equity Shares"',
    series: 'BE',
  },
  bse: { number: '9108', symbol: 'NILGIRI', code: '599108', group: 'T' },
  bids: [
    { from: evening(20), stamp: '20-Mar-2031 17:00:00', times: ['0', '0.4', '0.3', '0.6', '1.5', '0.7'] },
    { from: evening(24), stamp: '24-Mar-2031 19:00:00', times: ['12', '5.5', '6', '4.5', '3.75', '7.006'] },
  ],
  listing: { on: on(27), issuePrice: 100, announced: morning(25), opens: { NSE: 112, BSE: 111.5 } },
}

export const ISSUES: readonly Issue[] = [
  MARIGOLD,
  TAMARIND,
  QUOKKA,
  SAFFRON_BOILERS,
  SAFFRON_ENGINEERING,
  HARBOUR_FIRST,
  HARBOUR_SECOND,
  WREN,
  NILGIRI,
]

/** The terms that an exchange shows at a moment. */
export function termsAt({ terms, revised }: Issue, exchange: 'nse' | 'bse', moment: Instant): OfferTerms {
  return revised && revised[exchange] <= moment ? revised.terms : terms
}

/** The last entry that is shown by then. */
export const shownAt = <T extends { readonly from: Instant }>(
  all: readonly T[],
  moment: Instant,
): T | undefined => all.filter(({ from }) => from <= moment).at(-1)
