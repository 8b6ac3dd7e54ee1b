import { addDays, type Day, dayNumber } from '../../market/calendar.ts'
import { shortName } from '../../market/issues/names.ts'
import {
  type CalendarMonth,
  firstDayOf,
  lastDayOf,
  type Month,
  type MonthHoliday,
} from '../../reports/calendar-month.ts'
import { IpoLink, Name, Weekday } from '../figures.tsx'
import { type DayEntries, dayEntries } from './day-entries.ts'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** 1970-01-01 was a Thursday, the fourth day of its week. */
const weekdayOf = (day: Day): number => ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1

interface MonthGridProps {
  readonly month: Month
  readonly of: CalendarMonth
  readonly today: Day
}

/** A list of days. On a wide screen it is a grid of weeks; on a phone days without entries are left out, except today. */
export function MonthGrid({ month, of, today }: MonthGridProps) {
  const events = Map.groupBy(of.events, ({ day }) => day)
  const holidays = new Map(of.holidays.map((holiday) => [holiday.day, holiday]))
  return (
    <div class="month">
      <div class="weekdays" aria-hidden="true">
        {WEEKDAYS.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ol class="days">
        {daysOf(month).map((day) => (
          <DayCell
            key={day}
            day={day}
            today={today}
            holiday={holidays.get(day)}
            entries={dayEntries(events.get(day) ?? [], today)}
          />
        ))}
      </ol>
    </div>
  )
}

function daysOf(month: Month): Day[] {
  const [first, last] = [firstDayOf(month), lastDayOf(month)]
  return Array.from({ length: Number(last.slice(8)) }, (_, i) => addDays(first, i))
}

interface DayCellProps {
  readonly day: Day
  readonly today: Day
  readonly holiday: MonthHoliday | undefined
  readonly entries: readonly DayEntries[]
}

function DayCell({ day, today, holiday, entries }: DayCellProps) {
  const weekday = weekdayOf(day)
  const look = [
    'day',
    day.endsWith('-01') && `starts-${weekday}`,
    weekday > 5 && 'weekend',
    day === today && 'today',
    entries.length === 0 && holiday === undefined && day !== today && 'blank',
  ]
  return (
    <li id={`d${day}`} class={look.filter((part) => part !== false).join(' ')}>
      <p class="date">
        <span class="in-grid" aria-hidden="true">
          {Number(day.slice(8))}
        </span>
        <span class="in-list">
          <Weekday day={day} today={today} />
        </span>
        {day === today && <span class="tag">today</span>}
      </p>
      {holiday && <Holiday holiday={holiday} />}
      {entries.map((each) => (
        <Entries key={each.label} {...each} />
      ))}
    </li>
  )
}

const Holiday = ({ holiday: { name, segment } }: { holiday: MonthHoliday }) => (
  <p class="holiday">
    {segment === 'trading' ? 'Market holiday' : 'Clearing holiday'}: <Name>{name}</Name>
  </p>
)

const Entries = ({ label, isDue, events }: DayEntries) => (
  <div class={isDue ? 'entries due' : 'entries'}>
    <p class="kind">{label}</p>
    <ul>
      {events.map(({ issue: { slug, name, board } }) => (
        <li key={slug}>
          <IpoLink slug={slug} name={shortName(name)} /> {board === 'SME' && <small>SME</small>}
        </li>
      ))}
    </ul>
  </div>
)
