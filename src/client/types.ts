// Written from the schemas of the API by test/client-types.test.ts; do not edit.

/** One value or several, of which any may match. */
export type OneOrMore<T> = T | readonly T[]

export interface IposParameters {
  /** Only IPOs of this status. Any letter case; several by repeating it or separated by commas. */
  status?: OneOrMore<'UPCOMING' | 'OPEN' | 'CLOSED' | 'LISTED'> | undefined
  /** Only IPOs of this board. Any letter case; several by repeating it or separated by commas. */
  board?: OneOrMore<'MAINBOARD' | 'SME'> | undefined
  /** Only IPOs whose name or symbol contains this, in any letter case. */
  q?: string | undefined
  /** With full, each item has all fields of the answer about one IPO, without histories and single quotes. Any letter case. The default is summary. */
  detail?: 'summary' | 'full' | undefined
  /** The most items in one answer. Above 200, 200 are served and X-Limit is 200. The default is 60. */
  limit?: number | undefined
  /** The answer as it was known at this past moment, by the clock of that moment: a date-time with Z or an offset, or a day, which means its last moment in India. The current day means now. */
  asOf?: string | Date | undefined
  /** Selects the next page. Take it from the Link header; it carries the filters and pins the moment of the first page. */
  cursor?: string | undefined
}

export interface MomentParameters {
  /** The answer as it was known at this past moment, by the clock of that moment: a date-time with Z or an offset, or a day, which means its last moment in India. The current day means now. */
  asOf?: string | Date | undefined
}

export interface DealsParameters {
  /** Only deals of this ticker, in any letter case. */
  symbol?: string | undefined
  /** Only deals of this kind. Any letter case; several by repeating it or separated by commas. */
  kind?: OneOrMore<'BULK' | 'BLOCK'> | undefined
  /** Only deals of this direction. Any letter case; several by repeating it or separated by commas. */
  dealType?: OneOrMore<'BUY' | 'SELL'> | undefined
  /** Only deals that this exchange disclosed. Any letter case; several by repeating it or separated by commas. */
  exchange?: OneOrMore<'NSE' | 'BSE'> | undefined
  /** Only deals whose client name contains this, in any letter case. */
  client?: string | undefined
  /** Only deals of the client with exactly this name, as disclosed. */
  clientName?: string | undefined
  /** Only deals from this day on. */
  from?: string | undefined
  /** Only deals up to and including this day. */
  to?: string | undefined
  /** The most items in one answer. Above 300, 300 are served and X-Limit is 300. The default is 100. */
  limit?: number | undefined
  /** The answer as it was known at this past moment, by the clock of that moment: a date-time with Z or an offset, or a day, which means its last moment in India. The current day means now. */
  asOf?: string | Date | undefined
  /** Selects the next page. Take it from the Link header; it carries the filters and pins the moment of the first page. */
  cursor?: string | undefined
}

export interface ScoreboardParameters {
  /** Only listings of this board; the summary is then of these alone. Any letter case; several by repeating it or separated by commas. */
  board?: OneOrMore<'MAINBOARD' | 'SME'> | undefined
  /** The answer as it was known at this past moment, by the clock of that moment: a date-time with Z or an offset, or a day, which means its last moment in India. The current day means now. */
  asOf?: string | Date | undefined
}

export interface AccuracyParameters {
  /** The horizon of the parts by board, year and size. Any letter case. The default is close. */
  horizon?: 'close-7' | 'close-3' | 'close-1' | 'close' | 'last' | undefined
  /** Only this source besides the median, by its name in any letter case. */
  source?: string | undefined
  /** The answer as it was known at this past moment, by the clock of that moment: a date-time with Z or an offset, or a day, which means its last moment in India. The current day means now. */
  asOf?: string | Date | undefined
}

export interface ChangesParameters {
  /** A position, from X-Market-Version or from the position in an answer; or a past date-time with Z or an offset, for the position at that moment; or a day, for the position at its first moment in India. 0 starts from an empty list. The default is one day before the end. */
  since?: string | undefined
  /** With news, without what is no news: a first load, IPOs that can no longer be applied for when they are first recorded, and history that sources report. A change of kind added counts the IPOs that are left out. Not for a copy of the list; since=0 gives the whole list in both. Any letter case. The default is all. */
  scope?: 'all' | 'news' | undefined
  /** The most items in one answer. Above 1000, 1000 are served and X-Limit is 1000. The default is 200. */
  limit?: number | undefined
  /** The answer as it was known at this past moment, by the clock of that moment: a date-time with Z or an offset, or a day, which means its last moment in India. The current day means now. */
  asOf?: string | Date | undefined
  /** Selects the next page. Take it from the Link header; it carries the filters and pins the moment of the first page. */
  cursor?: string | undefined
}

/** One IPO in a list. */
export interface IpoSummary {
  /** Identifier of the IPO, safe in an address. It never changes. */
  slug: string
  /** Company name. */
  name: string
  /** Where it lists: the main board or the board for small and medium enterprises. */
  board: 'MAINBOARD' | 'SME'
  /** Derived from the dates and the clock in India. */
  status: 'UPCOMING' | 'OPEN' | 'CLOSED' | 'LISTED'
  /** Lower bound of the price band, rupees. Null while unknown. */
  priceMin: number | null
  /** Upper bound of the price band, rupees. Null while unknown. */
  priceMax: number | null
  /** Shares per lot. Null while unknown. */
  lotSize: number | null
  /** Issue size in crore rupees. Null while unknown. */
  issueSizeCr: number | null
  /** Opening day in India, as that day at 00:00 UTC. Null while unknown. */
  openDate: string | null
  /** Closing day in India, as that day at 00:00 UTC. Null while unknown. */
  closeDate: string | null
  /** Median GMP over independent owners on the most recent day with a report, rupees. 0 is a quote of zero. Null while unknown. */
  lastGmp: number | null
  /** lastGmp as a percentage of the issue price, or of the upper band until it is fixed. Null while unknown. */
  lastGmpPct: number | null
  /** Most recent overall subscription, in times. Null while unknown. */
  lastSubX: number | null
  /** Number of independent owners that reported GMP today (in India). */
  gmpSources: number
  /** Highest minus lowest owner's report of the day behind lastGmp, rupees. Null while unknown. */
  gmpSpread: number | null
  /** True when the owners disagree by more than half the premium: do not show the premium without this flag. */
  gmpDisputed: boolean
}

