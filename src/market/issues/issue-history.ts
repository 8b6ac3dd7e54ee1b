import { invariant } from '../../invariant.ts'
import type { Instant } from '../calendar.ts'
import type { Recorded } from '../facts/fact.ts'
import type { IssueFacts } from '../facts/issue-facts.ts'
import { type Issue, issueFrom, issuesFrom, knownRecords } from './issue.ts'
import { headOf, type IssueHead, isSameHead } from './issue-head.ts'

/** A stored fact with the round that recorded it. */
export type WithRound<F> = Recorded<F> & { readonly round: number }

/** All facts of some issues, retracted ones included. Slugs that were ever merged must be passed together. */
export type FactsByRound = {
  readonly [K in 'ipos' | 'sames' | 'listings' | 'retractions']: readonly WithRound<IssueFacts[K][number]>[]
}

/** The state of an issue from `recorded` on, as known at `round`. Without a head, no such issue exists. */
export interface IssueState<H extends IssueHead = IssueHead> {
  readonly round: number
  readonly recorded: Instant
  readonly head: H | undefined
}

/** The state visible with all rounds up to `version`, and only the facts recorded up to `asOf`. */
export const stateAt = <H extends IssueHead>(
  history: readonly IssueState<H>[],
  version: number,
  asOf: Instant | null,
): IssueState<H> | undefined =>
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
  const records = knownRecords(facts, ({ round = 0, recorded }) => round <= version && recorded <= asOf)
  const [slug] = slugs
  if (slug !== undefined && slugs.length === 1) {
    const issue = issueFrom(slug, [slug], records.ipos, records.listings)
    return () => issue
  }
  const { issues } = issuesFrom(records)
  const bySlug = new Map(issues.map((issue) => [issue.slug, issue]))
  return (requested) => bySlug.get(requested)
}
