import { type Day, istMs } from '../calendar.ts'
import { type IssueHead, statusOfHead } from './issue-head.ts'

/** What is recorded in this time from the first round of a store on is its first load. */
export const FIRST_LOAD_MS = 3_600_000
/** What sources report later than this after the listing day or the trade day is history. */
export const NEWS_DAYS = 7
/** The same after the closing day, while no listing day is known: a listing may be delayed. */
export const NEWS_DAYS_UNLISTED = 30

const DAY_MS = 86_400_000

/** Whether an IPO that enters the list at a time is news: only one that can still be applied for. */
export const isNewOffer = (head: IssueHead, at: number): boolean =>
  ['UPCOMING', 'OPEN'].includes(statusOfHead(head, at))

/** Whether what sources report about an IPO at a time is history. */
export function isHistory({ lists, closes }: Pick<IssueHead, 'lists' | 'closes'>, at: number): boolean {
  if (lists !== null) return lists < at - NEWS_DAYS * DAY_MS
  return closes !== null && closes < at - NEWS_DAYS_UNLISTED * DAY_MS
}

/** Whether deals that are disclosed at a time are history. */
export const areHistory = (tradeDate: Day, at: number): boolean =>
  istMs(tradeDate, '00:00') < at - (NEWS_DAYS + 1) * DAY_MS