/** One IPO with its history. */
export interface IpoDetail {
  /** Identifier of the IPO, safe in an address. It never changes. */
  slug: string
  /** Company name. */
  name: string
  /** Where it lists: the main board or the board for small and medium enterprises. */
  board: 'MAINBOARD' | 'SME'
  /** Derived from the dates and the clock in India. */
  status: 'UPCOMING' | 'OPEN' | 'CLOSED' | 'LISTED'
  /** Lower bound of the price band, rupees. Null while unknown. */
  priceMin: number | null
  /** Upper bound of the price band, rupees. Null while unknown. */
  priceMax: number | null
  /** Shares per lot. Null while unknown. */
  lotSize: number | null
  /** Issue size in crore rupees. Null while unknown. */
  issueSizeCr: number | null
  /** Opening day in India, as that day at 00:00 UTC. Null while unknown. */
  openDate: string | null
  /** Closing day in India, as that day at 00:00 UTC. Null while unknown. */
  closeDate: string | null
  /** Median GMP over independent owners on the most recent day with a report, rupees. 0 is a quote of zero. Null while unknown. */
  lastGmp: number | null
  /** lastGmp as a percentage of the issue price, or of the upper band until it is fixed. Null while unknown. */
  lastGmpPct: number | null
  /** Most recent overall subscription, in times. Null while unknown. */
  lastSubX: number | null
  /** Number of independent owners that reported GMP today (in India). */
  gmpSources: number
  /** Highest minus lowest owner's report of the day behind lastGmp, rupees. Null while unknown. */
  gmpSpread: number | null
  /** True when the owners disagree by more than half the premium: do not show the premium without this flag. */
  gmpDisputed: boolean
  /** Ticker. Null while unknown. */
  symbol: string | null
  /** International securities identification number. Null while unknown. */
  isin: string | null
  /** BSE scrip code. Null while unknown. */
  bseCode: string | null
  /** Exchanges on which it lists. Null while unknown. */
  exchanges: ('NSE' | 'BSE')[] | null
  /** How the price is found, such as book-built or fixed-price. Null while unknown. */
  issueType: string | null
  /** Face value of a share, rupees. Null while unknown. */
  faceValue: number | null
  /** Issue price, rupees. Null while unknown. */
  issuePrice: number | null
  /** Lots of the smallest application as a source printed it; application has the rule. Null while unknown. */
  minLots: number | null
  /** Day of allotment in India. Null while unknown. */
  allotmentDate: string | null
  /** Planned or actual listing day in India. Null while unknown. */
  listingDate: string | null
  /** How it listed. Null until a listing price is known. */
  listing: Listing | null
  /** True when the issue was withdrawn, or postponed with no new dates since. */
  withdrawn: boolean
  /** The quote of each source on the day behind lastGmp, by name. */
  sources: SourceWord[]
  /** Whether the sources of that day disagree, and why. Null when there is no quote. */
  dispute: Dispute | null
  /** The registrar to the issue. Null while unknown. */
  registrar: Registrar | null
  /** Names of the lead managers. Null while unknown. */
  leadManagers: string[] | null
  /** Documents on the hosts of the exchanges. Null while unknown. */
  documents: IssueDocument[] | null
  /** Shares of the fresh issue, if printed in shares. Null while unknown. */
  freshIssueShares: number | null
  /** Fresh issue in crore rupees, if printed in rupees. Null while unknown. */
  freshIssueCr: number | null
  /** Shares offered for sale, if printed in shares. Null while unknown. */
  offerForSaleShares: number | null
  /** Offer for sale in crore rupees, if printed in rupees. Null while unknown. */
  offerForSaleCr: number | null
  /** Shares reserved for anchor investors. Null while unknown. */
  anchorShares: number | null
  /** Shares reserved for the market maker of an SME issue. Null while unknown. */
  marketMakerShares: number | null
  /** Discount for employees, rupees a share. Null while unknown. */
  employeeDiscount: number | null
  /** Last moment to confirm a UPI mandate. Null while unknown. */
  upiCutoffAt: string | null
  /** Industry, as the exchange prints it. Null while unknown. */
  industry: string | null
  /** When allotment, credit and listing are due. Null while the days of bidding are unknown, for issues that opened before the rule, withdrawn or postponed, and once it has listed. */
  expected: ExpectedDays | null
  /** What one may apply for, by category; empty while the lot or the price is unknown. */
  application: Application[]
  /** Day of the quotes behind lastGmp, in India. Null while unknown. */
  lastGmpDay: string | null
  /** Number of independent owners behind lastGmp; 0 without a quote. */
  lastGmpOwners: number
  /** Smallest application of the first category, rupees. Null while unknown. */
  minAmount: number | null
  /** How far past listings of the board opened from their GMP: those with a GMP of this size, or all of the board where fewer than 50 had one. Null with fewer than 50 of the board, without a current GMP, and once it has listed. */
  range80: Range80 | null
  /** The newest reading of each day and category, oldest day first. */
  subsByDay: SubscriptionDay[]
  /** One entry per day and source, oldest first, then by source. */
  gmp: GmpObservation[]
  /** One entry per category, TOTAL last. */
  subs: SubscriptionEntry[]
}

/** One IPO in a list with detail=full: all of its answer but histories and single quotes. */
export interface FullIpo {
  /** Identifier of the IPO, safe in an address. It never changes. */
  slug: string
  /** Company name. */
  name: string
  /** Where it lists: the main board or the board for small and medium enterprises. */
  board: 'MAINBOARD' | 'SME'
  /** Derived from the dates and the clock in India. */
  status: 'UPCOMING' | 'OPEN' | 'CLOSED' | 'LISTED'
  /** Lower bound of the price band, rupees. Null while unknown. */
  priceMin: number | null
  /** Upper bound of the price band, rupees. Null while unknown. */
  priceMax: number | null
  /** Shares per lot. Null while unknown. */
  lotSize: number | null
  /** Issue size in crore rupees. Null while unknown. */
  issueSizeCr: number | null
  /** Opening day in India, as that day at 00:00 UTC. Null while unknown. */
  openDate: string | null
  /** Closing day in India, as that day at 00:00 UTC. Null while unknown. */
  closeDate: string | null
  /** Median GMP over independent owners on the most recent day with a report, rupees. 0 is a quote of zero. Null while unknown. */
  lastGmp: number | null
  /** lastGmp as a percentage of the issue price, or of the upper band until it is fixed. Null while unknown. */
  lastGmpPct: number | null
  /** Most recent overall subscription, in times. Null while unknown. */
  lastSubX: number | null
  /** Number of independent owners that reported GMP today (in India). */
  gmpSources: number
  /** Highest minus lowest owner's report of the day behind lastGmp, rupees. Null while unknown. */
  gmpSpread: number | null
  /** True when the owners disagree by more than half the premium: do not show the premium without this flag. */
  gmpDisputed: boolean
  /** Ticker. Null while unknown. */
  symbol: string | null
  /** International securities identification number. Null while unknown. */
  isin: string | null
  /** BSE scrip code. Null while unknown. */
  bseCode: string | null
  /** Exchanges on which it lists. Null while unknown. */
  exchanges: ('NSE' | 'BSE')[] | null
  /** How the price is found, such as book-built or fixed-price. Null while unknown. */
  issueType: string | null
  /** Face value of a share, rupees. Null while unknown. */
  faceValue: number | null
  /** Issue price, rupees. Null while unknown. */
  issuePrice: number | null
  /** Lots of the smallest application as a source printed it; application has the rule. Null while unknown. */
  minLots: number | null
  /** Day of allotment in India. Null while unknown. */
  allotmentDate: string | null
  /** Planned or actual listing day in India. Null while unknown. */
  listingDate: string | null
  /** How it listed. Null until a listing price is known. */
  listing: Listing | null
  /** True when the issue was withdrawn, or postponed with no new dates since. */
  withdrawn: boolean
  /** Whether the sources of that day disagree, and why. Null when there is no quote. */
  dispute: DisputeSummary | null
  /** The registrar to the issue. Null while unknown. */
  registrar: Registrar | null
  /** Names of the lead managers. Null while unknown. */
  leadManagers: string[] | null
  /** Documents on the hosts of the exchanges. Null while unknown. */
  documents: IssueDocument[] | null
  /** Shares of the fresh issue, if printed in shares. Null while unknown. */
  freshIssueShares: number | null
  /** Fresh issue in crore rupees, if printed in rupees. Null while unknown. */
  freshIssueCr: number | null
  /** Shares offered for sale, if printed in shares. Null while unknown. */
  offerForSaleShares: number | null
  /** Offer for sale in crore rupees, if printed in rupees. Null while unknown. */
  offerForSaleCr: number | null
  /** Shares reserved for anchor investors. Null while unknown. */
  anchorShares: number | null
  /** Shares reserved for the market maker of an SME issue. Null while unknown. */
  marketMakerShares: number | null
  /** Discount for employees, rupees a share. Null while unknown. */
  employeeDiscount: number | null
  /** Last moment to confirm a UPI mandate. Null while unknown. */
  upiCutoffAt: string | null
  /** Industry, as the exchange prints it. Null while unknown. */
  industry: string | null
  /** When allotment, credit and listing are due. Null while the days of bidding are unknown, for issues that opened before the rule, withdrawn or postponed, and once it has listed. */
  expected: ExpectedDays | null
  /** What one may apply for, by category; empty while the lot or the price is unknown. */
  application: Application[]
  /** Day of the quotes behind lastGmp, in India. Null while unknown. */
  lastGmpDay: string | null
  /** Number of independent owners behind lastGmp; 0 without a quote. */
  lastGmpOwners: number
  /** Smallest application of the first category, rupees. Null while unknown. */
  minAmount: number | null
  /** How far past listings of the board opened from their GMP: those with a GMP of this size, or all of the board where fewer than 50 had one. Null with fewer than 50 of the board, without a current GMP, and once it has listed. */
  range80: Range80 | null
}

