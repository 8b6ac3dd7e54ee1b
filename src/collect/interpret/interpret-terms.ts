import type { Instant } from '../../market/calendar.ts'
import { boundsFault } from '../../market/facts/bounds.ts'
import {
  EXCHANGES,
  type IpoFact,
  type PartialTerms,
  type Recorded,
  type Terms,
} from '../../market/facts/fact.ts'
import { RANK, rankOf } from '../../market/facts/publisher.ts'
import { freeSlug } from '../../market/issues/names.ts'
import type { ReportedTerms } from '../../sources/source.ts'
import type { KnownMarket } from '../known-market.ts'
import type { KnownIssue } from '../match/issue-finder.ts'
import { matchSubject, ownKeys } from '../match/match.ts'
import { nameKeys } from '../match/name-key.ts'
import type { ParsedRow, RefusedParsedRow } from '../parsed-row.ts'
import { type Objection, objection } from '../screen/refusal-rules.ts'
import { screenDays, screenTerms } from '../screen/screen-terms.ts'
import { refusedMatch } from './refused-match.ts'

export type TermsRow = ParsedRow & { readonly said: ReportedTerms }

/** The terms that one publisher reports for one issue, from all rows of a round. */
interface Draft {
  readonly terms: Partial<Terms>
  /** The last row with terms of the issue. */
  sighting: TermsRow
  fact: IpoFact | null
  /** The publisher's facts about the issue, and the issue as known, before this round. */
  readonly earlier: readonly Recorded<IpoFact>[]
  readonly standing: KnownIssue | undefined
}

export interface InterpretedTerms {
  readonly facts: readonly { readonly fact: IpoFact; readonly sighting: TermsRow }[]
  readonly refused: readonly RefusedParsedRow[]
  readonly keys: readonly { readonly source: string; readonly key: string; readonly slug: string }[]
}

/** What is known at the time of the reading, and what is known now: they differ when a past moment is recorded. */
export interface KnownThenAndNow {
  readonly known: KnownMarket
  readonly latest: KnownMarket
  readonly clock: Instant
  readonly takenSlugs: Set<string>
  /** The issue of the rows, where the operator has chosen it. */
  readonly decidedSlug?: string
  /** The operator accepts the rows although a rule refuses them. */
  readonly isBelieved?: boolean
}

/**
 * Makes one fact per issue from all rows of a round; a later document takes precedence. An exchange's row about an
 * unknown issue creates the issue.
 */
export function interpretTerms(times: KnownThenAndNow, sightings: readonly TermsRow[]): InterpretedTerms {
  const drafts = new Map<string, Draft>()
  const refused: RefusedParsedRow[] = []
  const keys: { source: string; key: string; slug: string }[] = []
  for (const sighting of sightings) {
    if (hasNewDates(sighting, sightings)) continue
    const found = slugFor(times, sighting, drafts)
    if ('rule' in found) {
      refused.push({ sighting, candidates: [], ...found })
      continue
    }
    const { source } = sighting.speaker
    for (const key of ownKeys(sighting.said.subject)) {
      times.known.index.learn(source, key, found.slug)
      keys.push({ source, key, slug: found.slug })
    }
    extend(times, drafts, found.slug, sighting)
  }
  const facts = [...drafts.values()].flatMap(({ fact, sighting }) => (fact ? [{ fact, sighting }] : []))
  return { facts, refused, keys }
}

/** True for the row of a postponed issue when another row of the same symbol has its new dates. */
const hasNewDates = ({ said, speaker }: TermsRow, all: readonly TermsRow[]): boolean =>
  said.terms.postponed === true &&
  all.some(
    (other) =>
      other.speaker.source === speaker.source &&
      other.said.subject.symbol !== null &&
      other.said.subject.symbol === said.subject.symbol &&
      other.said.terms.postponed !== true &&
      (other.said.terms.openDate ?? '') > (said.terms.openDate ?? ''),
  )

type Found = { readonly slug: string } | (Objection & { readonly candidates?: readonly string[] })

