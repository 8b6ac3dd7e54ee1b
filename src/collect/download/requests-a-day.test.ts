import { expect, test } from 'vitest'
import { type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import { nseIssues } from '../../sources/nse-issues/nse-issues.ts'
import { dueAfter } from '../../sources/schedule.ts'
import { requestsOn } from '../../store/collection/host-access.ts'
import { collectRound } from '../collect-round.ts'
import { emptyDb, json, type Replies, startUpstream } from './polite-get.test-upstream.ts'
import { politeGet } from './polite-get.ts'

const HOST = 'www.nseindia.com'
/** A Tuesday in India. */
const MORNING = '2030-03-04T18:30:00.000Z'
const NIGHT = '2030-03-05T18:30:00.000Z'
const COOKIES_LAST_MS = 5 * 60_000

const symbolsOf = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`)
/** As many as are open, announced and closed within three weeks on a busy day. */
const [OPEN, COMING, CLOSED] = [symbolsOf('OPEN', 8), symbolsOf('COMING', 6), symbolsOf('CLOSED', 25)]

const coming = (symbol: string, [from, to]: readonly [string, string]) => ({
  companyName: `${symbol} Kettles Limited`,
  symbol,
  series: 'EQ',
  issueStartDate: from,
  issueEndDate: to,
  issuePrice: 'Rs.90 to Rs.100',
  noOfSharesOffered: '1000',
  noOfsharesBid: '1000',
  noOfTime: '1',
})

const past = (symbol: string) => ({
  company: `${symbol} Kettles Limited`,
  symbol,
  securityType: 'EQ',
  ipoStartDate: '25-FEB-2030',
  ipoEndDate: '27-FEB-2030',
  priceRange: 'Rs.90 to Rs.100',
  issuePrice: '100',
  listingDate: '-',
})

/** The detail of an issue, whose bids change as often as `bid` does. */
const detail = (symbol: string, bid: number) => ({
  companyName: symbol,
  metaInfo: {},
  bidDetails: [],
  issueInfo: {
    symbol,
    dataList: [
      { title: `${symbol} Kettles Limited`, value: '' },
      { title: 'Symbol', value: symbol },
      { title: 'Issue Period', value: '04-Mar-2030 to 06-Mar-2030' },
      { title: 'Price Range', value: 'Rs. 90 to Rs. 100 per Equity Share' },
    ],
  },
  activeCat: {
    dataList: [
      {
        category: 'Total',
        noOfShareOffered: '1000000',
        noOfSharesBid: String(bid),
        noOfTotalMeant: (bid / 1_000_000).toFixed(6),
        srNo: null,
      },
    ],
    updateTime: 'Updated as on 04-Mar-2030 17:00:00',
  },
})

/** Collects NSE's issues for a day on schedule, where bids change every so many minutes, and counts the requests. */
async function collectForADay(changeMinutes: number) {
  let nowMs = msOf(MORNING)
  let cookiesEndMs = 0
  const now = (): Instant => instantFromMs(nowMs)
  const bid = () => 1_000_000 + Math.floor(nowMs / (changeMinutes * 60_000))
  const guarded =
    (body: () => unknown): Replies[string] =>
    ({ headers }) =>
      headers.cookie && nowMs < cookiesEndMs ? json(JSON.stringify(body())) : { status: 401 }
  const dates = ['04-Mar-2030', '06-Mar-2030'] as const
  const upstream = await startUpstream({
    [`${HOST}/market-data/all-upcoming-issues-ipo`]: () => {
      cookiesEndMs = nowMs + COOKIES_LAST_MS
      return { status: 403, headers: { 'set-cookie': 'nsit=1; Path=/' } }
    },
    [`${HOST}/api/ipo-current-issue`]: guarded(() => OPEN.map((symbol) => coming(symbol, dates))),
    [`${HOST}/api/all-upcoming-issues?category=ipo`]: guarded(() => [
      ...OPEN.map((symbol) => coming(symbol, dates)),
      ...COMING.map((symbol) => coming(symbol, ['08-Mar-2030', '12-Mar-2030'])),
    ]),
    [`${HOST}/api/public-past-issues`]: guarded(() => CLOSED.map(past)),
    ...Object.fromEntries(
      [...OPEN, ...COMING, ...CLOSED].map((symbol) => [
        `${HOST}/api/ipo-detail?symbol=${symbol}&series=EQ`,
        guarded(() => detail(symbol, OPEN.includes(symbol) ? bid() : 1_000_000)),
      ]),
    ),
  })
  const db = await emptyDb()
  const get = politeGet({ upstreamBase: upstream.base, contact: '', db, now })
  for (const due of dueAfter(nseIssues.schedule, MORNING)) {
    if (due > NIGHT) break
    nowMs = msOf(due)
    const report = await collectRound(db, nseIssues, { now, get, sources: [nseIssues] })
    expect(report).toMatchObject({ outcome: 'done', fault: null })
  }
  const [counted] = await requestsOn(db, '2030-03-05')
  const details = upstream.targets().filter((target) => OPEN.some((symbol) => target.includes(`=${symbol}&`)))
  return { sent: upstream.requests.length, counted: counted?.requests, details: details.length }
}

test('on a day with eight open issues, NSE gets fewer than 400 requests, each of which is counted', async () => {
  const { sent, counted } = await collectForADay(1)
  expect(counted).toBe(sent)
  expect(sent).toBeLessThan(400)
})

test('pages whose bids seldom change are read less often', async () => {
  const [often, seldom] = [await collectForADay(1), await collectForADay(12 * 60)]
  expect(seldom.details).toBeLessThan(often.details)
  // At least once an hour while bids are taken.
  expect(seldom.details).toBeGreaterThanOrEqual(8 * 10)
})
