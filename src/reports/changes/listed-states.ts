import type { Instant } from '../../market/calendar.ts'
import type { Fields, ListedState } from '../../market/issues/changes.ts'
import type { Db } from '../../store/engines/db.ts'
import { headAt, issueBook, mergedSlugs, slugOfNumber } from '../../store/issues/issue-book.ts'
import type { View } from '../../store/view.ts'
import { applicationsOf, expectedOf } from '../ipos/derived-details.ts'
import { offerTerms, publishedTerms } from '../ipos/ipo.ts'
import { listFigures } from '../ipos/ipo-list.ts'
import { ipoSummary, type ListFigures } from '../ipos/ipo-summary.ts'
import { findIssue, type Issue, issuesOf, type NumberedHead } from '../ipos/issues-in-view.ts'
import { type HolidaysFor, holidaysKnown } from '../ipos/market-calendar.ts'
import type { MarketData } from '../market-data.ts'
import type { FullIpo, IpoSummary } from '../schemas/ipos.ts'
import type { Position } from './position.ts'

/**
 * An IPO of the list with its terms and what follows from them: all fields that changes cover. The range is left out, since
 * every listing of another IPO changes it.
 */
export type ChangingIpo = IpoSummary &
  Omit<ReturnType<typeof publishedTerms>, 'withdrawn'> &
  ReturnType<typeof offerTerms> &
  Pick<FullIpo, 'expected' | 'application' | 'minAmount' | 'lastGmpDay' | 'lastGmpOwners'>

export const viewOfPosition = ({ version, moment }: Position): View => ({ version, asOf: moment })

/** These issues as the list and their own answers show them, in the same order. */
export async function changingIpos(
  market: MarketData,
  position: Position,
  heads: readonly NumberedHead[],
): Promise<ChangingIpo[]> {
  const view = viewOfPosition(position)
  const issues = await issuesOf(market.db, view, heads)
  const figuresAt = await listFigures(market, view, issues)
  const holidaysFor = await holidaysKnown(market, view)
  return issues.map((issue) => changingIpo(issue, figuresAt(issue), position.moment, holidaysFor))
}

function changingIpo(
  issue: Issue,
  figures: ListFigures,
  clock: Instant,
  holidaysFor: HolidaysFor,
): ChangingIpo {
  const { withdrawn, ...terms } = publishedTerms(issue)
  return {
    ...ipoSummary(issue, figures, clock),
    ...terms,
    ...offerTerms(issue),
    expected: expectedOf(issue, clock, holidaysFor),
    ...applicationsOf(issue),
    lastGmpDay: figures.quotedOn,
    lastGmpOwners: figures.owners,
  }
}

/** Whether each of these issues is in the list, and how, by number. */
export async function listedStatesAt(
  market: MarketData,
  position: Position,
  numbers: readonly number[],
): Promise<Map<number, ListedState & { readonly slug: string }>> {
  const view = viewOfPosition(position)
  const book = await issueBook(market.db, position.version)
  const states = new Map<number, ListedState & { readonly slug: string }>()
  const listed: NumberedHead[] = []
  for (const number of numbers) {
    const head = headAt(book, number, view)
    const slug = slugOfNumber(book, number)
    if (head && !head.offMarket) listed.push(head)
    else if (head) states.set(number, { slug, is: 'called off', name: head.name })
    else
      states.set(number, {
        slug,
        ...(await withoutHead(market.db, view, slug, mergedSlugs(book, slug))),
      })
  }
  const items = await changingIpos(market, position, listed)
  const bySlug = new Map(items.map((item) => [item.slug, item]))
  for (const { number, slug } of listed) {
    const item = bySlug.get(slug)
    if (item) states.set(number, { slug, is: 'listed', name: item.name, item: item as unknown as Fields })
  }
  return states
}

/** A slug without an issue of its own may be merged into another. */
async function withoutHead(db: Db, view: View, slug: string, all: readonly string[]): Promise<ListedState> {
  const issue = all.length > 1 ? await findIssue(db, view, slug) : undefined
  return issue && issue.slug !== slug ? { is: 'joined', into: issue.slug } : { is: 'unknown' }
}
