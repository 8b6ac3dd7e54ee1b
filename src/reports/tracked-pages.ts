import type { Instant } from '../market/calendar.ts'
import { statusMoments } from '../market/status.ts'
import { compareText } from '../market/text-order.ts'
import type { Db } from '../store/db.ts'
import { lastNewsOfIssues } from '../store/issue-news.ts'
import { statusMomentsOf, trackedIssues } from './issue-book.ts'
import { type ClockSpan, clockSpan, type Moment } from './moment.ts'

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
  const tracked = await trackedIssues(db, moment)
  const news = await lastNewsOfIssues(db, moment)
  const pages = tracked.map(({ slug, slugs, timetable }) => {
    const learned = slugs.flatMap((each) => news.get(each) ?? [])
    const passed = statusMoments(timetable).filter((at) => at <= moment.clock)
    return { slug, changed: [...learned, ...passed].sort().at(-1) ?? null }
  })
  return {
    pages: pages.sort((a, b) => compareText(a.slug, b.slug)),
    span: clockSpan(moment.clock, statusMomentsOf(tracked)),
  }
}
