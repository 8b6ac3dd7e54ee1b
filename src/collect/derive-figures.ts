import { invariant } from '../invariant.ts'
import { type Instant, istDay } from '../market/calendar.ts'
import { EXCHANGE_TABLE } from '../market/exchanges.ts'
import { EXCHANGES, fieldsOf, type SubscriptionFact } from '../market/facts/fact.ts'
import { timingFault } from '../market/facts/timing.ts'
import { isTrustName } from '../market/issues/names.ts'
import {
  isWithoutIssue,
  type Observation,
  type ReportedListing,
  type ReportedTerms,
} from '../sources/source.ts'
import {
  confirmedFalls,
  contradictoryReadings,
  type EarlierFigures,
  withoutContradictions,
} from './compare-figures.ts'
import type { KnownMarket } from './known-market.ts'
import type { KnownIssue } from './match/issue-finder.ts'
import { confirmsDay, type Match, matchSubject, ownKeys } from './match/match.ts'
import type { AnswerRow, BatchFindings, Draft, Observed, ReportedFact } from './observation.ts'
import {
  type Objection,
  objection,
  objectionIf,
  screenGmp,
  screenListing,
  screenSubscription,
  screenTotal,
  unmatched,
} from './screen.ts'

/** A row that states anything but terms. */
export type FigureRow = Observed<Exclude<Observation, ReportedTerms>>

export const isFigure = (row: Observed): row is FigureRow => row.said.kind !== 'terms'

/** A fact that is not about terms, and its issue; deals and holidays have none. */
interface FigureDraft extends Draft {
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
  findings: BatchFindings,
): FigureDraft[] {
  const drafts: FigureDraft[] = []
  const trusts = keysOfTrusts(rows)
  for (const row of rows) {
    const { said, from } = row
    const add = (issue: KnownIssue | null) => drafts.push({ row, issue, fact: factFrom(row, issue) })
    if (isWithoutIssue(said)) {
      add(null)
      continue
    }
    const { subject } = said
    const match = matchSubject(market.index, subject, from)
    const slug = from.decided ?? (match.kind === 'found' ? match.slug : undefined)
    const issue = slug === undefined ? undefined : market.index.find(slug)
    if (issue) {
      // A list names the issues, and the pages that it leads to have only their numbers.
      for (const key of ownKeys(subject)) market.index.learn({ source: from.source, key, slug: issue.slug })
      if (said.kind !== 'listing' || isListingDay(market, issue, said)) add(issue)
      else if (from.refused) findings.refuse(row, objection('outside-life', said.listedOn), [issue.slug])
    } else if (said.kind !== 'listing' && match.kind !== 'found' && !isOfTrust(row, match, trusts)) {
      findings.refuse(row, unmatched(match, subject.name), match.candidates)
    }
  }
  return drafts
}

/** The keys of a row's subject, with the source that uses them; none for a row about no issue. */
export const keysWithSource = ({ said, from }: Observed): string[] =>
  isWithoutIssue(said) ? [] : ownKeys(said.subject).map((key) => `${from.source} ${key}`)

/** A source's own keys of what its rows name as a trust: rows of the same round may have only the number. */
const keysOfTrusts = (rows: readonly FigureRow[]): ReadonlySet<string> =>
  new Set(
    rows.flatMap((row) =>
      row.said.kind === 'gmp' && isTrustName(row.said.subject.name ?? '') ? keysWithSource(row) : [],
    ),
  )

/** True for a quote of a trust. One that fits an announced issue is of a company with such a name. */
const isOfTrust = (row: FigureRow, match: Match, trusts: ReadonlySet<string>): boolean =>
  row.said.kind === 'gmp' &&
  (match.kind === 'unknown' || match.kind === 'unconfirmed') &&
  keysWithSource(row).some((key) => trusts.has(key))

const isListingDay = (market: KnownMarket, issue: KnownIssue, { listedOn }: ReportedListing): boolean =>
  !issue.terms.offMarket && market.listingDay(issue) === listedOn

/**
 * True for a bad row that is refused: in a file about every security, only a row about an issue whose price on that
 * exchange is due and not known.
 */
export function isOurs(market: KnownMarket, row: AnswerRow): boolean {
  if ('said' in row || row.about === undefined) return true
  const { about, from } = row
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

/** Screens figures and compares them with each other and with earlier ones: what is right and new becomes a fact. */
export function judgeFigures(
  market: KnownMarket,
  matched: readonly FigureDraft[],
  earlier: EarlierFigures,
  clock: Instant,
  findings: BatchFindings,
): void {
  const judged = matched.map((draft) => ({ ...draft, fault: faultOf(market, draft, earlier, clock) }))
  // They are refused together below, whatever was read before.
  const unclear = contradictoryReadings(judged)
  const falls = judged.flatMap(({ row, fact, fault }) =>
    fault?.rule === 'multiple-fell' && fact.fact === 'subscription' && !unclear.has(row) ? { row, fact } : [],
  )
  const confirmed = confirmedFalls(falls, earlier)
  const ofReading = Map.groupBy(
    judged.flatMap(({ fact }) => (fact.fact === 'subscription' ? fact : [])),
    readingKey,
  )
  const drafts: Draft[] = []
  for (const { row, issue, fact, fault: objected } of judged) {
    if (!unclear.has(row) && earlier.isUnchanged(fact, row, falls)) {
      findings.known++
      continue
    }
    const total =
      fact.fact === 'subscription' ? screenTotal(fact, ofReading.get(readingKey(fact)) ?? []) : null
    const fault = unclear.has(row) ? null : confirmed.has(row) ? total : (objected ?? total)
    // An implausible figure may belong to another issue, so its keys are learned only if the days are right.
    if (issue && !isWithoutIssue(row.said) && (!fault || confirmsDay(row.said.subject, issue)))
      for (const key of ownKeys(row.said.subject))
        findings.keys.push({ source: row.from.source, key, slug: issue.slug })
    if (fault) findings.refuse(row, fault, issue ? [issue.slug] : [])
    else if (earlier.isOutdated(fact)) findings.known++
    else drafts.push({ fact, row })
  }
  withoutContradictions(drafts, findings)
}

/** What one document states of an issue's book at one moment. */
const readingKey = ({ slug, source, book, observedAt }: SubscriptionFact) =>
  JSON.stringify([slug, source, book, observedAt])

function faultOf(
  market: KnownMarket,
  { row: { said }, fact, issue }: FigureDraft,
  earlier: EarlierFigures,
  clock: Instant,
): Objection | null {
  const early = objectionIf('in-the-future', timingFault(fact, clock))
  if (early || !issue) return early
  const life = market.lifeOf(issue)
  if (said.kind === 'gmp') return screenGmp(said, life)
  if (said.kind === 'listing') return screenListing(said, life)
  return fact.fact === 'subscription' ? screenSubscription(fact, life, earlier.readingBefore(fact)) : null
}

/** The fact that a row states. A row lacks the further figures that were bad. */
export function factFrom({ said, from }: FigureRow, issue: KnownIssue | null): ReportedFact {
  const values: Readonly<Record<string, unknown>> = {
    ...(said.kind === 'deal' ? said.deal : said),
    ...(said.kind === 'subscription' && { observedAt: said.observedAt ?? from.fetchedAt }),
    ...(!isWithoutIssue(said) && {
      slug: invariant(issue, `the issue of a ${said.kind} row`).slug,
      url: from.home,
    }),
    source: from.publisher,
  }
  const own = fieldsOf(said.kind).map(([key]) => [key, values[key] ?? null])
  return { fact: said.kind, ...Object.fromEntries(own) } as ReportedFact
}
