import { invariant } from '../../invariant.ts'
import { type Instant, istDay } from '../../market/calendar.ts'
import { EXCHANGE_TABLE } from '../../market/exchanges.ts'
import { boundsFaultOf } from '../../market/facts/bounds.ts'
import {
  type DealFact,
  EXCHANGES,
  type Fact,
  type GmpFact,
  type HolidayFact,
  type ListingFact,
  type SubscriptionFact,
} from '../../market/facts/fact.ts'
import { timingFault } from '../../market/facts/timing.ts'
import { isTrustName } from '../../market/issues/names.ts'
import {
  isWithoutIssue,
  type ReportedGmp,
  type ReportedListing,
  type ReportedSubscription,
  type Subject,
} from '../../sources/source.ts'
import type { IssueKey } from '../../store/issues/issue-keys.ts'
import type { KnownMarket } from '../known-market.ts'
import type { KnownIssue } from '../match/issue-finder.ts'
import { type Match, matchSubject, ownKeys } from '../match/match.ts'
import { confirmsDay } from '../match/match-evidence.ts'
import type { DraftFact, FigureRow, Interpretation, ParsedRow, RefusedParsedRow } from '../parsed-row.ts'
import { type Objection, objection, objectionIf, refusedMatch } from '../screen/refusal-rules.ts'
import { screenGmp, screenListing, screenSubscription } from '../screen/screen-figures.ts'
import { confirmedFalls, type PreviousStatements } from './previous-statements.ts'
import { contradictoryReadings } from './settle-contradictions.ts'

type Figure = ReportedGmp | ReportedSubscription | ReportedListing

/** A figure and its issue; deals and holidays have none. */
export interface MatchedFigure {
  readonly parsed: FigureRow
  readonly issue: KnownIssue | null
}

/**
 * Finds the issue of each figure. Rows of a bhavcopy about securities that are not our issues are skipped, and so are
 * quotes of trusts.
 */
export function matchFigures(
  knowledge: KnownMarket,
  parsedRows: readonly FigureRow[],
  decided: (parsed: FigureRow) => KnownIssue | undefined = () => undefined,
) {
  const matched: MatchedFigure[] = []
  const refused: RefusedParsedRow[] = []
  const trusts = keysOfTrusts(parsedRows)
  for (const parsed of parsedRows) {
    const { said, reporter } = parsed
    if (isWithoutIssue(said)) {
      matched.push({ parsed, issue: null })
      continue
    }
    const match = matchSubject(knowledge.index, said.subject, reporter)
    const issue = decided(parsed) ?? (match.kind === 'found' ? knowledge.index.find(match.slug) : undefined)
    if (issue) {
      // A list names the issues, and the pages that it leads to have only their numbers.
      for (const key of ownKeys(said.subject)) knowledge.index.learn(reporter.source, key, issue.slug)
      if (said.kind !== 'listing' || isListingDay(knowledge, issue, said)) matched.push({ parsed, issue })
      else if (parsed.refusal !== undefined)
        refused.push({ ...parsed, candidates: [issue.slug], ...objection('outside-life', said.listedOn) })
    } else if (said.kind !== 'listing' && match.kind !== 'found' && !isOfTrust(parsed, match, trusts)) {
      refused.push({ ...parsed, ...refusedMatch(match, said.subject.name) })
    }
  }
  return { matched, refused }
}

/** A source's own keys of what its rows name as a trust: rows of the same round may have only the number. */
const keysOfTrusts = (rows: readonly FigureRow[]): ReadonlySet<string> =>
  new Set(
    rows.flatMap((row) =>
      row.said.kind === 'gmp' && isTrustName(row.said.subject.name ?? '') ? keysWithSource(row) : [],
    ),
  )

const keysWithSource = ({ said, reporter }: FigureRow): string[] =>
  isWithoutIssue(said) ? [] : ownKeys(said.subject).map((key) => `${reporter.source} ${key}`)

/** True for a quote of a trust. One that fits an announced issue is of a company with such a name. */
const isOfTrust = (row: FigureRow, match: Match, trusts: ReadonlySet<string>): boolean =>
  row.said.kind === 'gmp' &&
  (match.kind === 'unknown' || match.kind === 'unconfirmed') &&
  keysWithSource(row).some((key) => trusts.has(key))

const isListingDay = (knowledge: KnownMarket, issue: KnownIssue, { listedOn }: ReportedListing): boolean =>
  !issue.terms.offMarket && knowledge.listingDay(issue) === listedOn

