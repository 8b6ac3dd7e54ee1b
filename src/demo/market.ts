import { addDays, type Day, type Instant, istDay } from '../market/calendar.ts'
import { dealFacts } from './deals.ts'
import { bidsOf, listingOf, quotesOf } from './figures.ts'
import { biddingDays, type DemoIssue, issuesAlive } from './issue.ts'
import { noticesOf } from './notices.ts'
import { type DemoFact, demoMoment, holidayFacts } from './trading-days.ts'

/** Rounded down to the start of a quarter, the history is eleven to fourteen months long. */
const DAYS_OF_HISTORY = 340
/** Rounded down to the start of a month, this gives about a thousand deals. */
const DAYS_OF_DEALS = 63

/**
 * The invented facts recorded after `after` (null: from the beginning of the demo's history) up to and including
 * `upTo`, in order of `recordedAt`.
 */
export function demoFacts({ after, upTo }: { after: Instant | null; upTo: Instant }): DemoFact[] {
  const today = istDay(upTo)
  const firstDay = after === null ? startOfQuarter(addDays(today, -DAYS_OF_HISTORY)) : istDay(after)
  const firstDeals = after === null ? startOfMonth(addDays(today, -DAYS_OF_DEALS)) : firstDay
  // An issue that was announced before the history begins is left out, because its facts would be incomplete.
  const issues = issuesAlive(firstDay, today).filter(
    ({ announcedOn }) => after !== null || announcedOn >= firstDay,
  )
  const facts = [
    ...holidayFacts(firstDay < EXAMPLE_SINCE ? firstDay : EXAMPLE_SINCE, upTo),
    // The IPO of the API's examples stays however far the history has moved.
    ...[...issues, EXAMPLE_ISSUE].flatMap(lifeOf),
    ...dealFacts(firstDeals, today),
    ...EXAMPLE_DEALS,
  ]
  return facts
    .filter(({ recordedAt }) => recordedAt <= upTo && (after === null || recordedAt > after))
    .sort((a, b) => (a.recordedAt === b.recordedAt ? 0 : a.recordedAt < b.recordedAt ? -1 : 1))
}

/** All facts of an issue, from its announcement to its first day of trading. */
const lifeOf = (issue: DemoIssue): DemoFact[] => [
  ...noticesOf(issue),
  ...quotesOf(issue),
  ...(issue.change?.kind === 'withdrawn' ? [] : [...bidsOf(issue), ...listingOf(issue)]),
]

const startOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`

/** Rounds down, so that the history begins at the same day after a restart and moves only four times a year. */
function startOfQuarter(day: Day): Day {
  const month = Number(day.slice(5, 7))
  return `${day.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`
}

/** From this day on the holidays are in the demo, so that the days of its timetable follow from them. */
export const EXAMPLE_SINCE: Day = '2026-01-01'

/**
 * The IPO of the examples in the API reference. Others of the demo come and go with the clock; this one is always
 * there, so that an example works on every day.
 */
export const EXAMPLE_ISSUE: DemoIssue = {
  // Outside the schedule, so that no other issue has it. It determines the figures that are drawn at random.
  index: 10_000_000,
  slug: 'acme-foods',
  name: 'Acme Foods Limited',
  symbol: 'ACME',
  industry: 'Foods',
  board: 'MAINBOARD',
  exchanges: ['NSE', 'BSE'],
  source: 'nse',
  isin: 'INE0ACME1017',
  bseCode: '544999',
  announcedOn: '2025-12-15',
  bandOn: '2026-01-06',
  planned: biddingDays('2026-01-13'),
  change: null,
  held: biddingDays('2026-01-13'),
  offer: {
    issueType: 'book-built',
    faceValue: 10_00,
    priceMin: 95_00,
    priceMax: 100_00,
    issuePrice: 100_00,
    lotSize: 150,
    minLots: 1,
    issueSizeCr: 420.5,
  },
  shares: 42_049_950,
  setAside: 12_615_000,
  reservedFor: ['EMP'],
  appealPct: 42,
}

/** Its deals, as NSE disclosed them in the evening. */
export const EXAMPLE_DEALS: readonly DemoFact[] = (
  [
    ['2026-01-22', 'BULK', 'BUY', 'SOME FUND', 400_000, 134_12],
    ['2026-01-22', 'BULK', 'SELL', 'OTHER BROKERS LLP', 310_000, 133_88],
    ['2026-01-28', 'BLOCK', 'BUY', 'SOME FUND', 2_500_000, 139_00],
    ['2026-01-28', 'BLOCK', 'SELL', 'EARLY BACKERS TRUST', 2_500_000, 139_00],
  ] as const
).map(([tradeDate, kind, dealType, clientName, quantity, price]) => ({
  fact: {
    ...{ fact: 'deal', exchange: 'NSE', kind, tradeDate, symbol: EXAMPLE_ISSUE.symbol },
    ...{ securityName: EXAMPLE_ISSUE.name, clientName, dealType, quantity, price },
    ...{ source: 'nse', printed: null, url: null },
  },
  recordedAt: demoMoment(tradeDate, 18 * 60 + 55),
}))
