import { invariant } from '../../invariant.ts'
import { type Instant, istDay } from '../../market/calendar.ts'
import { boundsFaultOf } from '../../market/facts/bounds.ts'
import {
  type DealFact,
  EXCHANGES,
  type Fact,
  type GmpFact,
  type ListingFact,
  type SubscriptionFact,
} from '../../market/facts/fact.ts'
import { timingFault } from '../../market/facts/timing.ts'
import type {
  Observation,
  ReportedGmp,
  ReportedListing,
  ReportedSubscription,
  ReportedTerms,
  Subject,
} from '../../sources/source.ts'
import type { KnownMarket } from '../known-market.ts'
import type { KnownIssue } from '../match/issue-finder.ts'
import { matchSubject, ownKeys } from '../match/match.ts'
import { confirmsDay } from '../match/match-evidence.ts'
import type { ParsedRow, RefusedParsedRow } from '../parsed-row.ts'
import { type Objection, objection } from '../screen/refusal-rules.ts'
import { screenGmp, screenListing, screenSubscription } from '../screen/screen-figures.ts'
import type { PreviousStatements } from './previous-statements.ts'
import { refusedMatch } from './refused-match.ts'

type Figure = ReportedGmp | ReportedSubscription | ReportedListing
export type FigureRow = ParsedRow & { readonly said: Exclude<Observation, ReportedTerms> }

/** A fact made from a row, before the facts of a round are compared with each other. */
export interface DraftFact {
  readonly fact: Fact
  readonly sighting: ParsedRow
}

export interface InterpretedFigures {
  readonly facts: readonly DraftFact[]
  readonly refused: readonly RefusedParsedRow[]
  /** Rows without news, such as an unstamped figure that has not changed. */
  readonly known: number
  readonly keys: readonly { readonly source: string; readonly key: string; readonly slug: string }[]
}

/** Finds the issue of each figure. Rows of a bhavcopy about securities that are not our issues are skipped. */
export function matchFigures(
  knowledge: KnownMarket,
  sightings: readonly FigureRow[],
  decided: (sighting: FigureRow) => KnownIssue | undefined = () => undefined,
) {
  const matched: { sighting: FigureRow; issue: KnownIssue | null }[] = []
  const refused: RefusedParsedRow[] = []
  for (const sighting of sightings) {
    const { said, speaker } = sighting
    if (said.kind === 'deal') {
      matched.push({ sighting, issue: null })
      continue
    }
    const match = matchSubject(knowledge.index, said.subject, speaker)
    const issue = decided(sighting) ?? (match.kind === 'found' ? knowledge.index.find(match.slug) : undefined)
    if (issue) {
      // A list names the issues, and the pages that it leads to have only their numbers.
      for (const key of ownKeys(said.subject)) knowledge.index.learn(speaker.source, key, issue.slug)
      if (said.kind !== 'listing' || isListingDay(knowledge, issue, said)) matched.push({ sighting, issue })
      else if (sighting.refusal !== undefined)
        refused.push({ sighting, candidates: [issue.slug], ...objection('outside-life', said.listedOn) })
    } else if (said.kind !== 'listing' && match.kind !== 'found') {
      refused.push({ sighting, ...refusedMatch(match, said.subject.name) })
    }
  }
  return { matched, refused }
}

const isListingDay = (knowledge: KnownMarket, issue: KnownIssue, { listedOn }: ReportedListing): boolean =>
  !issue.terms.offMarket && knowledge.listingDay(issue) === listedOn

/** True when a bad row of a bhavcopy is about an issue whose price on that exchange is due and not known. */
export function concernsListing(
  knowledge: KnownMarket,
  about: Subject,
  { speaker, fetchedAt }: Pick<ParsedRow, 'speaker' | 'fetchedAt'>,
): boolean {
  const match = matchSubject(knowledge.index, about, speaker)
  const issue = match.kind === 'found' ? knowledge.index.find(match.slug) : undefined
  const day = issue && knowledge.listingDay(issue)
  return (
    issue !== undefined &&
    !issue.terms.offMarket &&
    !!day &&
    day <= istDay(fetchedAt) &&
    !EXCHANGES.some(
      (exchange) => exchange.toLowerCase() === speaker.publisher && issue.listedAt.has(exchange),
    )
  )
}

export function interpretFigures(
  knowledge: KnownMarket,
  matched: readonly { sighting: FigureRow; issue: KnownIssue | null }[],
  words: PreviousStatements,
  clock: Instant,
): InterpretedFigures {
  const facts: DraftFact[] = []
  const refused: RefusedParsedRow[] = []
  const keys: { source: string; key: string; slug: string }[] = []
  let known = 0
  for (const { sighting, issue } of matched) {
    const { said, speaker } = sighting
    const fact = factFromObservation(sighting, issue)
    if (said.kind === 'subscription' && words.isOldNews(fact as SubscriptionFact, said)) {
      known++
      continue
    }
    const fault =
      impossibility(fact) ??
      lateness(fact, clock) ??
      (issue && said.kind !== 'deal' ? screen(knowledge, said, fact, issue, words) : null)
    // An implausible figure may belong to another issue, so its keys are learned only if the days are right.
    if (issue && said.kind !== 'deal' && (!fault || confirmsDay(said.subject, issue)))
      for (const key of ownKeys(said.subject)) keys.push({ source: speaker.source, key, slug: issue.slug })
    if (fault) refused.push({ sighting, candidates: issue ? [issue.slug] : [], ...fault })
    else if (said.kind === 'gmp' && words.isOutdated(fact as GmpFact)) known++
    else facts.push({ fact, sighting })
  }
  return { facts, refused, known, keys }
}

function impossibility(fact: Fact): Objection | null {
  const fault = boundsFaultOf(fact)
  return fault === undefined ? null : objection('impossible-value', fault)
}

function lateness(fact: Fact, clock: Instant): Objection | null {
  const fault = timingFault(fact, clock)
  return fault === undefined ? null : objection('in-the-future', fault)
}

function screen(
  knowledge: KnownMarket,
  said: Figure,
  fact: Fact,
  issue: KnownIssue,
  words: PreviousStatements,
): Objection | null {
  const life = knowledge.lifeOf(issue)
  switch (said.kind) {
    case 'gmp':
      return screenGmp(said, life)
    case 'subscription':
      return screenSubscription(fact as SubscriptionFact, life, words.readingBefore(fact as SubscriptionFact))
    case 'listing':
      return screenListing(said, life)
  }
}

export function factFromObservation(
  { said, speaker, home, fetchedAt }: FigureRow,
  issue: KnownIssue | null,
): Fact {
  const source = speaker.publisher
  if (said.kind === 'deal')
    return { fact: 'deal', ...said.deal, source, printed: null, url: null } satisfies DealFact
  const cited = {
    slug: invariant(issue, `the issue of a ${said.kind} row`).slug,
    source,
    printed: said.printed,
    url: home,
  }
  switch (said.kind) {
    case 'gmp': {
      const { observedAt, gmp, reportedAt } = said
      return { fact: 'gmp', ...cited, observedAt, gmp, reportedAt } satisfies GmpFact
    }
    case 'subscription': {
      const { category, timesSub, book } = said
      const observedAt = said.observedAt ?? fetchedAt
      return {
        fact: 'subscription',
        ...cited,
        observedAt,
        category,
        timesSub,
        book,
      } satisfies SubscriptionFact
    }
    case 'listing': {
      const { listedOn, listingPrice, exchange } = said
      return { fact: 'listing', ...cited, listedOn, listingPrice, exchange } satisfies ListingFact
    }
  }
}
