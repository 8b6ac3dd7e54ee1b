import { DAY_MS, type Instant, instantFromMs, istDay, msOf } from '../calendar.ts'
import { type Board, compareRecorded, type Exchange } from '../facts/fact.ts'
import type { IssueFacts } from '../facts/issue-facts.ts'
import type { Owners } from '../facts/publisher.ts'
import { unretracted } from '../facts/retraction.ts'
import { firstCountedDay, type GmpReport, latestGmpDay } from '../gmp/gmp.ts'
import type { Holidays } from '../holidays.ts'
import { type Issue, issuesFrom, knownRecords } from '../issues/issue.ts'
import { limitReached, listingGainPct } from '../issues/listing.ts'
import { milestoneTimes } from '../issues/status.ts'
import { referencePrice } from '../issues/terms.ts'
import { type Paise, percentOf } from '../money.ts'
import { compareText } from '../text-order.ts'
import { DAYS_BEFORE_CLOSE, type Horizon } from './horizon.ts'
import { firstQuotedDay } from './scoreboard.ts'

/** All facts of some slugs, retracted ones included. Slugs that were ever merged must be passed together. */
export type FactsOfSlugs = Omit<IssueFacts, 'subscription'>

/** The gain that the grey market implied for an issue, from facts recorded up to an instant only. */
export interface Prediction {
  readonly at: Instant
  readonly board: Board
  /** Where it was to list; `null` while unknown. */
  readonly exchanges: readonly Exchange[] | null
  /** From the published median. */
  readonly impliedPct: number
  /** From the last quote of each source. */
  readonly bySource: readonly { readonly source: string; readonly impliedPct: number }[]
}

export type ListingOutcome = NonNullable<ReturnType<typeof outcomeOf>>

/** A value that is valid from an instant until the next one. */
export interface TimedValue<T> {
  readonly since: Instant
  readonly value: T
}

/** The predictions for an issue and its outcome, each with the time since which it is known. */
export interface PredictionHistory {
  readonly slug: string
  /**
   * Those for days before the close are taken at the first instant at which bidding was expected to end so many days
   * later. The listing time may be learned late or revised, which changes the last prediction before it.
   */
  readonly predictions: Readonly<Record<Horizon, readonly TimedValue<Prediction | null>[]>>
  readonly outcome: readonly TimedValue<ListingOutcome | null>[]
}

export const valueAt = <T>(steps: readonly TimedValue<T>[], asOf: Instant | null): T | undefined =>
  steps.findLast(({ since }) => asOf === null || since <= asOf)?.value

/** The last moment at which any of these predictions and outcomes changes: all later ones show the same. */
export function lastChangeIn(histories: readonly PredictionHistory[]): Instant {
  let latest: Instant = ''
  for (const { predictions, outcome } of histories)
    for (const { since } of [...Object.values(predictions).flat(), ...outcome])
      if (since > latest) latest = since
  return latest
}

/** The predictions and outcomes of each slug's issue; `holidaysAt` are those of the main exchange as known then. */
export function predictionHistories(
  slugs: readonly string[],
  facts: FactsOfSlugs,
  owners: Owners,
  holidaysAt: (at: Instant) => Holidays,
): PredictionHistory[] {
  const known = issuesOverTime(facts)
  return slugs.map((slug) => {
    const states = known.map(({ since, value }) => ({ since, value: issueAmong(value, slug) }))
    const predicted = (takenAt: readonly TimedValue<Instant | null>[]) =>
      changesOf(takenAt).map(({ since, value: at }) => ({
        since,
        value:
          at === null
            ? null
            : (predictionAt(slug, facts, at, owners, holidaysAt(at), valueAt(known, at)) ?? null),
      }))
    const beforeClose = (horizon: keyof typeof DAYS_BEFORE_CLOSE) =>
      predicted(momentBeforeClose(states, DAYS_BEFORE_CLOSE[horizon]))
    return {
      slug,
      predictions: {
        'close-7': beforeClose('close-7'),
        'close-3': beforeClose('close-3'),
        'close-1': beforeClose('close-1'),
        close: beforeClose('close'),
        last: predicted(lastMoments(states)),
      },
      outcome: changesOf(states.map(({ since, value: issue }) => ({ since, value: outcomeOf(issue) }))),
    }
  })
}

/**
 * The prediction at an instant; `undefined` when the issue did not exist, had no price or no recent quote, or had
 * listed.
 */
