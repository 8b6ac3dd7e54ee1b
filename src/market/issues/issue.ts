import { invariant } from '../../invariant.ts'
import type { Day, Instant } from '../calendar.ts'
import type { IpoFact, Recorded, RetractionFact, SameFact } from '../facts/fact.ts'
import { slugResolver } from '../facts/merged-slugs.ts'
import { unretracted } from '../facts/retraction.ts'
import { type ListingReport, listingFrom } from './listing.ts'
import { displayName } from './names.ts'
import { milestoneTimes, type Status, statusBetween, type Timetable } from './status.ts'
import { type IssueTerms, termsFrom } from './terms.ts'

/** An issue derived from its facts, without the clock and the grey market. */
export interface Issue {
  readonly slug: string
  /** All slugs whose facts count for it, including its own. */
  readonly slugs: string[]
  /** With the name as it is displayed; facts have the printed one. */
  readonly terms: IssueTerms
  readonly listing: ListingReport | undefined
  readonly timetable: Timetable
  /** The day on which it lists or listed; `null` while unknown. */
  readonly listingDay: Day | null
}

/** The unretracted facts about issues: their terms, their merged slugs and their listings. */
export interface IssueRecords {
  readonly ipos: readonly Recorded<IpoFact>[]
  readonly sames: readonly Recorded<SameFact>[]
  readonly listings: readonly ListingReport[]
}

/** The facts about issues, retracted ones included, and their retractions. */
interface RecordsWithRetractions extends IssueRecords {
  readonly retractions: readonly Recorded<RetractionFact>[]
}

/** The records that are known, without those that a known retraction takes back. */
export function knownRecords(
  { ipos, sames, listings, retractions }: RecordsWithRetractions,
  isKnown: (fact: { readonly recorded: Instant; readonly round?: number }) => boolean,
): IssueRecords {
  const known = retractions.filter(isKnown)
  return {
    ipos: unretracted(ipos.filter(isKnown), known),
    sames: unretracted(sames.filter(isKnown), known),
    listings: unretracted(listings.filter(isKnown), known),
  }
}

/** All issues, withdrawn ones included. */
interface DerivedIssues {
  readonly issues: readonly Issue[]
  /** Finds the issue that the facts of a slug count for. */
  find(slug: string): Issue | undefined
}

/** Derives issues from facts. Facts of slugs that were ever merged must be passed together. */
export function issuesFrom({ ipos, sames, listings }: IssueRecords): DerivedIssues {
  const resolve = slugResolver(sames)
  const iposOf = Map.groupBy(ipos, ({ slug }) => resolve(slug))
  const listingsOf = Map.groupBy(listings, ({ slug }) => resolve(slug))
  const members = Map.groupBy(new Set([...ipos, ...sames].map(({ slug }) => slug)), resolve)
  const bySlug = new Map<string, Issue>()
  for (const [slug, facts] of iposOf) {
    const slugs = [...new Set([slug, ...(members.get(slug) ?? [])])]
    const issue = issueFrom(slug, slugs, facts, listingsOf.get(slug) ?? [])
    if (issue) bySlug.set(slug, issue)
  }
  return { issues: [...bySlug.values()], find: (slug) => bySlug.get(resolve(slug)) }
}

/** Derives one issue from its own facts; `undefined` when no source has stated its terms. */
function issueFrom(
  slug: string,
  slugs: string[],
  ipos: readonly Recorded<IpoFact>[],
  listings: readonly ListingReport[],
): Issue | undefined {
  const printed = termsFrom(ipos)
  if (!printed) return undefined
  const terms = { ...printed, name: displayName(printed.name) }
  const listing = listingFrom(listings)
  const listingDay = listing?.listedOn ?? terms.listingDate
  const timetable: Timetable = {
    board: terms.board,
    openDate: terms.openDate,
    closeDate: terms.closeDate,
    listingDate: listingDay,
    hasListingPrice: listing !== undefined,
    withdrawn: terms.offMarket,
  }
  return { slug, slugs, terms, listing, timetable, listingDay }
}

/** The few values by which lists filter and sort issues. Small enough to cache for every issue at every version. */
export type IssueHead = ReturnType<typeof headOf>

export const headOf = ({ slug, terms, listing, timetable }: Issue) => ({
  ...milestoneTimes(timetable),
  slug,
  name: terms.name,
  symbol: terms.symbol,
  board: terms.board,
  allotmentDate: terms.allotmentDate,
  hasAnchors: (terms.anchorShares ?? 0) > 0,
  offMarket: terms.offMarket,
  hasListing: listing !== undefined,
  /** The upper end of the price band, or the lower end while the upper is unknown. */
  price: terms.priceMax ?? terms.priceMin,
  sizeCr: terms.issueSizeCr,
  issuePrice: terms.issuePrice,
  listingPrice: listing?.listingPrice ?? null,
})

const isSameHead = (a: IssueHead | undefined, b: IssueHead | undefined): boolean =>
  a === undefined || b === undefined
    ? a === b
    : (Object.keys(a) as (keyof IssueHead)[]).every((key) => a[key] === b[key])

/** The status at a time in milliseconds. */
export const statusOfHead = (head: IssueHead, clock: number): Status =>
  statusBetween(clock, head, head.hasListing && !head.offMarket)

/** A stored fact with the round that recorded it. */
type WithRound<F> = Recorded<F> & { readonly round: number }

/** All facts of some issues, retracted ones included. Slugs that were ever merged must be passed together. */
export type FactsByRound = {
  readonly [K in keyof RecordsWithRetractions]: readonly WithRound<RecordsWithRetractions[K][number]>[]
}

/** The state of an issue from `recorded` on, as known at `round`. Without a head, no such issue exists. */
export interface IssueState<H extends IssueHead = IssueHead> {
  readonly round: number
  readonly recorded: Instant
  readonly head: H | undefined
}

/** The state visible with all rounds up to `version`, and only the facts recorded up to `asOf`. */
export function stateAt<H extends IssueHead>(
  history: readonly IssueState<H>[],
  version: number,
  asOf: Instant | null,
): IssueState<H> | undefined {
  // A list calls this for every issue, and a loop is several times faster than a function for each state.
  for (let i = history.length - 1; i >= 0; i--) {
    const state = history[i]
    if (state && state.round <= version && (asOf === null || state.recorded <= asOf)) return state
  }
  return undefined
}

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
      const isKnown = (fact: { readonly round?: number; readonly recorded: Instant }) =>
        (fact.round ?? 0) <= round && fact.recorded <= recorded
      const { issues } = issuesFrom(knownRecords(facts, isKnown))
      const heads = new Map(issues.map((issue) => [issue.slug, headOf(issue)]))
      for (const [slug, history] of histories) {
        const head = heads.get(slug)
        if (!isSameHead(stateAt(history, round, recorded)?.head, head))
          history.push({ round, recorded, head })
      }
    }
  }
  return histories
}

const ascending = <T extends string | number>(values: readonly T[]): T[] =>
  [...new Set(values)].sort((a, b) => (a < b ? -1 : 1))
