import { invariant } from '../../invariant.ts'
import type { Instant } from '../calendar.ts'
import type { IpoFact, ListingFact, Recorded, RetractionFact, SameFact } from '../facts/fact.ts'
import { unretracted } from '../facts/retraction.ts'
import { type Issue, issueFrom, issuesFrom } from './issue.ts'
import { headOf, type IssueHead, isSameHead } from './issue-head.ts'

/** A stored fact with the round that recorded it. */
export type WithRound<F> = Recorded<F> & { readonly round: number }

/** All facts of some issues, retracted ones included. Slugs that were ever merged must be passed together. */
export interface FactsByRound {
  readonly ipos: readonly WithRound<IpoFact>[]
  readonly sames: readonly WithRound<SameFact>[]
  readonly listings: readonly WithRound<ListingFact>[]
  readonly retractions: readonly WithRound<RetractionFact>[]
}

/** The state of an issue from `recorded` on, as known at `round`. Without a head, no such issue exists. */
export interface IssueState {
  readonly round: number
  readonly recorded: Instant
  readonly head: IssueHead | undefined
}

/** The state visible with all rounds up to `version`, and only the facts recorded up to `asOf`. */
export const stateAt = (
  history: readonly IssueState[],
  version: number,
  asOf: Instant | null,
): IssueState | undefined =>
  history.findLast(({ round, recorded }) => round <= version && (asOf === null || recorded <= asOf))

/**
 * The states of each slug's issue at every round and instant. A round adds states from the earliest time of its facts
 * on, so the last state within both bounds is the valid one, also when a round records facts in the past.
 */
export function historiesOf(slugs: readonly string[], facts: FactsByRound): Map<string, IssueState[]> {
  const all = [...facts.ipos, ...facts.sames, ...facts.listings, ...facts.retractions]
  const histories = new Map(slugs.map((slug): [string, IssueState[]] => [slug, []]))
  for (const round of ascending(all.map((fact) => fact.round))) {
    const known = all.filter((fact) => fact.round <= round)
    const [earliest] = ascending(all.filter((fact) => fact.round === round).map(({ recorded }) => recorded))
    const first = invariant(earliest, `the first moment of round ${round}`)
    for (const recorded of ascending(known.map((fact) => fact.recorded))) {
      if (recorded < first) continue
      const find = issuesKnownTo(slugs, facts, round, recorded)
      for (const [slug, history] of histories) {
        const issue = find(slug)
        const head = issue && headOf(issue)
        if (!isSameHead(stateAt(history, round, recorded)?.head, head))
          history.push({ round, recorded, head })
      }
    }
  }
  return histories
}

const ascending = <T extends string | number>(values: readonly T[]): T[] =>
  [...new Set(values)].sort((a, b) => (a < b ? -1 : 1))

/** Derives the issues as known at `version` and `asOf`, and looks them up by their own slug. */
function issuesKnownTo(
  slugs: readonly string[],
  facts: FactsByRound,
  version: number,
  asOf: Instant,
): (slug: string) => Issue | undefined {
  const known = <F extends { round: number; recorded: Instant }>(some: readonly F[]): F[] =>
    some.filter(({ round, recorded }) => round <= version && recorded <= asOf)
  const retractions = known(facts.retractions)
  const records = {
    ipos: unretracted(known(facts.ipos), retractions),
    sames: unretracted(known(facts.sames), retractions),
    listings: unretracted(known(facts.listings), retractions),
  }
  const [slug] = slugs
  if (slug !== undefined && slugs.length === 1) {
    const issue = issueFrom(slug, [slug], records.ipos, records.listings)
    return () => issue
  }
  const { issues } = issuesFrom(records)
  const bySlug = new Map(issues.map((issue) => [issue.slug, issue]))
  return (requested) => bySlug.get(requested)
}
