import type { Accuracy, CalibrationBin } from '../../market/scores/accuracy.ts'
import type { Horizon } from '../../market/scores/horizon.ts'
import {
  FEW_LISTINGS,
  HEADLINE_LISTINGS,
  QUOTE_DAYS_BEFORE_CLOSE,
  type Quadrants,
  type Score,
} from '../../market/scores/scoreboard.ts'
import type { PercentRange } from '../../market/scores/statistics.ts'
import {
  count,
  counted,
  expectedGainText,
  gain,
  joined,
  longDay,
  points,
  pointsInWords,
  rupees,
} from '../format.ts'
import { type Phrase, phrase } from '../phrase.ts'

/** How far the GMP was off in words: `2.5 points too high`. */
const missText = (errorPp: number): string =>
  errorPp === 0
    ? 'exactly right'
    : `${pointsInWords(Math.abs(errorPp))} points too ${errorPp > 0 ? 'high' : 'low'}`

/** The moment of a quote, as a tab or a row, and within a sentence. */
const HORIZONS: Readonly<Record<Horizon, readonly [name: string, phrase: string]>> = {
  'close-7': ['7 days before the close', 'about a week before bidding closed'],
  'close-3': ['3 days before', 'about 3 days before bidding closed'],
  'close-1': ['1 day before', 'the day before bidding closed'],
  close: ['at the close', 'when bidding closed'],
  last: ['just before listing', 'after bidding had closed'],
}
const when = (horizon: Horizon): string => HORIZONS[horizon][1]

/** The errors of a bar of the histogram. */
function errorRange({ from, to }: PercentRange): string {
  if (from === null) return `GMP more than ${-(to ?? 0)} points too low`
  if (to === null) return `GMP ${from} points too high or more`
  if (from === 0) return `GMP exact, or up to ${to} points too high`
  return from < 0 ? `GMP ${-to} to ${-from} points too low` : `GMP ${from} to ${to} points too high`
}

interface ListingInChart extends Pick<Score, 'listedOn' | 'impliedPct' | 'actualPct' | 'errorPp'> {
  readonly name: string
  readonly board: string
}

