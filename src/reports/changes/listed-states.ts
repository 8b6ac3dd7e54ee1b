import type { Fields, ListedState } from '../../market/issues/changes.ts'
import type { Db } from '../../store/engines/db.ts'
import { headAt, issueBook, mergedSlugs, slugOfNumber } from '../../store/issues/issue-book.ts'
import type { View } from '../../store/view.ts'
import { ipoViews } from '../ipos/ipo-view.ts'
import { findIssue, type NumberedHead } from '../ipos/issues-in-view.ts'
import { type ChangingIpo, changingIpo } from '../ipos/published-ipo.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import type { Position } from './position.ts'

export type { ChangingIpo }

export const viewOfPosition = ({ version, moment }: Position): Moment => ({
  version,
  asOf: moment,
  clock: moment,
})

/** These issues as the list and their own answers show them, in the same order. */
export async function changingIpos(
  market: MarketData,
  position: Position,
  heads: readonly NumberedHead[],
): Promise<ChangingIpo[]> {
  return (await ipoViews(market, viewOfPosition(position), heads, 'latest')).map(changingIpo)
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
    else states.set(number, { slug, ...(await withoutHead(market.db, view, slug, mergedSlugs(book, slug))) })
  }
  const items = await changingIpos(market, position, listed)
  for (const [i, { number, slug }] of listed.entries()) {
    const item = items[i]
    if (item) states.set(number, { slug, is: 'listed', name: item.name, item: item as unknown as Fields })
  }
  return states
}

/** A slug without an issue of its own may be merged into another. */
async function withoutHead(db: Db, view: View, slug: string, all: readonly string[]): Promise<ListedState> {
  const issue = all.length > 1 ? await findIssue(db, view, slug) : undefined
  return issue && issue.slug !== slug ? { is: 'joined', into: issue.slug } : { is: 'unknown' }
}
