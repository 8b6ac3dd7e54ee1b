import type { Day } from '../../market/calendar.ts'
import { shortName } from '../../market/issues/names.ts'
import {
  addMonths,
  type CalendarMonth,
  calendarMonth,
  type Month,
  type MonthLimits,
  monthLimits,
  monthOfDay,
} from '../../reports/calendar-month.ts'
import type { EventKind } from '../../reports/ipos/calendar.ts'
import { CALENDAR_PATH } from '../../request/paths.ts'
import { invalidParameter } from '../../request/problems.ts'
import { counted, joined, longMonth } from '../../texts/format.ts'
import { IpoLink } from '../figures.tsx'
import type { Page, PageRequest } from '../page.ts'
import { type CalendarValues, calendarAddress } from './calendar-address.ts'
import { MonthGrid } from './month-grid.tsx'

/** A month of openings, closings, allotments, listings and holidays. */
export async function calendarPage({ query, today, values }: PageRequest<CalendarValues>): Promise<Page> {
  const { market, moment } = query
  const month = values.month ?? monthOfDay(today)
  const limits = await monthLimits(market, moment)
  if (month < limits.first || month > limits.last)
    throw invalidParameter(
      'month',
      `the calendar has the months from ${limits.first} to ${limits.last}; got "${month}"`,
    )
  const of = await calendarMonth(market, moment, month)
  const name = longMonth(month)
  return {
    title: `IPO calendar, ${name}`,
    description: `Which Indian IPOs open, close, allot shares and list in ${name}, with market holidays.`,
    path: calendarAddress(month, today),
    span: limits.span,
    content: (
      <>
        <h1>IPO calendar: {name}</h1>
        <p class="lead">{summaryOf(of)}</p>
        <MonthLinks month={month} limits={limits} today={today} />
        <MonthGrid month={month} of={of} today={today} />
        <Notes of={of} />
      </>
    ),
  }
}

const COUNTED: readonly (readonly [EventKind, one: string, many: string])[] = [
  ['OPENS', 'opening', 'openings'],
  ['CLOSES', 'closing', 'closings'],
  ['LISTS', 'listing', 'listings'],
]

/** `3 openings, 2 closings and 4 listings. 2 more listings are due. 1 IPO should have listed.` */
function summaryOf({ events }: CalendarMonth): string {
  if (events.length === 0) return 'No IPO has a known day in this month.'
  const overdue = events.filter(({ isUnconfirmed }) => isUnconfirmed)
  const due = events.filter((event) => event.kind === 'LISTS' && event.isExpected && !event.isUnconfirmed)
  const others = events.filter((event) => !overdue.includes(event) && !due.includes(event))
  const counts = COUNTED.flatMap(([kind, one, many]) => {
    const n = others.filter((event) => event.kind === kind).length
    return n === 0 ? [] : [counted(n, one, many)]
  })
  const hasListings = others.some(({ kind }) => kind === 'LISTS')
  const sentences = [
    ...(counts.length === 0 ? [] : [`${joined(counts, 'and')}.`]),
    ...(due.length === 0 ? [] : [dueText(due.length, hasListings)]),
    ...(overdue.length === 0 ? [] : [`${counted(overdue.length, 'IPO')} should have listed.`]),
  ]
  return sentences.length === 0 ? 'No opening, closing or listing.' : sentences.join(' ')
}

const dueText = (n: number, isMore: boolean): string =>
  `${counted(n, isMore ? 'more listing' : 'listing')} ${n === 1 ? 'is' : 'are'} due.`

const MonthLinks = ({ month, limits, today }: { month: Month; limits: MonthLimits; today: Day }) => {
  const [before, after, now] = [addMonths(month, -1), addMonths(month, 1), monthOfDay(today)]
  return (
    <nav class="month-links" aria-label="Months">
      {before >= limits.first && (
        <a rel="prev" href={calendarAddress(before, today)}>
          <span aria-hidden="true">←</span> {monthBeside(before, month)}
        </a>
      )}
      {month === now ? (
        <a class="to-today" href={`#d${today}`}>
          Go to today
        </a>
      ) : (
        <a href={calendarAddress(now, today)}>This month</a>
      )}
      {after <= limits.last && (
        <a rel="next" href={calendarAddress(after, today)}>
          {monthBeside(after, month)} <span aria-hidden="true">→</span>
        </a>
      )}
    </nav>
  )
}

/** `October`, with the year if it is another. */
const monthBeside = (month: Month, shown: Month): string =>
  month.slice(0, 4) === shown.slice(0, 4) ? longMonth(month).slice(0, -5) : longMonth(month)

const Notes = ({ of: { offMarket } }: { of: CalendarMonth }) => (
  <>
    {offMarket.length > 0 && (
      <p>
        Withdrawn or postponed:{' '}
        {offMarket.map(({ slug, name }, i) => (
          <span key={slug}>
            {i > 0 && ', '}
            <s>
              <IpoLink slug={slug} name={shortName(name)} />
            </s>
          </span>
        ))}
        .
      </p>
    )}
    <p>
      <a href={CALENDAR_PATH}>Subscribe in your calendar (.ics)</a>. If a date changes, your calendar updates.
    </p>
    <p class="quiet small">
      Days marked “due” are not announced: they follow from the closing day by{' '}
      <a href="/method#expected-days">SEBI’s T+3 timetable</a> and the known holidays. IPOs without a known
      day are only in the <a href="/ipos">list of all IPOs</a>.
    </p>
  </>
)
