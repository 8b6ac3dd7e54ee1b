import { addDays, type Day, type Instant, istDay } from '../market/calendar.ts'
import { bidsOf } from './bids.ts'
import { dealFacts } from './deals.ts'
import { EXAMPLE_DEALS, EXAMPLE_ISSUE, EXAMPLE_SINCE } from './example-ipo.ts'
import { type Issue, issuesAlive } from './issue.ts'
import { listingOf } from './listing.ts'
import { noticesOf } from './notices.ts'
import { quotesOf } from './quotes.ts'
import { type DemoFact, holidayFacts } from './trading-days.ts'

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
const lifeOf = (issue: Issue): DemoFact[] => [
  ...noticesOf(issue),
  ...quotesOf(issue),
  ...bidsOf(issue),
  ...listingOf(issue),
]

const startOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`

/** Rounds down, so that the history begins at the same day after a restart and moves only four times a year. */
function startOfQuarter(day: Day): Day {
  const month = Number(day.slice(5, 7))
  const first = month - ((month - 1) % 3)
  return `${day.slice(0, 5)}${String(first).padStart(2, '0')}-01`
}