/** The quote of one source on the day behind lastGmp. */
export interface SourceWord {
  /** Name of the reporting source. */
  source: string
  /** Who owns the source. Sources of one owner count once. */
  owner: string
  /** What it reported, rupees. */
  gmp: number
  /** Day of the report in India. */
  observedAt: string
  /** The source's own time stamp. Null while unknown. */
  reportedAt: string | null
  /** True when this quote counts for its owner in the median. */
  counted: boolean
}

/** Whether the sources disagree, by how much, and why. */
export interface Dispute {
  /** The day behind lastGmp, in India. */
  day: string
  /** The same as gmpDisputed. */
  disputed: boolean
  /** Number of independent owners that reported on that day. */
  owners: number
  /** Median of the owners' quotes, rupees: the same as lastGmp. */
  median: number
  /** Highest minus lowest owner's quote, rupees: the same as gmpSpread. */
  spread: number
  /** The widest spread that is not a dispute, rupees: half the size of the median, rounded down to the paisa. */
  limit: number
  /** one-owner: there is nothing to compare with; agree: the spread is within the limit; spread-above-half: it is above the limit; any-spread-at-zero: with a median of 0 any spread is a dispute. */
  reason: 'one-owner' | 'agree' | 'spread-above-half' | 'any-spread-at-zero'
  /** The quote of each source on that day, by name. */
  words: DisputeWord[]
}

/** Whether the sources disagree, by how much, and why, without their quotes. */
export interface DisputeSummary {
  /** The day behind lastGmp, in India. */
  day: string
  /** The same as gmpDisputed. */
  disputed: boolean
  /** Number of independent owners that reported on that day. */
  owners: number
  /** Median of the owners' quotes, rupees: the same as lastGmp. */
  median: number
  /** Highest minus lowest owner's quote, rupees: the same as gmpSpread. */
  spread: number
  /** The widest spread that is not a dispute, rupees: half the size of the median, rounded down to the paisa. */
  limit: number
  /** one-owner: there is nothing to compare with; agree: the spread is within the limit; spread-above-half: it is above the limit; any-spread-at-zero: with a median of 0 any spread is a dispute. */
  reason: 'one-owner' | 'agree' | 'spread-above-half' | 'any-spread-at-zero'
}

/** One source's quote on the day behind lastGmp, and its distance from the median. */
export interface DisputeWord {
  /** Name of the reporting source. */
  source: string
  /** Who owns the source. Sources of one owner count once. */
  owner: string
  /** What it reported, rupees. */
  gmp: number
  /** gmp minus the median, rupees. Negative: it quotes less than the median. */
  distance: number
  /** True when this quote counts for its owner in the median. */
  counted: boolean
  /** Day of the report in India. */
  observedAt: string
  /** The source's own time stamp. Null while unknown. */
  reportedAt: string | null
  /** When it was recorded here. */
  recordedAt: string
}

/** The last quote of one source on one day. */
export interface GmpObservation {
  /** Day of the observation in India. */
  observedAt: string
  /** GMP in rupees. May be 0 or negative. */
  gmp: number
  /** GMP as a percentage of the issue price, or of the upper band until it is fixed. Null while unknown. */
  gmpPct: number | null
  /** Name of the reporting source. */
  source: string
  /** True for every grey-market figure. */
  unofficial: boolean
}

/** The newest reading of one category. */
export interface SubscriptionEntry {
  /** Investor category; TOTAL carries the overall multiple. */
  category: 'QIB' | 'NII' | 'BNII' | 'SNII' | 'RII' | 'EMP' | 'SHA' | 'POL' | 'MM' | 'OTHER' | 'TOTAL'
  /** Subscription in times. */
  timesSub: number
  /** Shares on offer to the category, as printed. Null while unknown. */
  sharesOffered: number | null
  /** Shares bid for, as printed. Null while unknown. */
  sharesBid: number | null
  /** Number of applications, as printed. Null while unknown. */
  applications: number | null
  /** When the multiple was valid. */
  observedAt: string
}

/** How it listed. Null until a listing price is known. */
export interface Listing {
  /** Listing day in India. */
  listedOn: string
  /** Price of the opening trade of the listing day, rupees. */
  listingPrice: number
  /** Exchange of that trade: NSE where it is known, else BSE. */
  exchange: 'NSE' | 'BSE'
  /** Highest price of that day there, rupees. Null while unknown. */
  high: number | null
  /** Lowest price, rupees. Null while unknown. */
  low: number | null
  /** Closing price, rupees. Null while unknown. */
  close: number | null
  /** Shares traded. Null while unknown. */
  volume: number | null
  /** Shares delivered, percent of those traded. Null while unknown. */
  deliveredPct: number | null
  /** upper or lower where the opening price of an SME share lies exactly at a limit of the exchange, so that it was cut off. Null otherwise. */
  atLimit: 'upper' | 'lower' | null
}

/** The registrar to the issue. */
export interface Registrar {
  /** Its name: the usual one of a known registrar, else as printed. */
  name: string
  /** Its page where the allotment can be checked, from our own list. Null when we know none. */
  allotmentUrl: string | null
}

/** A document that an exchange offers. */
export interface IssueDocument {
  /** rhp (red herring prospectus), prospectus, ratios (basis of the price) or anchor (allocation to anchor investors). */
  kind: 'rhp' | 'prospectus' | 'ratios' | 'anchor'
  /** Address at the exchange. Most are zip files. */
  url: string
}

/** Days that are due by the timetable, from the closing day and the known holidays. */
export interface ExpectedDays {
  /** Day by which the allotment is due, in India. */
  allotmentDate: string
  /** Day by which shares are credited and money is unblocked. */
  creditDate: string
  /** Day on which trading is due to begin. */
  listingDate: string
  /** The timetable behind the days. */
  rule: 'T+3'
}

/** What one category of investors may apply for, at the upper price. */
export interface Application {
  /** Who applies: RII retail (SME: individuals), SNII and BNII smaller and bigger non-institutional bids, NII both, EMP employees, SHA shareholders. */
  category: 'RII' | 'SNII' | 'BNII' | 'NII' | 'EMP' | 'SHA'
  /** Lots of the smallest application. */
  minLots: number
  /** Its shares. */
  minShares: number
  /** What it costs at the upper price, rupees. */
  minAmount: number
  /** Lots of the largest application. Null where there is no limit. */
  maxLots: number | null
  /** Its shares. Null where there is no limit. */
  maxShares: number | null
  /** What it costs, rupees. Null where there is no limit. */
  maxAmount: number | null
}

