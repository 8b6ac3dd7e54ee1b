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
import type { CalendarEvent } from '../../reports/ipos/calendar.ts'
import { monthParameter, type Parameters, type ValuesOf } from '../../request/parameters.ts'
import { CALENDAR_PATH } from '../../request/paths.ts'
import { invalidParameter } from '../../request/problems.ts'
import { en } from '../../texts/en.ts'
import { longMonth } from '../../texts/format.ts'
import { addressOf } from '../address.ts'
import { useCopy } from '../copy/static-copy.tsx'
import { IpoLink } from '../figures.tsx'
import { Listed } from '../kit/parts.tsx'
import type { Page, PageRequest } from '../page.ts'
import { MonthGrid } from './month-grid.tsx'

const words = en.calendar

export const CALENDAR_PAGE_PARAMETERS = {
  month: monthParameter('The month to show.', '2026-11'),
} satisfies Parameters

/** The address of a month; this month needs no parameter. */
const calendarAddress = (month: Month, today: Day): string =>
  addressOf('/calendar', { month: month === monthOfDay(today) ? undefined : month })

/** A month of openings, closings, allotments, listings and holidays. */
export async function calendarPage({
  query,
  today,
  values,
}: PageRequest<ValuesOf<typeof CALENDAR_PAGE_PARAMETERS>>): Promise<Page> {
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
    title: words.title(name),
    description: words.description(name),
    path: calendarAddress(month, today),
    span: limits.span,
    content: (
      <>
        <h1>{words.heading(name)}</h1>
        <p class="lead">{summaryOf(of)}</p>
        <MonthLinks month={month} limits={limits} today={today} />
        <MonthGrid month={month} of={of} today={today} />
        <Notes of={of} />
      </>
    ),
  }
}

function summaryOf({ events }: CalendarMonth): string {
  if (events.length === 0) return words.empty
  const nOf = (isOne: (event: CalendarEvent) => boolean) => events.filter(isOne).length
  return words.summary({
    openings: nOf(({ kind }) => kind === 'OPENS'),
    closings: nOf(({ kind }) => kind === 'CLOSES'),
    listings: nOf(({ kind, isExpected, isUnconfirmed }) => kind === 'LISTS' && !isExpected && !isUnconfirmed),
    due: nOf(
      ({ kind, isExpected, isUnconfirmed, view }) =>
        kind === 'LISTS' && isExpected && !isUnconfirmed && view.state !== 'trading',
    ),
    overdue: nOf(({ isUnconfirmed }) => isUnconfirmed),
  })
}

const MonthLinks = ({ month, limits, today }: { month: Month; limits: MonthLimits; today: Day }) => {
  const [before, after, now] = [addMonths(month, -1), addMonths(month, 1), monthOfDay(today)]
  const copy = useCopy()
  const hasNext = after <= limits.last && (!copy || copy.inCopy(calendarAddress(after, today)) !== undefined)
  return (
    <nav class="month-links" aria-label={words.months}>
      {before >= limits.first && (
        <a rel="prev" href={calendarAddress(before, today)}>
          <span aria-hidden="true">←</span> {monthBeside(before, month)}
        </a>
      )}
      {month !== now && <a href={calendarAddress(now, today)}>{words.thisMonth}</a>}
      {hasNext && (
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
        {words.calledOff}{' '}
        <Listed
          items={offMarket.map(({ slug, name }) => (
            <s key={slug}>
              <IpoLink slug={slug} name={shortName(name)} />
            </s>
          ))}
        />
        .
      </p>
    )}
    <p>
      <a href={CALENDAR_PATH}>{words.subscribe}</a>. {words.subscribeNote}
    </p>
    <p class="quiet small">
      Days marked “due” are not announced: they follow from the closing day by{' '}
      <a href="/method#expected-days">SEBI’s T+3 timetable</a> and the known holidays.{' '}
      <a href="/method#lock-ins">Lock-ins</a> are those of anchor investors, “about” where the day of
      allotment is not announced. IPOs without a known day are only in the{' '}
      <a href="/ipos">list of all IPOs</a>.
    </p>
  </>
)