export function predictionAt(
  slug: string,
  facts: FactsOfSlugs,
  at: Instant,
  owners: Owners,
  holidays: Holidays,
  known: readonly Issue[] = issuesKnownAt(facts, at),
): Prediction | undefined {
  const issue = issueAmong(known, slug)
  const price = issue && referencePrice(issue.terms)
  if (!issue || !price || issue.terms.offMarket || issue.listing) return undefined
  const { listingDay } = issue
  const { board, exchanges, closeDate } = issue.terms
  const firstDay = firstQuotedDay(istDay(at), closeDate)
  const firstCounted = firstCountedDay(firstDay, holidays)
  const reports = facts.gmp.filter(
    ({ recorded, observedAt, slug: of }) =>
      recorded <= at &&
      observedAt >= firstCounted &&
      (listingDay === null || observedAt <= listingDay) &&
      issue.slugs.includes(of),
  )
  const retractions = facts.retractions.filter(({ recorded }) => recorded <= at)
  const counting = unretracted(reports, retractions)
  const quoted = latestGmpDay(counting, owners, holidays, { first: firstDay, last: null })
  return (
    quoted && {
      ...{ at, board, exchanges },
      impliedPct: percentOf(quoted.median, price),
      bySource: gainsBySource(
        counting.filter(({ observedAt }) => observedAt >= firstDay),
        price,
      ),
    }
  )
}

const issueAmong = (issues: readonly Issue[], slug: string): Issue | undefined =>
  issues.find((one) => one.slug === slug)

/** The issues from each instant on at which terms, listings or merged slugs may change. */
function issuesOverTime(facts: FactsOfSlugs): TimedValue<readonly Issue[]>[] {
  const { ipos, sames, listings, retractions } = facts
  const ofTerms = retractions.filter(({ of }) => ['ipo', 'same', 'listing'].includes(of.fact))
  const moments = new Set([...ipos, ...sames, ...listings, ...ofTerms].map(({ recorded }) => recorded))
  return [...moments].sort(compareText).map((since) => ({ since, value: issuesKnownAt(facts, since) }))
}

const issuesKnownAt = (facts: FactsOfSlugs, at: Instant): readonly Issue[] =>
  issuesFrom(knownRecords(facts, ({ recorded }) => recorded <= at)).issues

/** The gain that the last quote of each source implies. */
function gainsBySource(reports: readonly GmpReport[], price: Paise): Prediction['bySource'] {
  const lastQuotes = new Map<string, GmpReport>()
  for (const report of reports) {
    const known = lastQuotes.get(report.source)
    if (!known || isLaterQuote(report, known)) lastQuotes.set(report.source, report)
  }
  return [...lastQuotes.values()]
    .map(({ source, gmp }) => ({ source, impliedPct: percentOf(gmp, price) }))
    .sort((a, b) => compareText(a.source, b.source))
}

/** A source's quote is its last report of its most recent day. */
const isLaterQuote = (a: GmpReport, b: GmpReport): boolean =>
  a.observedAt === b.observedAt ? compareRecorded(a, b) > 0 : a.observedAt > b.observedAt

/** An issue as known from an instant on; without a value, no such issue exists. */
type KnownIssue = TimedValue<Issue | undefined>

/** The first instant at which, as known then, bidding was to end that many days later. */
function momentBeforeClose(states: readonly KnownIssue[], days: number): TimedValue<Instant>[] {
  for (const [i, { since, value: issue }] of states.entries()) {
    const closes = issue ? milestoneTimes(issue.timetable).closes : null
    if (closes === null) continue
    const at = instantFromMs(closes - days * DAY_MS)
    const until = states[i + 1]?.since
    if (since <= at && (until === undefined || at < until)) return [{ since: at, value: at }]
  }
  return []
}

/**
 * The instant just before trading began, or before the price was recorded if that was earlier; `null` until it is
 * listed.
 */
function lastMoments(states: readonly KnownIssue[]): TimedValue<Instant | null>[] {
  let pricedSince: Instant | null = null
  return states.map(({ since, value: issue }) => {
    pricedSince = issue?.listing ? (pricedSince ?? since) : null
    const lists = issue ? milestoneTimes(issue.timetable).lists : null
    if (pricedSince === null || lists === null) return { since, value: null }
    return { since, value: instantFromMs(Math.min(msOf(pricedSince), lists) - 1) }
  })
}

/** Removes steps that do not change the value; the value before the first is `null`. */
const changesOf = <T>(steps: readonly TimedValue<T>[]): TimedValue<T>[] =>
  steps.filter(({ value }, i) => JSON.stringify(value) !== JSON.stringify(steps[i - 1]?.value ?? null))

function outcomeOf(issue: Issue | undefined) {
  const { listing, terms } = issue ?? {}
  if (!listing || !terms || terms.offMarket) return null
  const { board, issuePrice } = terms
  const actualPct = listingGainPct(issuePrice, listing.listingPrice)
  if (actualPct === null) return null
  return {
    board,
    listedOn: listing.listedOn,
    actualPct,
    /** The limit of SME shares that its opening price was cut off at. */
    limit: limitReached(board, listing, issuePrice),
  }
}
