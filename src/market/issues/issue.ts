import type { Day, Instant } from '../calendar.ts'
import type { IpoFact, Recorded, RetractionFact, SameFact } from '../facts/fact.ts'
import { slugResolver } from '../facts/merged-slugs.ts'
import { unretracted } from '../facts/retraction.ts'
import { displayName } from './display-name.ts'
import { type ListingReport, listingFrom } from './listing.ts'
import type { Timetable } from './status.ts'
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

/** The records that are known, without those that a known retraction takes back. */
export function knownRecords(
  {
    ipos,
    sames,
    listings,
    retractions,
  }: IssueRecords & { readonly retractions: readonly Recorded<RetractionFact>[] },
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
export interface IssueBook {
  readonly issues: readonly Issue[]
  /** Finds the issue that the facts of a slug count for. */
  find(slug: string): Issue | undefined
}

/** Derives issues from facts. Facts of slugs that were ever merged must be passed together. */
export function issuesFrom({ ipos, sames, listings }: IssueRecords): IssueBook {
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
export function issueFrom(
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