function slugFor(times: KnownThenAndNow, sighting: TermsRow, drafts: ReadonlyMap<string, Draft>): Found {
  const { said, speaker } = sighting
  const impossible = boundsFault(said.terms)
  if (impossible !== undefined) return objection('impossible-value', impossible)
  const fault = times.isBelieved ? null : (screenTerms(said.terms) ?? screenDays(said.terms, times.clock))
  if (fault) return fault
  if (times.decidedSlug !== undefined) return { slug: times.decidedSlug }
  const match = matchSubject(times.known.index, said.subject, speaker)
  if (match.kind === 'found') return { slug: match.slug }
  // An issue that was recorded later, but is the same one: its slug is used here, too.
  const later = matchSubject(times.latest.index, said.subject, speaker)
  if (later.kind === 'found' && !drafts.has(later.slug)) return { slug: later.slug }
  const mayCreate = match.kind === 'unknown' && rankOf(speaker.publisher) <= RANK.exchange
  if (!mayCreate) return refusedMatch(match, said.subject.name)
  const { name, board, openDate } = said.terms
  if (name === undefined || board === undefined) return objection('no-board', `"${said.subject.name}"`)
  const slug = freeSlug(name, openDate ?? null, (taken) => times.takenSlugs.has(taken))
  times.takenSlugs.add(slug)
  return { slug }
}

/** The row takes effect at once, so that the next row of the same issue finds it. */
function extend(times: KnownThenAndNow, drafts: Map<string, Draft>, slug: string, sighting: TermsRow): void {
  const { publisher } = sighting.speaker
  const { known } = times
  const draft: Draft = drafts.get(slug) ?? {
    terms: {},
    sighting,
    fact: null,
    earlier: known.saidBy(slug, publisher),
    standing: known.index.find(slug),
  }
  Object.assign(draft.terms, sighting.said.terms)
  draft.sighting = sighting
  drafts.set(slug, draft)
  const said = saidTerms(draft, times, { slug, publisher })
  if (!said) return
  draft.fact = { fact: 'ipo', slug, said, source: publisher }
  times.known.hear({ ...draft.fact, recorded: times.clock, id: Number.MAX_SAFE_INTEGER })
}

/** The terms as the publisher reports them, except where two exchanges would contradict each other needlessly. */
function saidTerms(
  { terms, earlier, standing }: Draft,
  { known, clock }: KnownThenAndNow,
  { slug, publisher }: { readonly slug: string; readonly publisher: string },
): PartialTerms | undefined {
  const name = spelling(terms.name, {
    own: earlier.findLast(({ recorded }) => recorded === clock)?.said.name,
    nse: known.saidBy(slug, 'nse').at(-1)?.said.name,
    standing: standing?.terms.name,
  })
  const board = terms.board ?? standing?.terms.board
  if (name === undefined || board === undefined) return undefined
  const { symbol, exchanges, ...rest } = terms
  const isNamedByNse = publisher !== 'nse' && standing?.symbols.has('nse')
  const hasSaidWhere = earlier.some(({ said }) => said.exchanges)
  const all = [...(exchanges ?? []), ...(standing?.terms.exchanges ?? [])]
  return {
    ...rest,
    name,
    board,
    // BSE's short name is the symbol only where NSE has given none.
    ...(symbol !== undefined && !isNamedByNse && { symbol }),
    // Each exchange reports only itself: an issue reported by both is on both.
    ...(exchanges && !hasSaidWhere && { exchanges: EXCHANGES.filter((exchange) => all.includes(exchange)) }),
  }
}

/**
 * A name that differs only in capitals is the same name, and NSE's spelling has precedence over another exchange's. A
 * round that is recorded again finds its own spelling.
 */
function spelling(
  name: string | undefined,
  known: { own: string | undefined; nse: string | undefined; standing: string | undefined },
): string | undefined {
  if (name === undefined) return known.standing
  const [key] = nameKeys(name)
  return (
    [known.own, known.nse].find(
      (other) => other !== undefined && nameKeys(other)[0]?.joined === key?.joined,
    ) ?? name
  )
}
