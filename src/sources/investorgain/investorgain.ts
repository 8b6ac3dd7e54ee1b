import { addDays, type Instant, istDay, istMidnightBefore, msOf } from '../../market/calendar.ts'
import { isFinalUnread, isPastList } from '../past.ts'
import type { DayRange, DownloadRequest, PlanContext, Source } from '../source.ts'
import { leadsOf, readHistory, readPastList, readQuoteList } from './quotes.ts'

const HOST = 'https://webnodejs.investorgain.com/cloud/v2'
const SITE = 'https://www.investorgain.com/'
/** A month has about 30 issues and a page holds hundreds; more pages than this are not the list of a month. */
const MAX_PAGES = 10
const HOUR_MS = 3_600_000

export const investorgain: Source = {
  id: 'investorgain',
  publisher: 'InvestorGain',
  home: `${SITE}report/live-ipo-gmp/331/`,
  contents: 'GMP quotes',
  schedule: {
    words: 'every hour from 9:05 to 22:05, and at 23:35 when the day is done',
    cron: ['5 9-22 * * *', '35 23 * * *'],
  },
  isDated: false,
  plan: ({ now }) => monthsAt(now).map((month) => listRequest('gmp', month, 1, now)),
  follow(answer, context) {
    const [kind, month = '', page = '1'] = answer.document.split('/')
    if (kind !== 'gmp') return []
    const { leads, pages } = leadsOf(answer.body)
    const histories = leads.filter(({ isListed }) => !isListed).map(({ id }) => historyRequest(id))
    return [
      ...furtherPages(page, pages).map((next) => listRequest('gmp', month, next, context.now)),
      ...histories.filter(({ document }) => isDue(document, context)),
    ]
  },
  past: {
    lists: (range, { now }) => monthsIn(range).map((month) => listRequest('past', month, 1, now)),
    follow(answer, context) {
      const [, month = '', page = '1'] = answer.document.split('/')
      const { leads, pages } = leadsOf(answer.body)
      const histories = leads.flatMap(({ id, lastDay }) => {
        const history = historyRequest(id)
        const isWanted = lastDay !== null && isFinalUnread(history.document, lastDay, context)
        return isWanted && context.isKnown(id) ? [history] : []
      })
      return [
        ...furtherPages(page, pages).map((next) => listRequest('past', month, next, context.now)),
        ...histories,
      ]
    },
  },
  read(answer) {
    const [kind, id = ''] = answer.document.split('/')
    if (kind === 'history') return readHistory(answer, id)
    return isPastList(answer.document) ? readPastList(answer) : readQuoteList(answer)
  },
}

/** `YYYY-MM` of this month and the next: an issue is quoted weeks before it opens. */
function monthsAt(now: Instant): string[] {
  const thisMonth = istDay(now).slice(0, 7)
  return [thisMonth, monthAfter(thisMonth)]
}

const monthAfter = (month: string): string => addDays(`${month}-28`, 4).slice(0, 7)

/** Each month of a range, the newest first. */
function monthsIn({ from, to }: DayRange): string[] {
  const months: string[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = monthAfter(month)) months.unshift(month)
  return months
}

function listRequest(kind: 'gmp' | 'past', month: string, page: number, now: Instant): DownloadRequest {
  const [year, monthOfYear] = [Number(month.slice(0, 4)), Number(month.slice(5))]
  const path = [331, page, monthOfYear, year, financialYear(year, monthOfYear), 0, 'all'].join('/')
  return {
    document: page === 1 ? `${kind}/${month}` : `${kind}/${month}/${page}`,
    url: `${HOST}/report/data-read/${path}?search=&v=${dayAndHour(now)}`,
    expects: 'json',
    referer: SITE,
  }
}

/** `2026-27` runs from April 2026 to March 2027. */
function financialYear(year: number, monthOfYear: number): string {
  const start = monthOfYear >= 4 ? year : year - 1
  return `${start}-${String((start + 1) % 100).padStart(2, '0')}`
}

/** `12-18` at 18:05 on the 12th in India. The site itself appends this, so that its caches are renewed each hour. */
function dayAndHour(now: Instant): string {
  const hour = Math.floor((msOf(now) - msOf(istMidnightBefore(now))) / HOUR_MS)
  return `${istDay(now).slice(8)}-${String(hour).padStart(2, '0')}`
}

const historyRequest = (id: string): DownloadRequest => ({
  document: `history/${id}`,
  url: `${HOST}/ipo/ipo-gmp-read/${id}/true`,
  expects: 'json',
  referer: SITE,
})

/** Once a day: a day's row is edited until about 23:30, so that only the next day shows its final value. */
function isDue(document: string, { now, lastRead }: PlanContext): boolean {
  const last = lastRead(document)
  return last === null || last < istMidnightBefore(now)
}

/** The pages after the first one, which leads to them. */
const furtherPages = (page: string, pages: number): number[] =>
  page === '1' ? Array.from({ length: Math.min(pages, MAX_PAGES) }, (_, index) => index + 1).slice(1) : []
