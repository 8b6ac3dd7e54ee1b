import { type Instant, instantFromMs, msOf } from '../market/calendar.ts'
import { compareText } from '../market/text-order.ts'
import type { Db } from '../store/db.ts'
import { lastNewsOfIssues } from '../store/issue-news.ts'
import { slugsOfHeads, spanOf, trackedHeads } from './issue-book.ts'
import type { ClockSpan, Moment } from './moment.ts'

/** A tracked IPO, and when what is known of it last changed. */
export interface TrackedPage {
  readonly slug: string
  readonly changed: Instant | null
}

/** Every tracked IPO by slug: it changed when something was learned of it, or when the clock changed its status. */
export async function trackedPages(
  db: Db,
  moment: Moment,
): Promise<{ readonly pages: TrackedPage[]; readonly span: ClockSpan }> {
  const tracked = await trackedHeads(db, moment)
  const slugsOf = await slugsOfHeads(db, moment, tracked)
  const news = await lastNewsOfIssues(db, moment)
  const clockMs = msOf(moment.clock)
  const pages = tracked.map(({ number, head }) => {
    const learned = (slugsOf.get(number) ?? []).flatMap((slug) => news.get(slug) ?? [])
    const passed = [head.opens, head.closes, head.lists].filter((at) => at !== null && at <= clockMs)
    const moments = [...learned, ...passed.map((at) => instantFromMs(at ?? 0))]
    return { slug: head.slug, changed: moments.sort().at(-1) ?? null }
  })
  return {
    pages: pages.sort((a, b) => compareText(a.slug, b.slug)),
    span: spanOf(moment.clock, tracked),
  }
}
