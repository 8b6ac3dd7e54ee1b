import { invariant } from '../invariant.ts'
import { type Instant, istDay } from '../market/calendar.ts'
import { EXCHANGE_TABLE } from '../market/exchanges.ts'
import {
  type DealFact,
  EXCHANGES,
  type Fact,
  type GmpFact,
  type HolidayFact,
  type ListingFact,
  type SubscriptionFact,
} from '../market/facts/fact.ts'
import { timingFault } from '../market/facts/timing.ts'
import { isTrustName } from '../market/issues/names.ts'
import {
  isWithoutIssue,
  type Observation,
  type ReportedListing,
  type ReportedTerms,
} from '../sources/source.ts'
import type { IssueKey } from '../store/issues/issue-keys.ts'
import {
  confirmedFalls,
  contradictoryReadings,
  type EarlierFigures,
  withoutContradictions,
} from './compare-figures.ts'
import type { KnownMarket } from './known-market.ts'
import type { KnownIssue } from './match/issue-finder.ts'
import { confirmsDay, type Match, matchSubject, ownKeys } from './match/match.ts'
import { type Draft, type Observed, type Refused, refuse, type Unread } from './observation.ts'
import {
  type Objection,
  objection,
  objectionIf,
  refusedMatch,
  screenGmp,
  screenListing,
  screenSubscription,
} from './screen.ts'

/** A row that states anything but terms. */
export type FigureRow = Observed<Exclude<Observation, ReportedTerms>>

/** A figure and its issue; deals and holidays have none. */
interface MatchedFigure {
  readonly row: FigureRow
  readonly issue: KnownIssue | null
}

/**
 * Finds the issue of each figure. Rows of a bhavcopy about securities that are not our issues are skipped, and so are
 * quotes of trusts.
 */
export function matchFigures(
  market: KnownMarket,
  rows: readonly FigureRow[],
  decided: (row: FigureRow) => KnownIssue | undefined,
) {
  const matched: MatchedFigure[] = []
  const refused: Refused[] = []
  const trusts = keysOfTrusts(rows)
  for (const row of rows) {
    if (isWithoutIssue(row)) {
      matched.push({ row, issue: null })
      continue
    }
    const { from, subject } = row
    const match = matchSubject(market.index, subject, from)
    const issue = decided(row) ?? (match.kind === 'found' ? market.index.find(match.slug) : undefined)
    if (issue) {
      // A list names the issues, and the pages that it leads to have only their numbers.
      for (const key of ownKeys(subject)) market.index.learn({ source: from.source, key, slug: issue.slug })
      if (row.kind !== 'listing' || isListingDay(market, issue, row)) matched.push({ row, issue })
      else if (from.refused) refused.push(refuse(row, objection('outside-life', row.listedOn), [issue.slug]))
    } else if (row.kind !== 'listing' && match.kind !== 'found' && !isOfTrust(row, match, trusts)) {
      const { candidates, ...fault } = refusedMatch(match, subject.name)
      refused.push(refuse(row, fault, candidates))
    }
  }
  return { matched, refused }
}

/** A source's own keys of what its rows name as a trust: rows of the same round may have only the number. */
const keysOfTrusts = (rows: readonly FigureRow[]): ReadonlySet<string> =>
  new Set(
    rows.flatMap((row) =>
      row.kind === 'gmp' && isTrustName(row.subject.name ?? '') ? keysWithSource(row) : [],
    ),
  )

/** The keys that a source uses for the issue of a row, with the source. */
export const keysWithSource = (row: Observed): string[] =>
  isWithoutIssue(row) ? [] : ownKeys(row.subject).map((key) => `${row.from.source} ${key}`)

/** True for a quote of a trust. One that fits an announced issue is of a company with such a name. */
const isOfTrust = (row: FigureRow, match: Match, trusts: ReadonlySet<string>): boolean =>
  row.kind === 'gmp' &&
  (match.kind === 'unknown' || match.kind === 'unconfirmed') &&
  keysWithSource(row).some((key) => trusts.has(key))

const isListingDay = (market: KnownMarket, issue: KnownIssue, { listedOn }: ReportedListing): boolean =>
  !issue.terms.offMarket && market.listingDay(issue) === listedOn

/**
 * True for a bad row that is refused: in a file about every security, only a row about an issue whose price on that
 * exchange is due and not known.
 */
export function isOurs(market: KnownMarket, { about, from }: Unread): boolean {
  if (about === undefined) return true
  const match = matchSubject(market.index, about, from)
  const issue = match.kind === 'found' ? market.index.find(match.slug) : undefined
  const day = issue && market.listingDay(issue)
  return (
    issue !== undefined &&
    !issue.terms.offMarket &&
    !!day &&
    day <= istDay(from.fetchedAt) &&
    !EXCHANGES.some(
      (exchange) => EXCHANGE_TABLE[exchange].publisher === from.publisher && issue.listedAt.has(exchange),
    )
  )
}