/** The newest reading of one category on one day of bidding. */
export interface SubscriptionDay {
  /** Day of bidding in India. What is read later belongs to the closing day. */
  day: string
  /** Which day of bidding it is, from 1. Null while unknown. */
  dayNumber: number | null
  /** How many days of bidding there are. Null while unknown. */
  days: number | null
  /** True when it was read after bidding ended. */
  isFinal: boolean
  /** Investor category; TOTAL carries the overall multiple. */
  category: 'QIB' | 'NII' | 'BNII' | 'SNII' | 'RII' | 'EMP' | 'SHA' | 'POL' | 'MM' | 'OTHER' | 'TOTAL'
  /** Subscription in times; null where only bids are printed. Null while unknown. */
  timesSub: number | null
  /** Shares on offer to the category, as printed. Null while unknown. */
  sharesOffered: number | null
  /** Shares bid for, as printed. Null while unknown. */
  sharesBid: number | null
  /** Number of applications, as printed. Null while unknown. */
  applications: number | null
}

/** How far past listings opened from their GMP, placed around the GMP of this issue. It describes the past; it is not a forecast or a recommendation. */
export interface Range80 {
  /** Lower end of the range of listing gains, percent. */
  lowPct: number
  /** Upper end of the range of listing gains, percent. */
  highPct: number
  /** Number of past listings whose misses the range is from, at least 50. */
  listings: number
  /** Number of past listings on this board that had such a range at the same stage, made only from what was known then. */
  judged: number
  /** How many of these opened within their range, percent. Null with no listing. */
  heldPct: number | null
}

/** One bulk or block deal. */
export interface Deal {
  /** NSE's symbol; on BSE the disclosed short name. */
  symbol: string
  /** Name of the client as disclosed by the exchange. */
  clientName: string
  /** Direction of the deal. */
  dealType: 'BUY' | 'SELL'
  /** Kind of deal. */
  kind: 'BULK' | 'BLOCK'
  /** Number of shares. */
  quantity: number
  /** Price per share, rupees. */
  price: number
  /** Quantity times price in crore rupees, with 4 decimals. */
  valueCr: number
  /** Exchange that disclosed the deal. */
  exchange: 'NSE' | 'BSE'
  /** Trade day in India, as that day at 00:00 UTC. */
  tradeDate: string
}

/** How accurate the grey market has been. */
export interface ScoreSummary {
  /** Number of scored listings. */
  n: number
  /** Average absolute error in percentage points; null while nothing is scored. Null while unknown. */
  avgAbsErrorPp: number | null
  /** Percentage of listings whose implied direction matched the actual one; null while nothing is scored. Null while unknown. */
  directionHitPct: number | null
}

/** One scored listing. */
export interface ScoreboardRow {
  /** IPO identifier. */
  slug: string
  /** Company name. */
  name: string
  /** Issue price, rupees. */
  issuePrice: number
  /** Median GMP of the most recent day from 7 days before the close to the close, rupees. */
  gmpAtClose: number
  /** Implied listing gain, percent. */
  impliedPct: number
  /** Actual listing price, rupees. */
  listingPrice: number
  /** Actual listing gain, percent. */
  actualPct: number
  /** impliedPct minus actualPct, percentage points. Positive: GMP was too high. */
  errorPp: number
  /** Whether the implied direction matched the actual one. */
  directionHit: boolean
  /** Listing day in India. */
  listedOn: string
}

export interface IposBody {
  /** True in every successful answer. */
  ok: true
  /** Number of items in this answer. X-Total-Count has the number before the limit. */
  count: number
  /** Opening day newest first, undated last, then by slug. With detail=full every item is a FullIpo. */
  ipos: (IpoSummary | FullIpo)[]
  /** Keep it together with the data. Begins with a statement that this is aggregated public information and that GMP is unofficial. */
  disclaimer: string
}

export interface IpoBody {
  /** True in every successful answer. */
  ok: true
  /** One IPO with its history. */
  ipo: IpoDetail
  /** Keep it together with the data. Begins with a statement that this is aggregated public information and that GMP is unofficial. */
  disclaimer: string
}

export interface DealsBody {
  /** True in every successful answer. */
  ok: true
  /** Trade day newest first, then highest value first. */
  deals: Deal[]
  /** Keep it together with the data. Begins with a statement that this is aggregated public information and that GMP is unofficial. */
  disclaimer: string
}

export interface ScoreboardBody {
  /** True in every successful answer. */
  ok: true
  /** How accurate the grey market has been. */
  summary: ScoreSummary
  /** Listing day newest first, then by slug. */
  rows: ScoreboardRow[]
  /** Keep it together with the data. Begins with a statement that this is aggregated public information and that GMP is unofficial. */
  disclaimer: string
}

/** The bounds of a figure. */
export interface Interval {
  /** Lower bound. */
  low: number
  /** Upper bound. */
  high: number
}

/** A forecast that does not use the grey market, on the same listings. */
export interface Baseline {
  /** Its average absolute error on the same listings, percentage points. Null with no listing. */
  meanAbsErrorPp: number | null
  /** 1 minus meanAbsErrorPp of the grey market divided by its own. 1 is perfect, 0 no better, below 0 worse. Null where this forecast had no error. */
  skill: number | null
}

/** A GMP of exactly 0 counts as right only at exactly the issue price, which is rare: counted here by itself. */
export interface ZeroGmp {
  /** Number of listings with an expected gain of exactly 0. */
  n: number
  /** How many of them listed above the issue price. */
  listedAbove: number
  /** How many of them listed at exactly the issue price. */
  listedAt: number
  /** How many of them listed below it. */
  listedBelow: number
}

/** The direction without the listings that had a GMP of exactly 0. */
export interface DirectionWithoutZero {
  /** Number of listings with an expected gain other than 0. */
  n: number
  /** Number of them whose implied direction matched the actual one. */
  hits: number
  /** The same in percent of n. Null with no listing. */
  hitPct: number | null
  /** Its 95 percent interval (Wilson). Null where there are too few listings for one. */
  hitInterval: Interval | null
  /** Listings above the issue price: what always saying gain scores. */
  alwaysGainHits: number
  /** The same in percent of all. Null with no listing. */
  alwaysGainHitPct: number | null
}

/** The figures without the listings at a limit for SME shares, where the opening price was cut off. */
export interface ErrorFigures {
  /** Number of listings compared. */
  n: number
  /** Mean of the signed errors, percentage points. Positive: GMP was too high. Null with no listing. */
  biasPp: number | null
  /** Its 95 percent interval (Student). Null where there are too few listings for one. */
  biasInterval: Interval | null
  /** Average absolute error, percentage points. Null with no listing. */
  meanAbsErrorPp: number | null
  /** Its 95 percent interval (Student), not below 0. Null where there are too few listings for one. */
  meanAbsErrorInterval: Interval | null
  /** Median absolute error, percentage points. Null with no listing. */
  medianAbsErrorPp: number | null
  /** Its 95 percent interval (between two of the errors). Null where there are too few listings for one. */
  medianAbsErrorInterval: Interval | null
  /** Number of listings whose implied direction matched the actual one. */
  directionHits: number
  /** The same in percent of all. Null with no listing. */
  directionHitPct: number | null
  /** Its 95 percent interval (Wilson). Null where there are too few listings for one. */
  directionHitInterval: Interval | null
  /** True below 20 listings: too few for reliable averages. */
  isFew: boolean
}

/** The source compared with the median, on the same listings. */
export interface HeadToHead {
  /** Number of listings that both quoted. */
  n: number
  /** Average absolute error of the source on these, percentage points. Null with no listing. */
  meanAbsErrorPp: number | null
  /** Average absolute error of the median on these, percentage points. Null with no listing. */
  medianMeanAbsErrorPp: number | null
}

