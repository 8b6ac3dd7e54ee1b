import { areBidsDue, isDueAgain } from '../due.ts'
import { bseRequest } from '../exchanges/requests.ts'
import { finalRequests, pastList } from '../past.ts'
import type { DownloadedDocument, DownloadRequest, ParsedDocument, PlanContext, Source } from '../source.ts'
import { readDemand } from './demand.ts'
import { readIssuePage } from './issue-page.ts'
import { iposIn, readBseList, readPastIssues } from './lists.ts'

/** The terms seldom change: a price is set, or a period is extended. */
const ISSUE_AGAIN_HOURS = 3

const READERS: ReadonlyMap<string, (answer: DownloadedDocument) => ParsedDocument> = new Map([
  ['board', readBseList],
  ['issue', readIssuePage],
  ['demand', readDemand],
  ['past', readPastIssues],
])

/** The public issues at BSE: those on the board, their terms, and the bids for them. */
export const bseIssues: Source = {
  id: 'bse-issues',
  publisher: 'bse',
  home: 'https://www.bseindia.com/publicissue.html',
  contents: 'terms and subscription',
  schedule: {
    words: 'every 15 minutes from 10:00 to 19:59, and at 8:45 and 22:10',
    cron: ['*/15 10-19 * * *', '45 8 * * *', '10 22 * * *'],
  },
  isDated: false,
  plan: () => [boardRequest('board/live', 'L'), boardRequest('board/forthcoming', 'F')],
  follow,
  past: {
    // Without days it lists all issues since 2002, and their form in this address is not known.
    lists: (range) => [
      bseRequest(pastList('board/', range), 'HomePage_Issues_BBS_Landing_ng', {
        ...{ flag: '2', scrip_Name: '', end_dt: '', IR_FLAG: 'IPO', Start_DT: '' },
      }),
    ],
    follow: (answer, context) =>
      finalRequests(
        answer.document,
        () => iposIn(answer),
        ({ number }) => (number === null || !context.isKnown(number) ? [] : requestsFor(number)),
        context,
      ),
  },
  read(answer) {
    const read = READERS.get(answer.document.split('/')[0] ?? '')
    if (read) return read(answer)
    throw new Error(`bse-issues has no document ${answer.document}`)
  },
}

const boardRequest = (document: string, status: 'L' | 'F'): DownloadRequest =>
  bseRequest(document, 'GetPublicIssue_par_updated', { flag: '1', status, ir_flag: 'IPO' })

function follow(answer: DownloadedDocument, context: PlanContext): readonly DownloadRequest[] {
  if (!answer.document.startsWith('board/')) return []
  const ipos = iposIn(answer)
  return ipos.flatMap(({ number, isPresent }) => {
    if (number === null) return []
    const [page, demand] = requestsFor(number)
    return [
      ...(isDueAgain(context, page.document, ISSUE_AGAIN_HOURS) ? [page] : []),
      ...(isPresent && areBidsDue(context, demand.document, ipos.length) ? [demand] : []),
    ]
  })
}

/** The page of an issue, and the bids for it. */
const requestsFor = (number: string): [DownloadRequest, DownloadRequest] => [
  bseRequest(`issue/${number}`, 'GetMkt_ISSUE_BBS_IPO', { IPO_NO: number }),
  bseRequest(`demand/${number}`, 'Pubissues_GetBkbldgCatdem_ng', { IPO_NO: number }),
]