/** True when a bad row of a bhavcopy is about an issue whose price on that exchange is due and not known. */
export function concernsListing(
  knowledge: KnownMarket,
  about: Subject,
  { reporter, fetchedAt }: Pick<ParsedRow, 'reporter' | 'fetchedAt'>,
): boolean {
  const match = matchSubject(knowledge.index, about, reporter)
  const issue = match.kind === 'found' ? knowledge.index.find(match.slug) : undefined
  const day = issue && knowledge.listingDay(issue)
  return (
    issue !== undefined &&
    !issue.terms.offMarket &&
    !!day &&
    day <= istDay(fetchedAt) &&
    !EXCHANGES.some(
      (exchange) => EXCHANGE_TABLE[exchange].publisher === reporter.publisher && issue.listedAt.has(exchange),
    )
  )
}

export function interpretFigures(
  knowledge: KnownMarket,
  matched: readonly MatchedFigure[],
  previous: PreviousStatements,
  clock: Instant,
): Interpretation {
  const facts: DraftFact[] = []
  const refused: RefusedParsedRow[] = []
  const keys: IssueKey[] = []
  const judged = matched.map(({ parsed, issue }) => {
    const { said } = parsed
    const fact = factFromObservation(parsed, issue)
    const fault =
      objectionIf('impossible-value', boundsFaultOf(fact)) ??
      objectionIf('in-the-future', timingFault(fact, clock)) ??
      (issue && !isWithoutIssue(said) ? screen(knowledge, said, fact, issue, previous) : null)
    return { parsed, issue, fact, fault }
  })
  const unclear = contradictoryReadings(judged)
  // They are refused together later, whatever was read before.
  const screened = judged.map((one) => (unclear.has(one.parsed) ? { ...one, fault: null } : one))
  const falls = screened.flatMap(({ parsed, fact, fault }) =>
    fault?.rule === 'multiple-fell' && fact.fact === 'subscription' ? { parsed, fact } : [],
  )
  const confirmed = confirmedFalls(falls, previous)
  let known = 0
  for (const { parsed, issue, fact, fault: objected } of screened) {
    const { said, reporter } = parsed
    if (
      said.kind === 'subscription' &&
      !unclear.has(parsed) &&
      previous.isUnchanged(fact as SubscriptionFact, said, falls)
    ) {
      known++
      continue
    }
    const fault = confirmed.has(parsed) ? null : objected
    // An implausible figure may belong to another issue, so its keys are learned only if the days are right.
    if (issue && !isWithoutIssue(said) && (!fault || confirmsDay(said.subject, issue)))
      for (const key of ownKeys(said.subject)) keys.push({ source: reporter.source, key, slug: issue.slug })
    if (fault) refused.push({ ...parsed, candidates: issue ? [issue.slug] : [], ...fault })
    else if (said.kind === 'gmp' && previous.isOutdated(fact as GmpFact)) known++
    else facts.push({ fact, parsed })
  }
  return { facts, refused, known, keys }
}

function screen(
  knowledge: KnownMarket,
  said: Figure,
  fact: Fact,
  issue: KnownIssue,
  previous: PreviousStatements,
): Objection | null {
  const life = knowledge.lifeOf(issue)
  switch (said.kind) {
    case 'gmp':
      return screenGmp(said, life)
    case 'subscription': {
      const reading = fact as SubscriptionFact
      return screenSubscription(reading, life, previous.readingBefore(reading))
    }
    case 'listing':
      return screenListing(said, life)
  }
}

export function factFromObservation(
  { said, reporter, home, fetchedAt }: FigureRow,
  issue: KnownIssue | null,
): Fact {
  const source = reporter.publisher
  if (said.kind === 'deal')
    return { fact: 'deal', ...said.deal, source, printed: null, url: null } satisfies DealFact
  if (said.kind === 'holiday') {
    const { exchange, segment, day, name } = said
    return { fact: 'holiday', exchange, segment, day, name, source } satisfies HolidayFact
  }
  const cited = {
    slug: invariant(issue, `the issue of a ${said.kind} row`).slug,
    source,
    printed: said.printed,
    url: home,
  }
  switch (said.kind) {
    case 'gmp': {
      const {
        observedAt,
        gmp,
        reportedAt,
        printedLow = null,
        printedHigh = null,
        subjectToSauda = null,
      } = said
      const beside = { printedLow, printedHigh, subjectToSauda }
      return { fact: 'gmp', ...cited, observedAt, gmp, reportedAt, ...beside } satisfies GmpFact
    }
    // Rows that have waited since an earlier version lack the further figures.
    case 'subscription': {
      const { category, timesSub, book, sharesOffered = null, sharesBid = null, applications = null } = said
      return {
        fact: 'subscription',
        ...cited,
        observedAt: said.observedAt ?? fetchedAt,
        ...{ category, timesSub, sharesOffered, sharesBid, applications, book },
      } satisfies SubscriptionFact
    }
    case 'listing': {
      const { listedOn, listingPrice, exchange } = said
      const { high = null, low = null, close = null, volume = null, deliveredPct = null } = said
      return {
        fact: 'listing',
        ...cited,
        ...{ listedOn, listingPrice, exchange, high, low, close, volume, deliveredPct },
      } satisfies ListingFact
    }
  }
}
