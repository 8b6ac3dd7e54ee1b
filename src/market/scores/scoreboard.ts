import { addDays, type Day } from '../calendar.ts'
import type { Owners } from '../facts/publisher.ts'
import { type GmpReport, latestGmpDay } from '../gmp/gmp.ts'
import type { Holidays } from '../holidays.ts'
import type { ListingReport } from '../issues/listing.ts'
import type { IssueTerms } from '../issues/terms.ts'
import { percentOf } from '../money.ts'
import {
  boundsFrom,
  type Interval,
  isInRange,
  meanOf,
  middleOf,
  type PercentRange,
  rangesBetween,
  shareOf,
  sortedOf,
} from './statistics.ts'

/** A quote older than a week before the close says nothing about the close. */
export const QUOTE_DAYS_BEFORE_CLOSE = 7

/** The first day whose quotes count for an expected gain: a week ago, or a week before the close once it is past. */
export const firstQuotedDay = (today: Day, closeDate: Day | null): Day =>
  addDays(closeDate !== null && closeDate < today ? closeDate : today, -QUOTE_DAYS_BEFORE_CLOSE)

/** The days whose quotes may be scored: the closing day and the week before it. */
export const scoredDays = (closeDate: Day): { first: Day; last: Day } => ({
  first: firstQuotedDay(closeDate, closeDate),
  last: closeDate,
})

/**
 * The GMP when bidding closed, and the gain that it implied; `undefined` while the issue price or the closing day is
 * unknown, or when there is no quote near the close.
 */
export function expectedAtClose(
  { issuePrice, closeDate }: Pick<IssueTerms, 'issuePrice' | 'closeDate'>,
  reports: readonly GmpReport[],
  owners: Owners,
  holidays: Holidays,
) {
  if (issuePrice === null || closeDate === null) return undefined
  const quoted = latestGmpDay(reports, owners, holidays, scoredDays(closeDate))
  return quoted && { gmpAtClose: quoted.median, impliedPct: percentOf(quoted.median, issuePrice), quoted }
}

/** A listing with the gain that the grey market implied and the actual gain. */
export type Score = NonNullable<ReturnType<typeof scoreOf>>

/** `undefined` while the issue cannot be scored: withdrawn, not listed, or without a quote near its close. */
export function scoreOf(
  terms: Pick<IssueTerms, 'issuePrice' | 'closeDate' | 'offMarket'>,
  listing: Pick<ListingReport, 'listingPrice' | 'listedOn'> | undefined,
  reports: readonly GmpReport[],
  owners: Owners,
  holidays: Holidays,
) {
  const { issuePrice } = terms
  const expected = expectedAtClose(terms, reports, owners, holidays)
  if (terms.offMarket || issuePrice === null || !listing || !expected) return undefined

  const { impliedPct } = expected
  const actualPct = percentOf(listing.listingPrice - issuePrice, issuePrice)
  return {
    issuePrice,
    ...expected,
    listingPrice: listing.listingPrice,
    actualPct,
    /** Positive when the expected gain was too high. */
    errorPp: hundredths(impliedPct - actualPct) / 100,
    directionHit: Math.sign(impliedPct) === Math.sign(actualPct),
    listedOn: listing.listedOn,
  }
}

export type ScoreSummary = ReturnType<typeof summaryOf>

export function summaryOf(scores: readonly Pick<Score, 'errorPp' | 'directionHit'>[]) {
  const hits = scores.filter(({ directionHit }) => directionHit).length
  return {
    n: scores.length,
    avgAbsErrorPp: meanOf(scores.map(({ errorPp }) => Math.abs(hundredths(errorPp)))),
    directionHitPct: shareOf(hits, scores.length),
  }
}

export const isTooHigh = ({ errorPp }: Pick<Score, 'errorPp'>): boolean => errorPp > 0

/** A figure with two decimals as whole hundredths, so that differences, sums and medians are exact. */
export function hundredths(figure: number): number {
  const whole = Math.round(figure * 100)
  return whole === 0 ? 0 : whole
}

/** With fewer listings, an average or a share means little. */
export const FEW_LISTINGS = 20
/** With fewer listings, the pages show counts, and neither a percentage nor an average as a headline. */
export const HEADLINE_LISTINGS = 30

export const areEnoughListings = (n: number): boolean => n >= HEADLINE_LISTINGS

/** The width of a bin in percentage points. Errors beyond the open ends fall into one bin on each side. */
export const BIN_POINTS = 10
export const OPEN_END_POINTS = 50

type ErrorOf = Pick<Score, 'errorPp'>
type GainsOf = Pick<Score, 'impliedPct' | 'actualPct'>

export type Quadrants = ReturnType<typeof quadrantsOf>

/** Counts of listings by the signs of expected and actual gain. A gain of exactly 0 is neither a gain nor a loss. */
export function quadrantsOf(scores: readonly GainsOf[]) {
  const countOf = (expectedSign: number, actualSign: number) =>
    scores.filter(
      ({ impliedPct, actualPct }) =>
        Math.sign(impliedPct) === expectedSign && Math.sign(actualPct) === actualSign,
    ).length
  const counted = {
    gainListedGain: countOf(1, 1),
    gainListedLoss: countOf(1, -1),
    lossListedGain: countOf(-1, 1),
    lossListedLoss: countOf(-1, -1),
  }
  const inOne = Object.values(counted).reduce((sum, n) => sum + n, 0)
  return { ...counted, neither: scores.length - inOne }
}

export type Openings = ReturnType<typeof openingsOf>

/**
 * Counts of listings that opened above, at exactly, and below the issue price. Those above it are the baseline for
 * forecasts of a gain.
 */
export function openingsOf(scores: readonly Pick<Score, 'actualPct'>[]) {
  const countOf = (sign: number) => scores.filter(({ actualPct }) => Math.sign(actualPct) === sign).length
  return { above: countOf(1), at: countOf(0), below: countOf(-1) }
}

const ERROR_SIZES: readonly PercentRange[] = rangesBetween(
  boundsFrom(-OPEN_END_POINTS, OPEN_END_POINTS, BIN_POINTS),
)

export type ErrorBin = ReturnType<typeof errorBins>[number]

/** The listings by their errors in percentage points. */
export const errorBins = (scores: readonly ErrorOf[]) =>
  ERROR_SIZES.map((size) => {
    const n = scores.filter(({ errorPp }) => isInRange(hundredths(errorPp), size)).length
    return { ...size, n, pct: shareOf(n, scores.length) ?? 0 }
  })

export const medianErrorPp = (scores: readonly ErrorOf[]): number | null =>
  middleOf(sortedOf(scores.map(({ errorPp }) => hundredths(errorPp))))

/** The range of the errors without their lowest and highest quarter. */
export const middleHalf = (scores: readonly ErrorOf[]): Interval | null =>
  middleHalfOf(sortedOf(scores.map(({ errorPp }) => errorPp)))

/** The range of ascending values without their lowest and highest quarter; `null` when there are few. */
export function middleHalfOf(sorted: Float64Array): Interval | null {
  const left = Math.floor(sorted.length / 4)
  const [low, high] = [sorted[left], sorted[sorted.length - 1 - left]]
  if (sorted.length < FEW_LISTINGS || low === undefined || high === undefined) return null
  return { low, high }
}
