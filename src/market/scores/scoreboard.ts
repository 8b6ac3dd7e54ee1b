import { addDays, type Day } from '../calendar.ts'
import type { Owners } from '../facts/publisher.ts'
import { type GmpReport, latestGmpDay } from '../gmp/gmp.ts'
import type { ListingReport } from '../issues/listing.ts'
import type { IssueTerms } from '../issues/terms.ts'
import { divideRounded, type Paise, percentOf } from '../money.ts'

/** A quote older than a week before the close says nothing about the close. */
export const QUOTE_DAYS_BEFORE_CLOSE = 7

/** A listing with the gain that the grey market implied and the actual gain. */
export interface Score {
  readonly issuePrice: Paise
  readonly gmpAtClose: Paise
  readonly impliedPct: number
  readonly listingPrice: Paise
  readonly actualPct: number
  /** Positive when the expected gain was too high. */
  readonly errorPp: number
  readonly directionHit: boolean
  readonly listedOn: Day
}

export interface ScoreSummary {
  readonly n: number
  readonly avgAbsErrorPp: number | null
  readonly directionHitPct: number | null
}

/** The days whose quotes may be scored: the closing day and the week before it. */
export const scoredDays = (closeDate: Day): { first: Day; last: Day } => ({
  first: addDays(closeDate, -QUOTE_DAYS_BEFORE_CLOSE),
  last: closeDate,
})

/** The GMP when bidding closed, and the gain that it implied. */
export type ExpectedAtClose = Pick<Score, 'gmpAtClose' | 'impliedPct'>

/** `undefined` while the issue price or the closing day is unknown, or when there is no quote near the close. */
export function expectedAtClose(
  { issuePrice, closeDate }: Pick<IssueTerms, 'issuePrice' | 'closeDate'>,
  reports: readonly GmpReport[],
  owners: Owners,
): ExpectedAtClose | undefined {
  if (issuePrice === null || closeDate === null) return undefined
  const quote = latestGmpDay(reports, owners, scoredDays(closeDate))
  return quote && { gmpAtClose: quote.median, impliedPct: percentOf(quote.median, issuePrice) }
}

/** `undefined` while the issue cannot be scored: withdrawn, not listed, or without a quote near its close. */
export function scoreOf(
  terms: Pick<IssueTerms, 'issuePrice' | 'closeDate' | 'offMarket'>,
  listing: Pick<ListingReport, 'listingPrice' | 'listedOn'> | undefined,
  reports: readonly GmpReport[],
  owners: Owners,
): Score | undefined {
  const { issuePrice } = terms
  const expected = expectedAtClose(terms, reports, owners)
  if (terms.offMarket || issuePrice === null || !listing || !expected) return undefined

  const { impliedPct } = expected
  const actualPct = percentOf(listing.listingPrice - issuePrice, issuePrice)
  return {
    issuePrice,
    ...expected,
    listingPrice: listing.listingPrice,
    actualPct,
    errorPp: hundredths(impliedPct - actualPct) / 100,
    directionHit: Math.sign(impliedPct) === Math.sign(actualPct),
    listedOn: listing.listedOn,
  }
}

export function summaryOf(scores: readonly Pick<Score, 'errorPp' | 'directionHit'>[]): ScoreSummary {
  const n = scores.length
  if (n === 0) return { n, avgAbsErrorPp: null, directionHitPct: null }
  const totalError = scores.reduce((sum, { errorPp }) => sum + Math.abs(hundredths(errorPp)), 0)
  return {
    n,
    avgAbsErrorPp: divideRounded(totalError, n) / 100,
    directionHitPct: sharePct(scores, ({ directionHit }) => directionHit),
  }
}

/** The share of scored listings whose expected gain was too high, in percent; `null` for none. */
export const tooHighPct = (scores: readonly Pick<Score, 'errorPp'>[]): number | null =>
  sharePct(scores, isTooHigh)

export const isTooHigh = ({ errorPp }: Pick<Score, 'errorPp'>): boolean => errorPp > 0

/** The share of listings that satisfy a condition, in percent; `null` for none. */
export const sharePct = <T>(scores: readonly T[], matches: (score: T) => boolean): number | null =>
  scores.length === 0 ? null : percentOf(scores.filter(matches).length, scores.length)

/** A figure with two decimals as whole hundredths, so that differences, sums and medians are exact. */
export function hundredths(figure: number): number {
  const whole = Math.round(figure * 100)
  return whole === 0 ? 0 : whole
}