/** The scoreboard, and the page of the accuracy of each source. */
export const scores = {
  missText,
  horizon: (horizon: Horizon): string => HORIZONS[horizon][0],
  /** Within a sentence. */
  horizonPhrase: when,

  /** Labels of figures and columns. */
  listings: 'Listings',
  averageMiss: 'Average miss, points',
  medianMiss: 'Median miss, points',
  bias: 'Too high (+) or too low (−), points',
  biasShort: 'Too high (+), too low (−)',
  directionRight: 'Gain or loss right',
  tooHigh: 'GMP too high',
  thanZero: 'Better than assuming no gain',
  thanZeroShort: 'Better than no gain',
  thanUsual: 'Better than the usual gain',
  medianThere: 'Median on the same IPOs',
  medianThereShort: 'Median, same IPOs',
  listingsInline: 'listings',
  source: 'Source',
  board: 'Board',
  year: 'Year',
  when: 'When',
  gmpHadSaid: 'GMP had said',
  listingDay: 'Listed',
  issuePrice: 'Issue price',
  gmpAtClose: 'GMP at close',
  gainOrLoss: 'Gain or loss',
  rightOrWrong: (isRight: boolean, isDisputed: boolean): string =>
    `${isRight ? '✓ right' : '✗ wrong'}${isDisputed ? ' by the median' : ''}`,
  /** Beside their median. */
  quotes: (lowest: number, highest: number): string => `${rupees(lowest)} to ${rupees(highest)}, median`,
  few: 'few',
  none: 'none',
  tooFew: 'too few',
  interval: <T>(low: T, high: T) => phrase`${low} to ${high}`,
  outOf: (hits: number, n: number): string => `${count(hits)} of ${count(n)}`,
  /** How much smaller a miss is than that of a simple guess: `35%`, `12% worse`. */
  skill: (skill: number): string => {
    const parts = Math.round(Math.abs(skill) * 100)
    return parts === 0 ? 'no better' : skill > 0 ? `${parts}%` : `${parts}% worse`
  },
  medianOfAll: 'Median of all sources',
  ownedBy: (owner: string): string => `of ${owner}`,
  closer: (own: number, median: number): string =>
    own === median ? 'equally close' : own < median ? 'source closer' : 'median closer',
  /** Of the sources with enough listings. */
  closerThanMedian: <T>(closer: number, compared: number, sources: T): Phrase<T> =>
    closer === 0
      ? [
          `No source with at least ${HEADLINE_LISTINGS} listings was closer than the median of all on the same IPOs.`,
        ]
      : phrase`${`${count(closer)} of ${counted(compared, 'source')} with at least ${HEADLINE_LISTINGS} listings ${closer === 1 ? 'was' : 'were'}`} closer on average than the median of all on the same IPOs: ${sources}.`,
  sameFigure: 'same',
  allBoards: 'All IPOs',
  bothBoards: 'Both boards',
  noteAllBoards: 'all boards',
  method: 'The method in full',

  /** The scoreboard. */
  scoreboardTitle: (scope: string): string => `How accurate the ${scope}GMP is: scoreboard`,
  scoreboardDescription: (scope: string): string =>
    `The gain that the grey-market premium (GMP) of Indian ${scope}IPOs had said against the listing gain, IPO by IPO: how far off it was on average, how often too high, and how many opened below the issue price.`,
  headline: (n: number, averageMiss: number | null, scope: string): string => {
    if (averageMiss === null) return `No ${scope}IPO has been scored yet`
    return n >= HEADLINE_LISTINGS
      ? `The ${scope}GMP is off by ${pointsInWords(averageMiss)} percentage points on average`
      : `Too few ${scope}listings to say how accurate the GMP is`
  },
  scoreboardLead:
    'The gain that the grey-market premium (GMP) had said when bidding closed, against the price at which the share began to trade.',
  nothingScored: 'An IPO is scored once it has listed, if it had a GMP near its close.',
  seeOpen: 'IPOs that are open or await listing',
  missLabel: 'Average miss',
  missNote: 'Between the gain that the GMP had said and the listing gain, up or down.',
  pointsUnit: 'points',
  missUndisputed: <T>(disputed: number, n: number, average: T): Phrase<T> => {
    const without = `Without ${counted(disputed, 'IPO')} whose sources disagreed at the close`
    return n === 0
      ? [`${without}, nothing is scored.`]
      : phrase`${without}, the average miss is ${average} points, over ${counted(n, 'listing')}.`
  },
  tooHighLabel: 'GMP was too high in',
  tooHighNote: 'The share opened below issue price + GMP.',
  directionLabel: 'Right about gain or loss in',
  directionNote: <T>(always: T) => phrase`Always guessing “gain” is right in ${always}.`,
  belowLabel: 'Opened below the issue price',
  belowNote: (at: number): string =>
    `At the issue price: ${count(at)}. All listed IPOs with a GMP near their close are counted.`,
  fewListings: (n: number): string =>
    `Only ${counted(n, 'listing')} so far. Below ${HEADLINE_LISTINGS}, counts are shown instead of percentages, because few listings prove little.`,
  fewMeans: `Few: with fewer than ${FEW_LISTINGS} listings, an average means little.`,
  ofIpos: (n: number): string => (n >= HEADLINE_LISTINGS ? 'of IPOs' : 'IPOs'),
  groupsTitle: 'By board and by year',
  byBoard: 'By board',
  byYear: 'By year of listing',
  sourcesTitle: 'Average miss of each source',
  sourcesNote:
    'Each source’s quote as it was recorded by the close, which is another set of quotes than that of the average above. Sources quote different IPOs: compare each with the median on the same IPOs, and not with one another.',
  sourcesInFull: 'Accuracy of each source in full',
  everyListing: 'Every listing',
  listingsTable: 'Table of listings',
  sort: 'Sort',
  calculation: 'How it is calculated',
  calculationText: `What the GMP had said is the median GMP of the closing day, or of the last quoted day within ${QUOTE_DAYS_BEFORE_CLOSE} days before it, in percent of the issue price. The listing gain is that of the first traded price on the listing day. The miss is the one minus the other, in percentage points. Withdrawn issues, and issues without a quote near their close, are not scored.`,
  spread: <T>(median: T, half: { readonly low: number; readonly high: number } | null) => [
    ...phrase<T>`In the middle of all IPOs, the GMP was ${median} (median).`,
    ...(half ? [` For half of them it was between ${missText(half.low)} and ${missText(half.high)}.`] : []),
  ],
  quadrants: 'GMP and listing, gain or loss',
  saidGain: 'a gain',
  saidLoss: 'a loss',
  openedAbove: 'Opened above issue price',
  openedBelow: 'Opened below issue price',
  inNoField: (n: number): string =>
    `${count(n)} more with a GMP or a listing gain of exactly 0 ${n === 1 ? 'is' : 'are'} in none of the four fields.`,
  sameAsTable: 'The same listings as a table',

  /** Accuracy. */
  accuracyTitle: 'How accurate each GMP source is',
  accuracyDescription:
    'How far each GMP source and the median of all were off, by what was known at the time: average miss with its confidence range, too high or too low, gain or loss, and how much better than a guess.',
  accuracyLead: (horizon: Horizon): string =>
    `The GMP as it was known ${when(horizon)}, against the price at which the share began to trade.`,
  horizonTabs: 'Time of the quote',
  /** The headline: averages over different IPOs cannot be compared, so it names none. */
  leads: (name: string, isSure: boolean): string =>
    `On the same IPOs, ${name} was closest so far${isSure ? '' : ', but that could be luck'}`,
  nobodyLeads: 'No source is clearly the most accurate so far',
  tooFewToSay: 'Too few listings to say which source is most accurate',
  leadMeans: `A source is named the most accurate only if it was closer than every other one on the IPOs that both quoted, at least ${HEADLINE_LISTINGS} of them.`,
  leadIsSure: <T>(source: T) =>
    phrase`On the IPOs that both quoted, ${source} was closer than every other source with at least ${String(HEADLINE_LISTINGS)} listings. Its lead is more than luck.`,
  leadCouldBeLuck: <T>(source: T, rivals: T) =>
    phrase`On the IPOs that both quoted, ${source} was closer than every other source with at least ${String(HEADLINE_LISTINGS)} listings. Its lead over ${rivals} could be luck.`,
  noQuotesThen: (horizon: Horizon): string =>
    `No source quoted a GMP ${when(horizon)} for an IPO that has listed since.`,
  howToRead: 'How to read this table',
  readSources: [
    'Sources quote different IPOs, some of them easier to predict: the order names no winner. The last column has the average miss of the median on the same IPOs.',
    `Small figures, from ${HEADLINE_LISTINGS} listings on: 95% confidence range, somewhat too narrow because IPOs of one month move together.`,
    'Half of all misses are smaller than the median miss, which a single misprint does not change.',
    `Assuming no gain means that every share opens at its issue price; the usual gain is what the listings of its board had gained on average up to then. With fewer than ${HEADLINE_LISTINGS} listings there is no such comparison.`,
    `Sources with fewer than ${FEW_LISTINGS} listings are marked few and come last.`,
  ],
  groupsOfMedian: 'Median of all sources, by group',
  groupsOf: <T>(source: T) => phrase`${source}, by group`,
  byHorizon: 'By time of the quote',
  bySize: 'By what the GMP had said',
  guessesTitle: 'Against simple guesses',
  guessDirection: <T>(right: T, always: T) =>
    phrase`Right about gain or loss in ${right}. Always guessing “gain” is right in ${always}.`,
  guessZero: <T>(of: Accuracy['zeroGmp'], right: T, always: T) =>
    phrase`IPOs with a GMP of exactly 0: ${`${count(of.n)}. Opened above the issue price: ${count(of.listedAbove)}, at it: ${count(of.listedAt)}, below it: ${count(of.listedBelow)}`}. Without them: ${right} right, always “gain” ${always}.`,
  guessMiss: <T>(gmp: T, zero: T, average: T, median: T) =>
    phrase`Average miss in points: GMP ${gmp}, assuming no gain ${zero}, the board’s average gain so far ${average}, its median gain so far ${median}.`,
  cutOff: <T>(n: number, without: T) =>
    phrase`${`${count(n)} SME ${n === 1 ? 'listing was' : 'listings were'}`} cut off at the highest or lowest price that the exchange allows. Average miss without ${n === 1 ? 'it' : 'them'}: ${without} points.`,
  rangesTitle: 'How often listings opened within the range around their GMP',
  rangeNeeds: (listings: number): string =>
    `A range needs ${listings} earlier listings with a GMP at this stage.`,
  /** `null` while there are too few for a percentage. */
  held: <T>(held: number, judged: number, pct: T | null) =>
    pct === null
      ? phrase<T>`${count(held)} of ${counted(judged, 'listing')} opened within the range that was calculated before they listed; these are few.`
      : phrase`${count(held)} of ${counted(judged, 'listing')} opened within the range that was calculated before they listed: ${pct}.`,
  withRange: 'With a range',
  within: 'Opened within it',
  medianWidth: 'Half of the ranges are narrower than, points',
  medianWidthShort: 'half narrower than',
  rangesKnownBefore: 'Each range uses only listings that were known before.',
  rangesLeaveOut:
    'It leaves out the lowest and the highest tenth of past misses, so 8 of 10 of those lie inside.',
  noForecast: 'This describes the past; it is not a forecast or a recommendation.',
  methodLink: 'Method',
  whyOther: (
    scoreboardN: number,
    atCloseN: number,
    both: number,
    misses: readonly [score: number, accuracy: number] | null,
  ): string =>
    `The scoreboard counts ${counted(scoreboardN, 'listing')}, accuracy ${count(atCloseN)} at the close; ${count(both)} are in both. ${
      misses === null ? '' : `Their average misses are ${points(misses[0])} and ${points(misses[1])} points. `
    }The scoreboard goes by the day of a quote, even if it was recorded after bidding had closed. Accuracy uses only what was recorded by the close, with the price known then, so that nothing is judged with hindsight.`,

  /** Charts. */
  asTable: 'The same as a table',
  tapHint: (what: string): string => `Tap or point at a ${what}, or use the arrow keys.`,
  axisListingGain: '↑ listing gain',
  axisSaid: 'GMP had said →',
  onLine: 'listing gain as the GMP had said',
  onLineBelow: 'listing gain as the GMP had said; below it, the GMP was too high',
  scatterTitle: 'What the GMP had said, and the listing gain of each IPO',
  scatterHint: 'Each mark is one listing.',
  scatterDescription: (of: Quadrants): string =>
    `Each mark is a listing. GMP said gain, listed at a gain: ${of.gainListedGain}; GMP said gain, listed at a loss: ${of.gainListedLoss}; GMP said loss, listed at a gain: ${of.lossListedGain}; GMP said loss, listed at a loss: ${of.lossListedLoss}.`,
  listing: (of: ListingInChart): string =>
    `${of.name}, ${of.board}, listed ${longDay(of.listedOn)}: GMP had said ${gain(of.impliedPct)}, listing gain ${gain(of.actualPct)}, GMP ${missText(of.errorPp)}`,
  beyondFrame: (n: number): string =>
    n === 1
      ? 'One listing is beyond the frame; it is drawn at its edge with an arrow.'
      : `${count(n)} listings are beyond the frame; they are drawn at its edge with an arrow.`,
  newestDrawn: (drawn: number, total: number): string =>
    `The newest ${count(drawn)} of ${count(total)} listings are drawn.`,
  histogramTitle: 'How far off the GMP was',
  histogramHint: 'Each bar is one range of misses.',
  histogramDescription: (width: number): string =>
    `Listings by how far the GMP was off, in bins of ${width} points: on the left the GMP was too low, on the right too high.`,
  errorRange,
  gmpTooLow: 'GMP too low',
  gmpTooHigh: 'GMP too high',
  median: 'median',
  barMeans: 'number of IPOs, by points that the GMP was off',
  miss: 'Miss',
  share: 'Share',
  reliabilityTitle: 'What the GMP had said, against the listing gain',
  reliabilityHint: 'Each mark is one range of GMP.',
  reliabilityDescription: (width: number, marks: readonly CalibrationBin[]): string =>
    `Listings by what the GMP had said, in bins of ${width} points: ${joined(marks.map(scoresOfMark), 'and')}.`,
  medianGain: 'Listing gain (median)',
  middleHalf: 'Half of them between',
  markMeans: 'median, and the middle half of the IPOs',
  fewerThan: `fewer than ${FEW_LISTINGS} listings`,
} as const

const scoresOfMark = (mark: CalibrationBin): string =>
  `GMP had said ${expectedGainText(mark)}: ${counted(mark.n, 'listing')}, median listing gain ${gain(mark.medianActualPct ?? 0)}, ${count(mark.belowIssuePrice)} opened below the issue price`
