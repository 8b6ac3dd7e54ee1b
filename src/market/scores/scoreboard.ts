import { addDays, type Day } from '../calendar.ts'
import type { Owners } from '../facts/publisher.ts'
import { type GmpReport, latestGmpDay } from '../gmp/gmp.ts'
import type { ListingReport } from '../issues/listing.ts'
import type { IssueTerms } from '../issues/terms.ts'
import { divideRounded, type Paise, percentOf } from '../money.ts'

/** A quote older than a week before the close no longer speaks of the close. */
export const QUOTE_DAYS_BEFORE_CLOSE = 7

/** One listing, what the grey market promised for it and what came. */
export interface Score {
  readonly issuePrice: Paise
  readonly gmpAtClose: Paise
  readonly impliedPct: number
  readonly listingPrice: Paise
  readonly actualPct: number
  /** Positive: the grey market promised too much. */
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

/** What the grey market promised when bidding closed. */
export type ExpectedAtClose = Pick<Score, 'gmpAtClose' | 'impliedPct'>

/** `undefined` while there is no issue price or closing day, or when nobody quoted the issue near its close. */
export function expectedAtClose(
  { issuePrice, closeDate }: Pick<IssueTerms, 'issuePrice' | 'closeDate'>,
  reports: readonly GmpReport[],
  owners: Owners,
): ExpectedAtClose | undefined {
  if (issuePrice === null || closeDate === null) return undefined
  const quote = latestGmpDay(reports, owners, scoredDays(closeDate))
  return quote && { gmpAtClose: quote.median, impliedPct: percentOf(quote.median, issuePrice) }
}

/** `undefined` while the issue cannot be scored: withdrawn, not listed, or never quoted near its close. */
export function scoreOf(
  terms: Pick<IssueTerms, 'issuePrice' | 'closeDate' | 'offMarket'>,
  listing: Pick<ListingReport, 'listingPrice' | 'listedOn'> | undefined,
  reports: readonly GmpReport[],
  owners: Owners,
): Score | undefined {
  const { issuePrice } = terms
  const promised = expectedAtClose(terms, reports, owners)
  if (terms.offMarket || issuePrice === null || !listing || !promised) return undefined

  const { impliedPct } = promised
  const actualPct = percentOf(listing.listingPrice - issuePrice, issuePrice)
  return {
    issuePrice,
    ...promised,
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

/** How often the grey market promised more than came, in percent of all scored listings; `null` for none. */
export const tooHighPct = (scores: readonly Pick<Score, 'errorPp'>[]): number | null =>
  sharePct(scores, ({ errorPp }) => errorPp > 0)

/** How many of the listings are such, in percent of them; `null` where there are none. */
export const sharePct = <T>(scores: readonly T[], isSuch: (score: T) => boolean): number | null =>
  scores.length === 0 ? null : percentOf(scores.filter(isSuch).length, scores.length)

/** Two-decimal figures as whole hundredths, so that differences, sums and medians of them are exact. */
export function hundredths(figure: number): number {
  const whole = Math.round(figure * 100)
  return whole === 0 ? 0 : whole
}