/** Error of the median over all listings. */
export interface HorizonAccuracy {
  /** When the GMP was taken: 7, 3 or 1 days before bidding ends, at its end, or last before listing. */
  horizon: 'close-7' | 'close-3' | 'close-1' | 'close' | 'last'
  /** Number of listings compared. */
  n: number
  /** Mean of the signed errors, percentage points. Positive: GMP was too high. Null with no listing. */
  biasPp: number | null
  /** Its 95 percent interval (Student). Null where there are too few listings for one. */
  biasInterval: Interval | null
  /** Average absolute error, percentage points. Null with no listing. */
  meanAbsErrorPp: number | null
  /** Its 95 percent interval (Student), not below 0. Null where there are too few listings for one. */
  meanAbsErrorInterval: Interval | null
  /** Median absolute error, percentage points. Null with no listing. */
  medianAbsErrorPp: number | null
  /** Its 95 percent interval (between two of the errors). Null where there are too few listings for one. */
  medianAbsErrorInterval: Interval | null
  /** Number of listings whose implied direction matched the actual one. */
  directionHits: number
  /** The same in percent of all. Null with no listing. */
  directionHitPct: number | null
  /** Its 95 percent interval (Wilson). Null where there are too few listings for one. */
  directionHitInterval: Interval | null
  /** A forecast that does not use the grey market, on the same listings. */
  zero: Baseline
  /** A forecast that does not use the grey market, on the same listings. */
  boardAverage: Baseline
  /** True below 20 listings: too few for reliable averages. */
  isFew: boolean
  /** A forecast that does not use the grey market, on the same listings. */
  boardMedian: Baseline
  /** Listings above the issue price: what always saying gain scores. */
  alwaysGainHits: number
  /** The same in percent of all. Null with no listing. */
  alwaysGainHitPct: number | null
  /** A GMP of exactly 0 counts as right only at exactly the issue price, which is rare: counted here by itself. */
  zeroGmp: ZeroGmp
  /** The direction without the listings that had a GMP of exactly 0. */
  directionWithoutZero: DirectionWithoutZero
  /** Number of listings at a limit for SME shares: the opening price was cut off. */
  atLimitN: number
  /** The figures without the listings at a limit for SME shares, where the opening price was cut off. */
  withoutLimits: ErrorFigures
}

/** Error of the source over all listings that it quoted. */
export interface SourceHorizonAccuracy {
  /** When the GMP was taken: 7, 3 or 1 days before bidding ends, at its end, or last before listing. */
  horizon: 'close-7' | 'close-3' | 'close-1' | 'close' | 'last'
  /** Rank by meanAbsErrorPp among the sources with at least 20 listings, from 1. Null below 20 listings. */
  rank: number | null
  /** The source compared with the median, on the same listings. */
  againstMedian: HeadToHead
  /** Number of listings compared. */
  n: number
  /** Mean of the signed errors, percentage points. Positive: GMP was too high. Null with no listing. */
  biasPp: number | null
  /** Its 95 percent interval (Student). Null where there are too few listings for one. */
  biasInterval: Interval | null
  /** Average absolute error, percentage points. Null with no listing. */
  meanAbsErrorPp: number | null
  /** Its 95 percent interval (Student), not below 0. Null where there are too few listings for one. */
  meanAbsErrorInterval: Interval | null
  /** Median absolute error, percentage points. Null with no listing. */
  medianAbsErrorPp: number | null
  /** Its 95 percent interval (between two of the errors). Null where there are too few listings for one. */
  medianAbsErrorInterval: Interval | null
  /** Number of listings whose implied direction matched the actual one. */
  directionHits: number
  /** The same in percent of all. Null with no listing. */
  directionHitPct: number | null
  /** Its 95 percent interval (Wilson). Null where there are too few listings for one. */
  directionHitInterval: Interval | null
  /** A forecast that does not use the grey market, on the same listings. */
  zero: Baseline
  /** A forecast that does not use the grey market, on the same listings. */
  boardAverage: Baseline
  /** True below 20 listings: too few for reliable averages. */
  isFew: boolean
  /** A forecast that does not use the grey market, on the same listings. */
  boardMedian: Baseline
  /** Listings above the issue price: what always saying gain scores. */
  alwaysGainHits: number
  /** The same in percent of all. Null with no listing. */
  alwaysGainHitPct: number | null
  /** A GMP of exactly 0 counts as right only at exactly the issue price, which is rare: counted here by itself. */
  zeroGmp: ZeroGmp
  /** The direction without the listings that had a GMP of exactly 0. */
  directionWithoutZero: DirectionWithoutZero
  /** Number of listings at a limit for SME shares: the opening price was cut off. */
  atLimitN: number
  /** The figures without the listings at a limit for SME shares, where the opening price was cut off. */
  withoutLimits: ErrorFigures
}

/** The listings of one board. */
export interface BoardAccuracy {
  /** The board. */
  board: 'MAINBOARD' | 'SME'
  /** Number of listings compared. */
  n: number
  /** Mean of the signed errors, percentage points. Positive: GMP was too high. Null with no listing. */
  biasPp: number | null
  /** Its 95 percent interval (Student). Null where there are too few listings for one. */
  biasInterval: Interval | null
  /** Average absolute error, percentage points. Null with no listing. */
  meanAbsErrorPp: number | null
  /** Its 95 percent interval (Student), not below 0. Null where there are too few listings for one. */
  meanAbsErrorInterval: Interval | null
  /** Median absolute error, percentage points. Null with no listing. */
  medianAbsErrorPp: number | null
  /** Its 95 percent interval (between two of the errors). Null where there are too few listings for one. */
  medianAbsErrorInterval: Interval | null
  /** Number of listings whose implied direction matched the actual one. */
  directionHits: number
  /** The same in percent of all. Null with no listing. */
  directionHitPct: number | null
  /** Its 95 percent interval (Wilson). Null where there are too few listings for one. */
  directionHitInterval: Interval | null
  /** A forecast that does not use the grey market, on the same listings. */
  zero: Baseline
  /** A forecast that does not use the grey market, on the same listings. */
  boardAverage: Baseline
  /** True below 20 listings: too few for reliable averages. */
  isFew: boolean
  /** A forecast that does not use the grey market, on the same listings. */
  boardMedian: Baseline
  /** Listings above the issue price: what always saying gain scores. */
  alwaysGainHits: number
  /** The same in percent of all. Null with no listing. */
  alwaysGainHitPct: number | null
  /** A GMP of exactly 0 counts as right only at exactly the issue price, which is rare: counted here by itself. */
  zeroGmp: ZeroGmp
  /** The direction without the listings that had a GMP of exactly 0. */
  directionWithoutZero: DirectionWithoutZero
  /** Number of listings at a limit for SME shares: the opening price was cut off. */
  atLimitN: number
  /** The figures without the listings at a limit for SME shares, where the opening price was cut off. */
  withoutLimits: ErrorFigures
}

