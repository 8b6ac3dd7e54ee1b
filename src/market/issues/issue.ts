import type { Day } from '../calendar.ts'
import type { IpoFact, Recorded, SameFact } from '../facts/fact.ts'
import { slugResolver } from '../facts/merged-slugs.ts'
import { type ListingReport, listingFrom } from './listing.ts'
import type { Timetable } from './status.ts'
import { type IssueTerms, termsFrom } from './terms.ts'

/** An issue as its facts give it, before the clock and the grey market come in. */
export interface Issue {
  readonly slug: string
  /** All slugs whose facts count for it, its own included. */
  readonly slugs: string[]
  readonly terms: IssueTerms
  readonly listing: ListingReport | undefined
  readonly timetable: Timetable
  /** The day on which it lists or listed, as far as known. */
  readonly listingDay: Day | null
}

/** What was said, and not taken back, of which issues exist, on what terms, and how they listed. */
export interface IssueRecords {
  readonly ipos: readonly Recorded<IpoFact>[]
  readonly sames: readonly Recorded<SameFact>[]
  readonly listings: readonly ListingReport[]
}

/** Issues by their slugs, withdrawn ones included. */
export interface IssueBook {
  readonly issues: readonly Issue[]
  /** The issue that the facts of this slug count for. */
  find(slug: string): Issue | undefined
}

/** Puts facts together to issues. Facts on slugs that were ever said to be the same must come together. */
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

/** The issue that these facts alone are about; `undefined` when nobody has spoken of its terms. */
export function issueFrom(
  slug: string,
  slugs: string[],
  ipos: readonly Recorded<IpoFact>[],
  listings: readonly ListingReport[],
): Issue | undefined {
  const terms = termsFrom(ipos)
  if (!terms) return undefined
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
