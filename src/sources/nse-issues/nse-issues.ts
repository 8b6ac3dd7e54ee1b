import { addDays, type Day, istDay } from '../../market/calendar.ts'
import { areBidsDue, isDueAgain } from '../due.ts'
import { NSE_ISSUES_PAGE, nseRequest } from '../exchanges/requests.ts'
import {
  finalFrom,
  finalRequests,
  isFinalUnread,
  isPastList,
  pastList,
  rangeOf,
  withinRange,
} from '../past.ts'
import {
  type DownloadedDocument,
  type DownloadRequest,
  type PlanContext,
  type Source,
  Unreadable,
} from '../source.ts'
import { readDetail } from './detail.ts'
import { isList, issuesIn, type List, type ListedIssue, readNseList } from './lists.ts'

const DETAIL = 'ipo-detail/'

const UPCOMING_EVERY_HOURS = 1
const PAST_EVERY_HOURS = 2
const UPCOMING_DETAIL_EVERY_HOURS = 6
const LAGGING_DAYS = 21
const LAGGING_DETAIL_EVERY_HOURS = 20
/** Older issues are listed or gone, and NSE may have dropped their details. */
const PAST_DETAIL_DAYS = 120

const PATHS: Readonly<Record<List, string>> = {
  current: '/api/ipo-current-issue',
  upcoming: '/api/all-upcoming-issues?category=ipo',
  past: '/api/public-past-issues',
}

export const nseIssues: Source = {
  id: 'nse-issues',
  publisher: 'nse',
  home: NSE_ISSUES_PAGE,
  contents: 'terms and subscription',
  schedule: {
    words: 'every 15 minutes from 10:00 to 19:59, and at 8:30 and 22:00',
    cron: ['*/15 10-19 * * *', '30 8 * * *', '0 22 * * *'],
  },
  isDated: false,

  plan(context) {
    const lists: List[] = ['current']
    if (isDueAgain(context, 'upcoming', UPCOMING_EVERY_HOURS)) lists.push('upcoming')
    if (isDueAgain(context, 'past', PAST_EVERY_HOURS)) lists.push('past')
    return lists.map((list) => nseRequest(list, PATHS[list]))
  },

  follow({ document, body }, context) {
    if (!isList(document)) return []
    const issues = issuesIn(document, body)
    const requests = issues.flatMap((issue) =>
      detailOf(issue).filter((detail) =>
        document === 'current'
          ? areBidsDue(context, detail.document, issues.length)
          : isDetailDue(document, detail.document, issue.closeDate, context),
      ),
    )
    return [...new Map(requests.map((request) => [request.document, request])).values()]
  },

  past: {
    lists: (range) => [
      nseRequest(
        pastList('', range),
        `${PATHS.past}?from_date=${dayFirst(range.from)}&to_date=${dayFirst(range.to)}`,
      ),
    ],
    follow: ({ document, body }, context) =>
      finalRequests(document, () => issuesIn('past', body), detailOf, context),
  },

  read(answer: DownloadedDocument) {
    if (isPastList(answer.document))
      return withinRange(readNseList('past', answer.body), rangeOf(answer.document))
    if (isList(answer.document)) return readNseList(answer.document, answer.body)
    if (answer.document.startsWith(DETAIL)) return readDetail(answer)
    throw new Unreadable(`${answer.document} is no document of nse-issues`)
  },
}

function detailOf({ issue: { symbol, board } }: ListedIssue): DownloadRequest[] {
  // Half a surrogate pair is not allowed in an address.
  if (symbol === null || !symbol.isWellFormed()) return []
  const series = board === 'SME' ? 'SME' : 'EQ'
  const path = `/api/ipo-detail?symbol=${encodeURIComponent(symbol)}&series=${series}`
  return [nseRequest(`${DETAIL}${symbol}`, path)]
}

/** `13-01-2026`. */
const dayFirst = (day: Day): string => day.split('-').toReversed().join('-')

function isDetailDue(
  list: Exclude<List, 'current'>,
  document: string,
  closeDate: Day | null,
  context: PlanContext,
): boolean {
  if (list === 'upcoming') return isDueAgain(context, document, UPCOMING_DETAIL_EVERY_HOURS)
  if (closeDate === null || closeDate < addDays(istDay(context.now), -PAST_DETAIL_DAYS)) return false
  if (finalFrom(closeDate) > context.now) return false
  if (isFinalUnread(document, closeDate, context)) return true
  // The table can lag for days, and the ISIN appears with the listing: for a while it is read once a day.
  const isRecent = closeDate >= addDays(istDay(context.now), -LAGGING_DAYS)
  return isRecent && isDueAgain(context, document, LAGGING_DETAIL_EVERY_HOURS)
}