/** The listings of one year. */
export interface YearAccuracy {
  /** Year of listing. */
  year: string
  /** Number of listings compared. */
  n: number
  /** Mean of the signed errors, percentage points. Positive: GMP was too high. Null with no listing. */
  biasPp: number | null
  /** Its 95 percent interval (Student). Null where there are too few listings for one. */
  biasInterval: Interval | null
  /** Average absolute error, percentage points. Null with no listing. */
  meanAbsErrorPp: number | null
  /** Its 95 percent interval (Student), not below 0. Null where there are too few listings for one. */
  meanAbsErrorInterval: Interval | null
  /** Median absolute error, percentage points. Null with no listing. */
  medianAbsErrorPp: number | null
  /** Its 95 percent interval (between two of the errors). Null where there are too few listings for one. */
  medianAbsErrorInterval: Interval | null
  /** Number of listings whose implied direction matched the actual one. */
  directionHits: number
  /** The same in percent of all. Null with no listing. */
  directionHitPct: number | null
  /** Its 95 percent interval (Wilson). Null where there are too few listings for one. */
  directionHitInterval: Interval | null
  /** A forecast that does not use the grey market, on the same listings. */
  zero: Baseline
  /** A forecast that does not use the grey market, on the same listings. */
  boardAverage: Baseline
  /** True below 20 listings: too few for reliable averages. */
  isFew: boolean
  /** A forecast that does not use the grey market, on the same listings. */
  boardMedian: Baseline
  /** Listings above the issue price: what always saying gain scores. */
  alwaysGainHits: number
  /** The same in percent of all. Null with no listing. */
  alwaysGainHitPct: number | null
  /** A GMP of exactly 0 counts as right only at exactly the issue price, which is rare: counted here by itself. */
  zeroGmp: ZeroGmp
  /** The direction without the listings that had a GMP of exactly 0. */
  directionWithoutZero: DirectionWithoutZero
  /** Number of listings at a limit for SME shares: the opening price was cut off. */
  atLimitN: number
  /** The figures without the listings at a limit for SME shares, where the opening price was cut off. */
  withoutLimits: ErrorFigures
}

/** The listings with an expected gain in this range. */
export interface SizeAccuracy {
  /** Lowest expected gain, percent, inclusive. Null: no lower end. */
  from: number | null
  /** Highest expected gain, percent, exclusive. Null: no upper end. */
  to: number | null
  /** Number of listings compared. */
  n: number
  /** Mean of the signed errors, percentage points. Positive: GMP was too high. Null with no listing. */
  biasPp: number | null
  /** Its 95 percent interval (Student). Null where there are too few listings for one. */
  biasInterval: Interval | null
  /** Average absolute error, percentage points. Null with no listing. */
  meanAbsErrorPp: number | null
  /** Its 95 percent interval (Student), not below 0. Null where there are too few listings for one. */
  meanAbsErrorInterval: Interval | null
  /** Median absolute error, percentage points. Null with no listing. */
  medianAbsErrorPp: number | null
  /** Its 95 percent interval (between two of the errors). Null where there are too few listings for one. */
  medianAbsErrorInterval: Interval | null
  /** Number of listings whose implied direction matched the actual one. */
  directionHits: number
  /** The same in percent of all. Null with no listing. */
  directionHitPct: number | null
  /** Its 95 percent interval (Wilson). Null where there are too few listings for one. */
  directionHitInterval: Interval | null
  /** A forecast that does not use the grey market, on the same listings. */
  zero: Baseline
  /** A forecast that does not use the grey market, on the same listings. */
  boardAverage: Baseline
  /** True below 20 listings: too few for reliable averages. */
  isFew: boolean
  /** A forecast that does not use the grey market, on the same listings. */
  boardMedian: Baseline
  /** Listings above the issue price: what always saying gain scores. */
  alwaysGainHits: number
  /** The same in percent of all. Null with no listing. */
  alwaysGainHitPct: number | null
  /** A GMP of exactly 0 counts as right only at exactly the issue price, which is rare: counted here by itself. */
  zeroGmp: ZeroGmp
  /** The direction without the listings that had a GMP of exactly 0. */
  directionWithoutZero: DirectionWithoutZero
  /** Number of listings at a limit for SME shares: the opening price was cut off. */
  atLimitN: number
  /** The figures without the listings at a limit for SME shares, where the opening price was cut off. */
  withoutLimits: ErrorFigures
}

/** Accuracy of the published median. */
export interface MedianAccuracy {
  /** At every horizon, the earliest first. */
  horizons: HorizonAccuracy[]
  /** By board, at the horizon of this answer. */
  byBoard: BoardAccuracy[]
  /** By year of listing, newest first, at the horizon of this answer. */
  byYear: YearAccuracy[]
  /** By size of the expected gain, at the horizon of this answer. */
  bySize: SizeAccuracy[]
}

/** Accuracy of one source, by its own latest quotes. */
export interface SourceAccuracy {
  /** Name of the source. */
  source: string
  /** Who owns the source. */
  owner: string
  /** At every horizon, the earliest first. */
  horizons: SourceHorizonAccuracy[]
  /** By board, at the horizon of this answer. */
  byBoard: BoardAccuracy[]
  /** By year of listing, newest first, at the horizon of this answer. */
  byYear: YearAccuracy[]
  /** By size of the expected gain, at the horizon of this answer. */
  bySize: SizeAccuracy[]
}

export interface AccuracyBody {
  /** True in every successful answer. */
  ok: true
  /** When the GMP was taken: 7, 3 or 1 days before bidding ends, at its end, or last before listing. */
  horizon: 'close-7' | 'close-3' | 'close-1' | 'close' | 'last'
  /** Number of listings whose outcome is known, quoted or not. */
  listings: number
  /** Number of listings on the scoreboard, which uses the day of a quote, whenever it was recorded. */
  scoreboardN: number
  /** How many of these are compared here at close, by what was recorded until then. */
  inBothN: number
  /** Accuracy of the published median. */
  median: MedianAccuracy
  /** Sorted by name. */
  sources: SourceAccuracy[]
  /** Keep it together with the data. Begins with a statement that this is aggregated public information and that GMP is unofficial. */
  disclaimer: string
}

/** Actual gains of IPOs with an expected gain in this range. */
export interface CalibrationBin {
  /** Lowest expected gain, percent, inclusive. Null: no lower end. */
  from: number | null
  /** Highest expected gain, percent, exclusive. Null: no upper end. */
  to: number | null
  /** Number of listings with an expected gain in this range. */
  n: number
  /** Median expected gain, percent. Null with no listing. */
  medianImpliedPct: number | null
  /** Median actual gain, percent. Null with no listing. */
  medianActualPct: number | null
  /** The middle half of the actual gains, percent. Null where there are too few listings for one. */
  middleHalf: Interval | null
  /** How many listed above the issue price. */
  aboveIssuePrice: number
  /** The same in percent. Null with no listing. */
  aboveIssuePricePct: number | null
  /** Its 95 percent interval (Wilson). Null where there are too few listings for one. */
  aboveIssuePriceInterval: Interval | null
  /** How many listed below the issue price. */
  belowIssuePrice: number
  /** True below 20 listings: too few for a reliable figure. */
  isFew: boolean
}

/** Expected gains by the median at one horizon. */
export interface HorizonCalibration {
  /** When the GMP was taken: 7, 3 or 1 days before bidding ends, at its end, or last before listing. */
  horizon: 'close-7' | 'close-3' | 'close-1' | 'close' | 'last'
  /** Number of listings compared. */
  n: number
  /** By expected gain, lowest first. */
  bins: CalibrationBin[]
}

/** The ranges of both boards. */
export interface OverallRanges {
  /** Number of listings with a GMP at this stage. */
  n: number
  /** Number of them that had a range: from 50 earlier listings on. */
  judged: number
  /** How many of these opened within their range. */
  held: number
  /** The same in percent of judged. Null with no listing. */
  heldPct: number | null
  /** Its 95 percent interval (Wilson). Null where there are too few listings for one. */
  heldInterval: Interval | null
  /** Median width of the ranges, percentage points. Null with no listing. */
  medianWidthPp: number | null
}

/** The ranges of one board. */
export interface BoardRanges {
  /** The board. */
  board: 'MAINBOARD' | 'SME'
  /** Number of listings with a GMP at this stage. */
  n: number
  /** Number of them that had a range: from 50 earlier listings on. */
  judged: number
  /** How many of these opened within their range. */
  held: number
  /** The same in percent of judged. Null with no listing. */
  heldPct: number | null
  /** Its 95 percent interval (Wilson). Null where there are too few listings for one. */
  heldInterval: Interval | null
  /** Median width of the ranges, percentage points. Null with no listing. */
  medianWidthPp: number | null
}

