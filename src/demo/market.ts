import { addDays, type Day, type Instant, istDay, istInstant } from '../market/calendar.ts'
import { type Company, companiesAlive } from './company.ts'
import type { DemoFact } from './demo-fact.ts'
import { EXAMPLE_COMPANY, EXAMPLE_SINCE, exampleDeals } from './example-ipo.ts'
import { dealsStory } from './stories/deals-story.ts'
import { gmpStory } from './stories/gmp-story.ts'
import { holidayStory } from './stories/holiday-story.ts'
import { listingStory } from './stories/listing-story.ts'
import { subscriptionStory } from './stories/subscription-story.ts'
import { announcedAt, termsStory } from './stories/terms-story.ts'

/** Rounded down to the start of a quarter, the history is eleven to fourteen months long. */
const DAYS_OF_HISTORY = 340
/** Rounded down to the start of a month, this gives about a thousand deals. */
const DAYS_OF_DEALS = 63

/**
 * The invented facts recorded after `after` (null: from the beginning of the demo's history) up to and including
 * `upTo`, in order of `recordedAt`.
 */
export function demoFacts({ after, upTo }: { after: Instant | null; upTo: Instant }): DemoFact[] {
  const facts = after === null ? wholeHistory(upTo) : since(after, upTo)
  return facts
    .filter(({ recordedAt }) => recordedAt <= upTo && (after === null || recordedAt > after))
    .sort((a, b) => (a.recordedAt === b.recordedAt ? 0 : a.recordedAt < b.recordedAt ? -1 : 1))
}

function wholeHistory(upTo: Instant): DemoFact[] {
  const today = istDay(upTo)
  const firstDay = startOfQuarter(addDays(today, -DAYS_OF_HISTORY))
  const startsAt = istInstant(firstDay, '00:00')
  // A company that was announced before the history begins is left out, because its facts would be incomplete.
  const companies = companiesAlive(firstDay, today).filter((company) => announcedAt(company) >= startsAt)
  return [
    ...holidayStory(firstDay < EXAMPLE_SINCE ? firstDay : EXAMPLE_SINCE, upTo),
    ...companies.flatMap(storyOf),
    ...dealsStory(istInstant(startOfMonth(addDays(today, -DAYS_OF_DEALS)), '00:00'), upTo),
    ...exampleStory(),
  ]
}

const since = (after: Instant, upTo: Instant): DemoFact[] => [
  ...holidayStory(istDay(after), upTo),
  ...companiesAlive(istDay(after), istDay(upTo)).flatMap(storyOf),
  ...dealsStory(after, upTo),
  ...exampleStory(),
]

/** The IPO of the API's examples, which stays however far the history has moved. */
const exampleStory = (): DemoFact[] => [...storyOf(EXAMPLE_COMPANY), ...exampleDeals()]

const storyOf = (company: Company): DemoFact[] => [
  ...termsStory(company),
  ...gmpStory(company),
  ...subscriptionStory(company),
  ...listingStory(company),
]

const startOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`

/** Rounds down, so that the history begins at the same day after a restart and moves only four times a year. */
function startOfQuarter(day: Day): Day {
  const month = Number(day.slice(5, 7))
  const first = month - ((month - 1) % 3)
  return `${day.slice(0, 5)}${String(first).padStart(2, '0')}-01`
}
