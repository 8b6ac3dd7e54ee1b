import type { Day, Instant } from '../market/calendar.ts'
import { type IssueTerms, termsFrom } from '../market/issue.ts'
import { type ListingReport, listingFrom } from '../market/listing.ts'
import { type Resolve, resolver } from '../market/sameness.ts'
import { type Status, statusAt, statusMoments, type Timetable } from '../market/status.ts'
import type { Db } from '../store/db.ts'
import { issueRecords } from '../store/issues.ts'
import type { View } from '../store/view.ts'
import { keptByView } from './kept-by-view.ts'

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

/** Every issue that a view knows of, withdrawn ones included. */
export interface IssueBook {
  readonly issues: Issue[]
  find(slug: string): Issue | undefined
  readonly resolve: Resolve
}

/** Walks through a list ask for one book again and again. */
export const issueBook = keptByView(readBook)

async function readBook(db: Db, view: View): Promise<IssueBook> {
  const { ipos, sames, listings } = await issueRecords(db, view)
  const resolve = resolver(sames)
  const iposOf = Map.groupBy(ipos, ({ slug }) => resolve(slug))
  const listingsOf = Map.groupBy(listings, ({ slug }) => resolve(slug))
  const members = Map.groupBy(new Set([...ipos, ...sames].map(({ slug }) => slug)), resolve)
  const bySlug = new Map<string, Issue>()
  for (const [slug, facts] of iposOf) {
    const terms = termsFrom(facts)
    if (!terms) continue
    const slugs = [...new Set([slug, ...(members.get(slug) ?? [])])]
    bySlug.set(slug, issueFrom(slug, slugs, terms, listingFrom(listingsOf.get(slug) ?? [])))
  }
  return { issues: [...bySlug.values()], find: (slug) => bySlug.get(resolve(slug)), resolve }
}

function issueFrom(
  slug: string,
  slugs: string[],
  terms: IssueTerms,
  listing: ListingReport | undefined,
): Issue {
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

/** A withdrawn or postponed issue leaves every list; its own page stays. */
export async function trackedIssues(db: Db, view: View): Promise<Issue[]> {
  return (await issueBook(db, view)).issues.filter(({ terms }) => !terms.offMarket)
}

export const statusOf = (issue: Issue, clock: Instant): Status => statusAt(clock, issue.timetable)

/** The moments at which the clock changes the status of any of these issues. */
export function* statusMomentsOf(issues: Iterable<Issue>): Generator<Instant> {
  for (const { timetable } of issues) yield* statusMoments(timetable)
}