/** How often listings opened within the range around their GMP at one horizon, each made only from what was known before. */
export interface HorizonRanges {
  /** When the GMP was taken: 7, 3 or 1 days before bidding ends, at its end, or last before listing. */
  horizon: 'close-7' | 'close-3' | 'close-1' | 'close' | 'last'
  /** The ranges of both boards. */
  overall: OverallRanges
  /** By board. */
  byBoard: BoardRanges[]
}

export interface CalibrationBody {
  /** True in every successful answer. */
  ok: true
  /** At every horizon, the earliest first. */
  horizons: HorizonCalibration[]
  /** At every horizon, the earliest first. */
  ranges: HorizonRanges[]
  /** Keep it together with the data. Begins with a statement that this is aggregated public information and that GMP is unofficial. */
  disclaimer: string
}

/** The state of a source. */
export interface SourceStatus {
  /** Identifier of the source, as settings and commands use it. */
  id: string
  /** Name under which its reports are published. */
  source: string
  /** Who owns the source. Sources of one owner count once. */
  owner: string
  /** When it is read, by the clock in India. */
  cadence: string
  /** Its page for people. */
  url: string
  /** ok; failing: reading it fails; quiet: a tracker with no new data for 3 days; waiting: not read yet; off: not read by this service. */
  state: 'ok' | 'failing' | 'quiet' | 'waiting' | 'off'
  /** When it was last read, at least in part. Null while unknown. */
  lastSuccess: string | null
  /** When it last had new data. Null while unknown. */
  lastChange: string | null
  /** Scheduled rounds since its last success, at most 100. Null where it is not read. Null while unknown. */
  roundsMissed: number | null
  /** Median number of rows of its recent successful rounds. Null while unknown. */
  rowsUsual: number | null
  /** Number of rows of its last round. Null while unknown. */
  rowsLast: number | null
  /** What is wrong: unreachable; refused: the host rejects automated reading; changed: the answer has another form than before. Null while nothing is. */
  fault: 'unreachable' | 'refused' | 'changed' | null
  /** When that began. Null while nothing is wrong. */
  faultSince: string | null
  /** What was seen, as text. Null while nothing is wrong. */
  faultDetail: string | null
}

export interface SourcesBody {
  /** True in every successful answer. */
  ok: true
  /** Exchanges first, then trackers. */
  sources: SourceStatus[]
  /** Keep it together with the data. Begins with a statement that this is aggregated public information and that GMP is unofficial. */
  disclaimer: string
}

/** A company that a tracker quotes and that no exchange has announced. */
export interface UnannouncedCompany {
  /** Name of the company as the tracker prints it. */
  name: string
  /** The tracker that quotes it. */
  source: string
  /** The GMP cell of the last reading, as printed. Unofficial. */
  printed: string
  /** The same in rupees, if the row has a price beside which it is plausible, else null. Unofficial. */
  gmp: number | null
  /** Opening day as the tracker prints it, not confirmed by an exchange. Null while unknown. */
  openDate: string | null
  /** Closing day as the tracker prints it, not confirmed by an exchange. Null while unknown. */
  closeDate: string | null
  /** The day in India of the first reading with this company. */
  firstDay: string
  /** The day in India of the last reading with this company. */
  lastDay: string
}

export interface UnannouncedBody {
  /** True in every successful answer. */
  ok: true
  /** Number of entries in this answer. */
  count: number
  /** By last day, newest first; then by name and source. One entry for each tracker and company. */
  companies: UnannouncedCompany[]
  /** Keep it together with the data. Begins with a statement that this is aggregated public information and that GMP is unofficial. */
  disclaimer: string
}

/** One figure and what it is computed from. */
export interface FigureEvidence {
  /** Path of the figure in `ipo` of the answer about the IPO. */
  path: string
  /** The figure, exactly as in that answer. */
  value: number | string | boolean | string[] | null | Record<string, unknown> | Record<string, unknown>[]
  /** The rule behind it; /method#how-a-figure-comes-about explains each rule. */
  rule:
    | 'address'
    | 'strongest-word'
    | 'called-off'
    | 'status'
    | 'working-days'
    | 'application'
    | 'listing'
    | 'limit'
    | 'last-word'
    | 'last-day'
    | 'one-voice'
    | 'median'
    | 'spread'
    | 'dispute'
    | 'distance'
    | 'today'
    | 'percentage'
    | 'range'
    | 'newest-reading'
  /** Numbers of the facts that it is computed from. */
  facts: number[]
  /** Paths of other figures that it is computed from. */
  from: string[]
  /** Facts about it that do not count, newest first, at most 20. */
  outvoted: OutvotedFact[]
  /** Its earlier values, newest first, at most 20. For a computed figure, see those of the figures in `from`. */
  earlier: EarlierValue[]
  /** How many outvoted facts and earlier values are not listed. */
  leftOut: number
}

/** A fact about the figure that does not count. */
export interface OutvotedFact {
  /** Number of the fact. */
  fact: number
  /** Why it does not count; /method#why-a-fact-does-not-count explains each rule. */
  rule:
    | 'retracted'
    | 'lower-rank'
    | 'older-word'
    | 'later-word'
    | 'taken-back'
    | 'same-owner'
    | 'earlier-day'
    | 'after-listing'
    | 'other-exchange'
    | 'other-book'
    | 'older-reading'
    | 'contradicted'
}

/** An earlier value of the figure. */
export interface EarlierValue {
  /** The value. */
  value: number | string | boolean | string[] | null | Record<string, unknown> | Record<string, unknown>[]
  /** When it began to hold. A request with asOf in this period shows it. */
  from: string
  /** When it was replaced. */
  until: string
  /** Numbers of the facts behind it. */
  facts: number[]
}

/** One reported fact and its origin. */
export interface FactEvidence {
  /** Number of the fact in this store. */
  fact: number
  /** What it is about. A retraction withdraws other facts. */
  kind: 'ipo' | 'same' | 'listing' | 'gmp' | 'subscription' | 'holiday' | 'retraction'
  /** The slug under which it was recorded. Null for a holiday and its retraction. Null while unknown. */
  slug: string | null
  /** The source that reported it. */
  source: string
  /** Who owns the source. Sources of one owner count once. */
  owner: string
  /** Priority of its source for terms: 1 operator, 2 exchange, 3 tracker. */
  rank: number
  /** The reported values, by the keys of a facts file and in its units: rupees, crore, times, days. */
  said: Record<string, unknown>
  /** The figure as the source printed it. Null while unknown. */
  printed: string | null
  /** Where it can be looked up, else where it was downloaded. Null while unknown. */
  url: string | null
  /** The day or moment that it is about. Null while unknown. */
  observedAt: string | null
  /** The source's own time stamp. Null while unknown. */
  reportedAt: string | null
  /** When it was recorded here. It counts from then on. */
  recordedAt: string
  /** Number of the round that recorded it. */
  round: number
  /** What the round did: import a file, read an upstream, read stored downloads again, settle a refused row, read what an upstream still has of the past. */
  roundWork: 'import' | 'collect' | 'replay' | 'settle' | 'backfill'
  /** When that round was committed. */
  committedAt: string
  /** True when the round was committed later than recordedAt: the fact was imported with a past time. */
  backfilled: boolean
  /** When the download it was read from was made. Null while unknown. */
  fetchedAt: string | null
  /** SHA-256 of that download, in hexadecimal. Null while unknown. */
  payloadHash: string | null
  /** Its retraction. Null when it is not retracted. */
  retracted: {
    /** Number of the retraction, which is among the facts. */
    by: number
    /** When the fact stopped counting. */
    at: string
    /** The reason. */
    reason: string
  } | null
}

