import { type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import { compareText } from '../../market/text-order.ts'
import { issueFactCounts } from '../../store/facts/fact-counts.ts'
import type { MarketData } from '../market-data.ts'
import { memoizeByIssue } from '../memoize-by-issue.ts'
import type { ClockSpan, Moment } from '../moment.ts'
import { type NumberedHead, slugsOfHeads, visitTracked } from './issues-in-view.ts'

/** A tracked IPO, and when it last changed. */
export interface TrackedPage {
  readonly slug: string
  readonly changed: Instant | null
}

/** Every tracked IPO by slug: it changed when a fact about it was recorded, or when the clock changed its status. */
export async function trackedPages(
  market: MarketData,
  moment: Moment,
): Promise<{ readonly pages: TrackedPage[]; readonly span: ClockSpan }> {
  const tracked: NumberedHead[] = []
  const span = await visitTracked(market.db, moment, (head) => tracked.push(head))
  const news = await lastVersionRounds(market, moment, (head) => !head.offMarket)
  const clock = msOf(moment.clock)
  const pages = tracked.map(({ number, slug, opens, closes, lists }) => {
    const passed = [opens, closes, lists].filter((at) => at !== null && at <= clock)
    const statusChanged = passed.length === 0 ? '' : instantFromMs(Math.max(...passed.map(Number)))
    const recorded = news.get(number) ?? ''
    return { slug, changed: (recorded > statusChanged ? recorded : statusChanged) || null }
  })
  return { pages: pages.sort((a, b) => compareText(a.slug, b.slug)), span }
}

/** When the last fact about each issue was recorded. */
const lastVersionRounds = memoizeByIssue(async (market, view, issues) => {
  const slugs = await slugsOfHeads(market.db, view, issues)
  const news = await issueFactCounts(market.db, view, slugs.flat())
  return slugs.map((own) =>
    own
      .flatMap((slug) => news.get(slug)?.last ?? [])
      .sort()
      .at(-1),
  )
})