interface DerivedFigures {
  readonly drafts: readonly Draft[]
  readonly refused: readonly Refused[]
  /** The number of rows without news, such as an unstamped figure that has not changed. */
  readonly known: number
  readonly keys: readonly IssueKey[]
}

/** Makes a fact of each figure, unless a rule refuses it or it brings nothing new. */
export function deriveFigures(
  market: KnownMarket,
  matched: readonly MatchedFigure[],
  earlier: EarlierFigures,
  clock: Instant,
): DerivedFigures {
  const drafts: Draft[] = []
  const refused: Refused[] = []
  const keys: IssueKey[] = []
  const judged = matched.map(({ row, issue }) => {
    const fact = factFrom(row, issue)
    const fault =
      objectionIf('in-the-future', timingFault(fact, clock)) ??
      (issue && screen(market, row, fact, issue, earlier))
    return { row, issue, fact, fault }
  })
  const unclear = contradictoryReadings(judged)
  // They are refused together later, whatever was read before.
  const screened = judged.map((one) => (unclear.has(one.row) ? { ...one, fault: null } : one))
  const falls = screened.flatMap(({ row, fact, fault }) =>
    fault?.rule === 'multiple-fell' && fact.fact === 'subscription' ? { row, fact } : [],
  )
  const confirmed = confirmedFalls(falls, earlier)
  let known = 0
  for (const { row, issue, fact, fault: objected } of screened) {
    if (
      row.kind === 'subscription' &&
      !unclear.has(row) &&
      earlier.isUnchanged(fact as SubscriptionFact, row, falls)
    ) {
      known++
      continue
    }
    const fault = confirmed.has(row) ? null : objected
    // An implausible figure may belong to another issue, so its keys are learned only if the days are right.
    if (issue && !isWithoutIssue(row) && (!fault || confirmsDay(row.subject, issue)))
      for (const key of ownKeys(row.subject)) keys.push({ source: row.from.source, key, slug: issue.slug })
    if (fault) refused.push(refuse(row, fault, issue ? [issue.slug] : []))
    else if (row.kind === 'gmp' && earlier.isOutdated(fact as GmpFact)) known++
    else drafts.push({ fact, row })
  }
  const settled = withoutContradictions(drafts)
  return {
    drafts: settled.drafts,
    refused: [...refused, ...settled.refused],
    known: known + drafts.length - settled.drafts.length - settled.refused.length,
    keys,
  }
}

function screen(
  market: KnownMarket,
  row: FigureRow,
  fact: Fact,
  issue: KnownIssue,
  earlier: EarlierFigures,
): Objection | null {
  const life = market.lifeOf(issue)
  if (row.kind === 'gmp') return screenGmp(row, life)
  if (row.kind === 'listing') return screenListing(row, life)
  if (fact.fact !== 'subscription') return null
  return screenSubscription(fact, life, earlier.readingBefore(fact))
}

export function factFrom(row: FigureRow, issue: KnownIssue | null): Fact {
  const { publisher: source, home, fetchedAt } = row.from
  if (row.kind === 'deal')
    return { fact: 'deal', ...row.deal, source, printed: null, url: null } satisfies DealFact
  if (row.kind === 'holiday') {
    const { exchange, segment, day, name } = row
    return { fact: 'holiday', exchange, segment, day, name, source } satisfies HolidayFact
  }
  const cited = {
    slug: invariant(issue, `the issue of a ${row.kind} row`).slug,
    source,
    printed: row.printed,
    url: home,
  }
  // A row lacks the further figures that were bad.
  switch (row.kind) {
    case 'gmp': {
      const {
        observedAt,
        gmp,
        reportedAt,
        printedLow = null,
        printedHigh = null,
        subjectToSauda = null,
      } = row
      const beside = { printedLow, printedHigh, subjectToSauda }
      return { fact: 'gmp', ...cited, observedAt, gmp, reportedAt, ...beside } satisfies GmpFact
    }
    case 'subscription': {
      const { category, timesSub, book, sharesOffered = null, sharesBid = null, applications = null } = row
      return {
        fact: 'subscription',
        ...cited,
        observedAt: row.observedAt ?? fetchedAt,
        ...{ category, timesSub, sharesOffered, sharesBid, applications, book },
      } satisfies SubscriptionFact
    }
    case 'listing': {
      const { listedOn, listingPrice, exchange } = row
      const { high = null, low = null, close = null, volume = null, deliveredPct = null } = row
      return {
        fact: 'listing',
        ...cited,
        ...{ listedOn, listingPrice, exchange, high, low, close, volume, deliveredPct },
      } satisfies ListingFact
    }
  }
}
