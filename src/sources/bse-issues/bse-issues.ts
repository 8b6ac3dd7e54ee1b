import { addDays, istDay, msOf } from '../../market/calendar.ts'
import { bseWish } from '../bse/bse-api.ts'
import { textOf } from '../reading/json.ts'
import type { Answer, Ask, Reading, Source, Wish } from '../source.ts'
import { isLive } from './board-row.ts'
import { readDemand } from './demand.ts'
import { IPO_NUMBER } from './issue-cells.ts'
import { readIssuePage } from './issue-page.ts'
import { iposOf, readList } from './lists.ts'

/** Long enough for every issue that was on the board to be found when it lists. */
const LISTED_WITHIN_DAYS = 120
/** New listings appear once a day, so that a daily look is enough; a little under a day, as rounds have no fixed length. */
const LISTED_AGAIN_HOURS = 20
/** The terms change seldom: a price that is set, a period that is made longer. */
const ISSUE_AGAIN_HOURS = 3
const HOUR_MS = 3_600_000

const READERS: ReadonlyMap<string, (answer: Answer) => Reading> = new Map([
  ['board', readList],
  ['listed', readList],
  ['issue', readIssuePage],
  ['demand', readDemand],
])

/** The public issues at BSE: those on the board, their terms, the bids for them, and what has listed. */
export const bseIssues: Source = {
  id: 'bse-issues',
  publisher: 'bse',
  home: 'https://www.bseindia.com/publicissue.html',
  schedule: {
    words: 'every 15 minutes from 10:00 to 19:59, and at 8:45 and 22:10',
    cron: ['*/15 10-19 * * *', '45 8 * * *', '10 22 * * *'],
  },
  isDated: false,
  plan: (ask) => [
    boardWish('board/live', 'L'),
    boardWish('board/forthcoming', 'F'),
    ...[listedWish('listed/mainboard', '1', ask), listedWish('listed/sme', '2', ask)].filter(({ document }) =>
      isDue(document, LISTED_AGAIN_HOURS, ask),
    ),
  ],
  follow,
  read(answer) {
    const read = READERS.get(answer.document.split('/')[0] ?? '')
    if (read) return read(answer)
    throw new Error(`bse-issues has no document ${answer.document}`)
  },
}

const boardWish = (document: string, status: 'L' | 'F'): Wish =>
  bseWish(document, 'GetPublicIssue_par_updated', { flag: '1', status, ir_flag: 'IPO' })

function listedWish(document: string, flag: '1' | '2', { now }: Ask): Wish {
  const from = addDays(istDay(now), -LISTED_WITHIN_DAYS).replaceAll('-', '')
  return bseWish(document, 'MoreCompanyN', { Fromdt: from, company: '', flag, type: '2' })
}

function follow({ document, body }: Answer, ask: Ask): readonly Wish[] {
  if (!document.startsWith('board/')) return []
  return iposOf(body).flatMap((row) => {
    const number = IPO_NUMBER.from(textOf(row, 'IPO_NO') ?? '')
    if (number === null) return []
    const page = bseWish(`issue/${number}`, 'GetMkt_ISSUE_BBS_IPO', { IPO_NO: number })
    const demand = bseWish(`demand/${number}`, 'Pubissues_GetBkbldgCatdem_ng', { IPO_NO: number })
    return [...(isDue(page.document, ISSUE_AGAIN_HOURS, ask) ? [page] : []), ...(isLive(row) ? [demand] : [])]
  })
}

function isDue(document: string, hours: number, { now, lastRead }: Ask): boolean {
  const last = lastRead(document)
  return last === null || msOf(now) - msOf(last) >= hours * HOUR_MS
}
