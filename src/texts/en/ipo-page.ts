import type { Book, Exchange } from '../../market/facts/fact.ts'
import type { DISPUTE_REASONS } from '../../market/gmp/gmp.ts'
import type { CalledOff } from '../../market/issues/stages.ts'
import { areEnoughListings } from '../../market/scores/scoreboard.ts'
import { biddingDayText, count, counted, joined, rupees } from '../format.ts'
import { type Phrase, phrase } from '../phrase.ts'

type DisputeReason = (typeof DISPUTE_REASONS)[number]

const aroundMedian = <T>(median: T | null): Phrase<T> =>
  median === null ? [] : phrase`, around the median of ${median}`

const lotsText = (lots: number): string => counted(lots, 'lot')

/** The page of one IPO. */
export const ipoPage = {
  tapHint: 'Tap any dotted number to see who said it.',
  allEvidence: 'All evidence',
  tabs: {
    result: 'Result',
    gmp: 'GMP',
    subscription: 'Subscription',
    dates: 'Dates',
    allotment: 'Allotment',
    amount: 'Amount',
    trend: 'Trend',
    sources: 'Sources',
    details: 'Details',
  },

  /** The price and the lot, in a sentence. */
  priceAndLot: (price: string | null, lotSize: number | null): string => {
    const lot = lotSize === null ? null : `${counted(lotSize, 'share')} a lot`
    if (price === null)
      return lot === null ? 'The price is not announced.' : `The price is not announced; ${lot}.`
    return lot === null ? `${price} a share; the lot is not announced.` : `${price} a share, ${lot}.`
  },
  datesNoLongerHold: 'The dates below no longer hold.',

  gmpTitle: 'Grey-market premium (GMP)',
  couldBeLoss: 'unofficial; could be a loss',
  sumText: <T>(price: T, gmp: T, sum: T) => phrase`${price} + ${gmp} = ${sum}`,
  fromOldQuote: 'from an old quote',
  lowestToHighest: 'at the lowest and the highest quote',
  barIssue: <T>(lots: number, shares: number, cost: T) =>
    phrase`you pay ${cost} for ${`${lotsText(lots)}, ${counted(shares, 'share')}`}`,
  barQuotes: <T>(what: T) => phrase`at price + GMP ${what}`,
  barSimilar: <T>(low: T, high: T) => phrase`half of similar IPOs opened between ${low} and ${high}`,
  unofficial: 'GMP is unofficial: nobody guarantees it, and nobody can verify it.',
  /** What the GMP would mean for the smallest application; a loss has its amount without a sign. */
  wouldGain: <T>(lots: number, amount: T, isLoss: boolean) =>
    phrase`If it lists at price + GMP, ${lotsText(lots)} would ${isLoss ? 'lose' : 'gain'} ${amount}.`,
  /** Where sources disagree. */
  wouldBeBetween: <T>(lots: number, low: T, isLowLoss: boolean, high: T, isHighLoss: boolean) =>
    phrase`If it lists at price + GMP, ${lotsText(lots)} would ${isLowLoss ? 'lose' : 'gain'} ${low} at the lowest quote and ${isHighLoss ? 'lose' : 'gain'} ${high} at the highest.`,
  /** How far such GMPs were off. */
  usualMiss: <T>(points: T, bias: number, amount: T | null) => [
    ...phrase<T>`In similar IPOs the GMP was off by ${points} points on average`,
    ...(bias === 0 ? [] : [bias > 0 ? ', mostly too high' : ', mostly too low']),
    ...(amount === null ? [] : phrase<T>`; on this application about ${amount}`),
    ...(amount !== null && bias === 0 ? [' either way'] : []),
    '.',
  ],
  overallRecord: <T>(n: number, points: T, below: number): Phrase<T> => {
    if (n === 0) return ['No past listing here to test GMP against yet.']
    return areEnoughListings(n)
      ? phrase`Over all ${count(n)} past listings on both boards the GMP at the close was off by ${points} points on average, and ${count(below)} of them opened below the issue price.`
      : phrase`On both boards only ${counted(n, 'past listing')} had a GMP (${count(below)} opened below the issue price): too few to say how reliable GMP is.`
  },
  oldGmp: (age: string): string =>
    `This GMP is ${age}. It may be very different today, so no amount in rupees is calculated from it.`,
  gmpBeforeTrading:
    'The share already trades, so this GMP is history, and no amount in rupees is calculated from it.',
  noSourceQuoted: 'No source that we read quoted a GMP for it.',
  noSourceQuotedYet: 'No source that we read has quoted a GMP for it yet.',
  howSure: 'How sure is this?',
  /** Without the range of the middle half there are too few. */
  similarListed: <T>(n: number, size: string, when: string, above: number, half: readonly T[]): Phrase<T> => {
    const [low, high] = half
    if (low === undefined || high === undefined)
      return phrase`${n === 0 ? 'No past listing' : `Only ${counted(n, 'past listing')}`} had an implied gain of ${size} ${when}: too few to compare.`
    return phrase`Of ${counted(n, 'IPO')} on both boards with an implied gain of ${size} ${when}, ${count(above)} opened above the issue price and ${count(n - above)} at or below it; half of them opened between ${low} and ${high}.`
  },
  similarHidden: 'How similar IPOs listed is not shown while sources disagree.',
  /** `median` is named where it is not the headline. */
  rangeHeld: <T>(judged: number, held: T, low: T, high: T, median: T | null) => [
    ...phrase<T>`Of ${counted(judged, 'past listing')} on this board with a GMP at this stage, ${held} opened within the usual distance of it; here that is ${low} to ${high}`,
    ...aroundMedian(median),
    '. Not a forecast.',
  ],
  rangeUnjudged: <T>(listings: number, low: T, high: T, median: T | null) => [
    ...phrase<T>`By the distances of ${counted(listings, 'past listing')} from their GMP, four of five would lie between ${low} and ${high} here`,
    ...aroundMedian(median),
    '. Too few listings to say how often this holds. Not a forecast.',
  ],
  similarLink: 'How similar IPOs listed',
  scoreboardLink: 'All listings compared',
  methodLink: 'Method',
  formerGmp: (gmp: string, disputed: boolean, origin: string, how: CalledOff): string =>
    `The last GMP was ${gmp}${disputed ? ' (sources disagreed)' : ''}, ${origin}. A quote from before the issue was ${how} means nothing for it now.`,

  /** The page in brief, for titles and previews. */
  gmpInBrief: (gmp: string, disputed: boolean): string =>
    `GMP ${gmp}${disputed ? ' (sources disagree)' : ''}`,
  gmpUnofficial: (gmp: string, origin: string): string => `${gmp}, unofficial, ${origin}`,
  titleListed: (name: string, price: string): string =>
    `${name}: listed at ${price}, GMP against listing gain`,
  titleQuoted: (name: string, gmp: string): string => `${name}: ${gmp}, dates, subscription`,
  titleUnquoted: (name: string): string => `${name}: dates, price band, subscription`,

  /** The sources that disagree most. */
  disagree: (isNow: boolean, day: string): string =>
    isNow ? 'Sources disagree.' : `Sources disagreed on ${day}.`,
  farApart: <T>(highest: T, lowest: T, spread: T, isAtZero: boolean) =>
    phrase`${highest}; ${lowest}: ${spread} apart, ${isAtZero ? 'around a median of ₹0' : 'more than half of the median'}.`,
  notUpdated: 'not updated',
  disputeMethod: 'What counts as a dispute',

  times: 'times',
  whoBids: 'Who bids',
  sharesOffered: 'Shares offered',
  sharesBid: 'Shares bid for',
  applications: 'Applications',
  dayByDay: 'Day by day',
  timesNotPublished: 'times not published',
  bidsWithoutTimes: 'The exchange prints bids, but not how many times it is subscribed.',
  biddingNotBegun: 'Bidding has not begun.',
  noSubscription: 'No subscription figures are known.',
  ofDay: (day: { readonly dayNumber: number | null; readonly days: number | null }, state: string): string =>
    `${biddingDayText(day)}, ${state}`,
  notFinal: 'not final yet',
  readEarlier: 'read before bidding ended',
  totalTooLow: 'contradictory: fewer bids in total than in one group',
  /** Where bids of a book were made: `ALL` is the book of all exchanges of the issue. */
  book: (book: Book, exchanges: readonly Exchange[] | null): string => {
    if (book !== 'ALL') return `${book} alone`
    return exchanges === null ? 'all its exchanges' : joined(exchanges, 'and')
  },
  scaleNote: 'The mark is 1×: as many shares bid for as offered. Each step is ten times as much.',

  allotmentTitle: 'Where to check the allotment',
  checkAt: (registrar: string): string => `Check allotment at ${registrar}`,
  checkAtRegistrar: 'Check allotment at the registrar',
  resultMayBeUp: 'The result may be up.',
  fromEvening: <T>(day: T) => phrase`From the evening of ${day}.`,
  registrarUnknown: 'The registrar is not known yet.',
  registrarWithoutPage: <T>(name: T) => phrase`The registrar is ${name}; no page known.`,
  otherWays: 'Also:',
  exchangePage: (exchange: string): string => `${exchange}’s page`,
  needsLogin: '(needs a login)',
  privacy: 'They ask for your PAN or application number; we never do.',

  amountTitle: 'How much do I need?',
  amountOverTitle: 'Application limits',
  atUpperPrice: 'at the upper price',
  andMore: 'and more',
  to: 'to',
  howToApply: 'How to apply',
  whatHappensWithMoney: 'What happens with your money',
  whoApplies: 'Who applies',
  lots: 'Lots',
  shares: 'Shares',
  amount: 'Amount',
  moneyBlocked:
    'Your money stays in your bank, blocked, and is debited only if you are allotted shares. You may get none.',
  upiLimit: (limit: number): string => `UPI can be used up to ${rupees(limit)}.`,
  confirmUpi: <T>(when: T) => phrase`Confirm the UPI mandate by ${when} IST.`,
  upiWasUntil: <T>(when: T) => phrase`UPI mandates had to be confirmed by ${when} IST.`,

  trendTitle: 'GMP trend',
  day: 'Day',
  median: 'median',
  medianLabel: 'Median',
  sourcesDisagreed: 'sources disagreed',
  pageThen: 'This page at the end of that day',
  trendNote: 'rupees a share',
  daysAsTable: (days: number): string => `${counted(days, 'quoted day')} as a table`,

  sourcesTitle: 'Who says so',
  source: 'Source',
  againstMedian: 'Against the median',
  sameAsMedian: 'the same',
  quotedAt: 'Quoted',
  sameOwner: <T>(source: T) => phrase`same owner as ${source}; they count once`,
  /** Why this is a dispute, or why it is not. */
  verdict: <T>(spread: T, limit: T): Readonly<Record<DisputeReason, Phrase<T>>> => ({
    'one-owner': ['Only one independent source, so there is nothing to compare it with.'],
    agree: phrase`Sources agree: they differ by ${spread} only.`,
    'spread-above-half': phrase`Sources disagree: they differ by ${spread}, more than ${limit}, half of the median.`,
    'any-spread-at-zero': ['Sources disagree: around a median of ₹0 any difference is a dispute.'],
  }),
  noLongerCounted: 'No longer counted:',
  quotedOn: <T>(day: T) => phrase`of ${day}`,
  lastOn: <T>(source: T, gmp: T, day: T) => phrase`${source} (last ${gmp} on ${day})`,
  today: 'today',
  yesterday: 'yesterday',
  daysAgo: (days: number): string => `${count(days)} days ago`,

  detailsTitle: 'Issue details',
  priceBandLabel: 'Price band',
  documents: 'Documents',
  /** Near the name of the IPO, where its long name has no room. */
  prospectus: 'RHP',
  zipFile: ', zip file',
  notFixed: 'not fixed',
  sharesValued: <T>(crore: T, shares: T, price: T) => phrase`${crore} (${shares} shares at ${price})`,
  aShare: <T>(amount: T) => phrase`${amount} a share`,
  dealsIn: <T>(symbol: T) => phrase`Bulk and block deals in ${symbol}`,

  resultTitle: 'How it listed',
  onIssuePrice: <T>(price: T) => phrase`on the issue price of ${price}`,
  onExchange: <T>(exchange: string, day: T) => phrase`on ${exchange}, ${day}`,
  gmpAtClose: (gmp: string): string => `GMP ${gmp} at closing`,
  missed: <T>(points: T, error: number, disputed: boolean): Phrase<T> => {
    const gmp = disputed ? 'The median of the GMPs on which sources disagreed' : 'GMP'
    return error === 0
      ? [`${gmp} was exactly right.`]
      : phrase`${gmp} was ${points} points too ${error > 0 ? 'high' : 'low'}.`
  },
  wrongDirection: 'It was wrong about gain or loss.',
  unscored: {
    'issue price': 'Not scored: its issue price is not known.',
    'closing day': 'Not scored: its closing day is not known.',
    quote: 'Not scored: no source quoted a GMP in the week up to its closing day.',
  },
  limits: {
    upper: 'opened at the upper limit for SME shares',
    lower: 'opened at the lower limit for SME shares',
  },
  listingDay: (exchange: string): string => `Listing day on ${exchange}`,
  high: 'High',
  low: 'Low',
  close: 'Close',
  traded: 'Shares traded',
  delivered: 'Delivered',
} as const