/** A row about this issue, or possibly about it, that was not accepted. */
export interface RefusedEvidence {
  /** Identifier of the source, as in the list of sources. */
  sourceId: string
  /** The rule by which it was refused; /method#what-is-refused explains each rule. */
  rule: string
  /** What was wrong with it. */
  reason: string
  /** What it is about. Null while unknown. */
  kind: string | null
  /** The day or moment that it is about. Null while unknown. */
  observedAt: string | null
  /** The figure as the source printed it. Null while unknown. */
  printed: string | null
  /** When it was first seen. */
  firstSeen: string
  /** When it was last seen. Null while unknown. */
  lastSeen: string | null
  /** How it was settled. Null while it is open. */
  settled: {
    /** matched: its issue was found later, or it could be read later; the others are decisions of the operator. */
    how: 'matched' | 'accepted' | 'discarded' | 'same-as'
    /** The slug under which it was accepted. Null when nothing was accepted. */
    as: string | null
    /** When it was settled. */
    at: string
  } | null
}

export interface EvidenceBody {
  /** True in every successful answer. */
  ok: true
  /** The slug of the IPO, as in the answer about it. */
  slug: string
  /** Every figure of the answer about the IPO that has or had a value. In `gmp`, day and source are those of the fact behind the entry's figure; so are day, isFinal and category in `subsByDay`. */
  figures: FigureEvidence[]
  /** The facts that the figures refer to, and all retracted ones, by number. */
  facts: FactEvidence[]
  /** Refused rows, the most recently first seen at the top, at most 50. */
  refused: RefusedEvidence[]
  /** Number of all refused rows. */
  refusedTotal: number
  /** Keep it together with the data. Begins with a statement that this is aggregated public information and that GMP is unofficial. */
  disclaimer: string
}

/** One change. To maintain a copy of the list, replace the fields of the IPO by new, or remove it where new is null. */
export interface Change {
  /** When it changed: the moment of a commit, or a moment that the clock passed. */
  at: string
  /** The first position with this change. */
  position: string
  /** What changed. new, return: an IPO enters the list, for the first time or again. withdrawal, joined, removal: it leaves the list, because it was withdrawn or postponed, merged into another, or recorded by mistake. deals: how many deals an exchange has disclosed for a day. added, only with scope=news: how many IPOs were added that are no news. The others: fields of an IPO. */
  kind:
    | 'new'
    | 'return'
    | 'withdrawal'
    | 'joined'
    | 'removal'
    | 'terms'
    | 'dates'
    | 'status'
    | 'listing'
    | 'gmp'
    | 'dispute'
    | 'subscription'
    | 'deals'
    | 'added'
  /** What caused it. operator, retraction and joining are corrections: by the operator, by a retracted fact, by the merge of two IPOs. */
  by: 'clock' | 'sources' | 'operator' | 'retraction' | 'joining'
  /** The IPO. Null for deals and added. */
  slug: string | null
  /** Its name. Null for deals and added. */
  name: string | null
  /** The previous values of the fields that changed. Null where there were none: an IPO that enters the list, a day without deals. */
  old: Record<string, unknown> | null
  /** The new values of these fields. All fields of an IPO that enters the list; null for one that leaves it. */
  new: Record<string, unknown> | null
  /** The IPO that a joined one was merged into. Null for others. */
  into: string | null
}

export interface ChangesBody {
  /** True in every successful answer. */
  ok: true
  /** The position after which changes are listed. 0 is the empty market. */
  since: string
  /** All changes up to here are included. Use it as since of the next request. */
  position: string
  /** False when there are more changes already: follow Link. */
  complete: boolean
  /** In the order in which they happened. */
  changes: Change[]
  /** Keep it together with the data. Begins with a statement that this is aggregated public information and that GMP is unofficial. */
  disclaimer: string
}

export interface IndexBody {
  /** True in every successful answer. */
  ok: true
  /** The endpoints. */
  endpoints: {
    /** Path below the base address. */
    path: string
    /** What it answers. */
    summary: string
  }[]
  /** Keep it together with the data. Begins with a statement that this is aggregated public information and that GMP is unofficial. */
  disclaimer: string
}

/** About the data set of today. */
export interface DatasetBody {
  /** Name for the stored file. */
  name: string
  /** Where the file is. */
  path: string
  /** The day in India at whose beginning the file ends. */
  day: string
  /** The file has the facts that were recorded by then. */
  asOf: string
  /** Position of the file. */
  marketVersion: string
  /** Size in bytes. */
  bytes: number
  /** SHA-256 in hexadecimal. */
  sha256: string
  /** Size and hash of the content without compression. */
  content: {
    /** Size in bytes. */
    bytes: number
    /** SHA-256 in hexadecimal. */
    sha256: string
  }
  /** Number of facts. */
  facts: number
  /** Number of facts by kind. */
  kinds: Record<string, number>
  /** Format of the file. */
  format: string
  /** Where the JSON Schema of a line is. */
  schema: string
  /** Where the terms of use are. */
  terms: string
  /** Keep it together with the data. Begins with a statement that this is aggregated public information and that GMP is unofficial. */
  disclaimer: string
  /** The tables of the same moment as Parquet files. */
  tables: {
    /** Name of the table. */
    table: string
    /** Name for the stored file. */
    name: string
    /** Where the file is. */
    path: string
    /** Number of rows. */
    rows: number
    /** Size in bytes. */
    bytes: number
    /** SHA-256 in hexadecimal. */
    sha256: string
  }[]
}

/** Liveness. */
export interface LiveBody {
  /** True: the process runs. */
  ok: boolean
  /** True while the invented market is served, because no facts are recorded. */
  demo: boolean
  /** Version of the market that is served. */
  marketVersion: string
}

/** Readiness. */
export interface ReadyBody {
  /** degraded when a check fails; stopping before the process ends. */
  status: 'ok' | 'degraded' | 'stopping'
  /** For load balancers: false only while the process is stopping or has nothing to serve. */
  canServe: boolean
  /** The names of the checks that fail. */
  failing: string[]
  /** Each check with its result. */
  checks: {
    /** Whether the store can be read. */
    database: {
      /** False when the check fails. */
      ok: boolean
      /** What was found, for people. */
      words: string
    }
    /** Whether the newest version is served. */
    versionLag: {
      /** False when the check fails. */
      ok: boolean
      /** What was found, for people. */
      words: string
    }
    /** Whether all sources are updating. */
    sources: {
      /** False when the check fails. */
      ok: boolean
      /** What was found, for people. */
      words: string
    }
    /** Whether the clock is right. */
    clock: {
      /** False when the check fails. */
      ok: boolean
      /** What was found, for people. */
      words: string
    }
    /** Whether new facts fit on the disk of a SQLite store. */
    disk: {
      /** False when the check fails. */
      ok: boolean
      /** What was found, for people. */
      words: string
    }
  }
}

/** An error. */
export interface ProblemBody {
  /** False in every error. */
  ok: false
  /** What went wrong. */
  error: {
    /** What went wrong, for programs. */
    code:
      | 'INVALID_PARAMETER'
      | 'NOT_FOUND'
      | 'METHOD_NOT_ALLOWED'
      | 'TOO_MANY_REQUESTS'
      | 'INTERNAL'
      | 'UNAVAILABLE'
    /** What went wrong and what would be right, for people. */
    message: string
    /** The parameter at fault. */
    parameter?: string
    /** The values that it allows, where they are a set. */
    allowed?: string[]
    /** Slugs that may have been meant. */
    suggestions?: string[]
  }
  /** Keep it together with the data. Begins with a statement that this is aggregated public information and that GMP is unofficial. */
  disclaimer: string
}
