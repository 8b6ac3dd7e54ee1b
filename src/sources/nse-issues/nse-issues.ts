import { addDays, type Day, type Instant, istDay, istInstant } from '../../market/calendar.ts'
import { areBidsDue, isDueAgain } from '../due.ts'
import { NSE_ISSUES_PAGE, nseRequest } from '../nse/nse-site.ts'
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
/** By then NSE has printed the final table of bids and settled the price. */
const FINAL_FROM = '10:00'

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
    const requests = issues.flatMap((issue) => detailRequest(document, issue, issues.length, context))
    return [...new Map(requests.map((request) => [request.document, request])).values()]
  },

  read(answer: DownloadedDocument) {
    if (isList(answer.document)) return readNseList(answer.document, answer.body)
    if (answer.document.startsWith(DETAIL)) return readDetail(answer)
    throw new Unreadable(`${answer.document} is no document of nse-issues`)
  },
}

function detailRequest(
  list: List,
  { named, closeDate }: ListedIssue,
  issues: number,
  context: PlanContext,
): DownloadRequest[] {
  const { symbol, board } = named
  // Half a surrogate pair is not allowed in an address.
  if (symbol === null || !symbol.isWellFormed()) return []
  const document = `${DETAIL}${symbol}`
  const isDue =
    list === 'current'
      ? areBidsDue(context, document, issues)
      : isDetailDue(list, document, closeDate, context)
  if (!isDue) return []
  const series = board === 'SME' ? 'SME' : 'EQ'
  return [nseRequest(document, `/api/ipo-detail?symbol=${encodeURIComponent(symbol)}&series=${series}`)]
}

function isDetailDue(
  list: Exclude<List, 'current'>,
  document: string,
  closeDate: Day | null,
  context: PlanContext,
): boolean {
  if (list === 'upcoming') return isDueAgain(context, document, UPCOMING_DETAIL_EVERY_HOURS)
  if (closeDate === null || closeDate < addDays(istDay(context.now), -PAST_DETAIL_DAYS)) return false
  const isFinalFrom: Instant = istInstant(addDays(closeDate, 1), FINAL_FROM)
  if (isFinalFrom > context.now) return false
  if ((context.lastRead(document) ?? '') < isFinalFrom) return true
  // The table can lag for days, and the ISIN appears with the listing: for a while it is read once a day.
  const isRecent = closeDate >= addDays(istDay(context.now), -LAGGING_DAYS)
  return isRecent && isDueAgain(context, document, LAGGING_DETAIL_EVERY_HOURS)
}
