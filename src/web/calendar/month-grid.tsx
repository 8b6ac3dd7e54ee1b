import { addDays, type Day, dayNumber } from '../../market/calendar.ts'
import { shortName } from '../../market/issues/names.ts'
import {
  type CalendarMonth,
  firstDayOf,
  lastDayOf,
  type Month,
  type MonthHoliday,
  monthOfDay,
} from '../../reports/calendar-month.ts'
import { type CalendarEvent, EVENT_KINDS, MILESTONES } from '../../reports/ipos/calendar.ts'
import { en } from '../../texts/en.ts'
import { plainDay } from '../../texts/format.ts'
import { Name, Weekday } from '../figures.tsx'

const words = en.calendar

/** 1970-01-01 was a Thursday, the fourth day of its week. */
const weekdayOf = (day: Day): number => ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1

interface MonthGridProps {
  readonly month: Month
  readonly of: CalendarMonth
  readonly today: Day
}

/**
 * A list of days. On a wide screen it is a grid of weeks. On a phone days without entries are left out, except today, and those
 * before today are shown once the line above them is opened. That line is beside the list and not around a part of it: a grid
 * could not show what a closed part contains.
 */
export function MonthGrid({ month, of, today }: MonthGridProps) {
  const events = Map.groupBy(of.events, ({ day }) => day)
  const holidays = new Map(of.holidays.map((holiday) => [holiday.day, holiday]))
  return (
    <div class="month">
      <div class="weekdays" aria-hidden="true">
        {words.weekdays.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      {month === monthOfDay(today) && today !== firstDayOf(month) && (
        <details class="earlier">
          <summary>{words.earlier}</summary>
        </details>
      )}
      <ol class="days">
        {daysOf(month).map((day) => (
          <DayCell
            key={day}
            day={day}
            today={today}
            holiday={holidays.get(day)}
            events={events.get(day) ?? []}
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
  readonly events: readonly CalendarEvent[]
}

function DayCell({ day, today, holiday, events }: DayCellProps) {
  const ordered = events.toSorted((a, b) => EVENT_KINDS.indexOf(a.kind) - EVENT_KINDS.indexOf(b.kind))
  const weekday = weekdayOf(day)
  const look = [
    'day',
    day.endsWith('-01') && `starts-${weekday}`,
    weekday > 5 && 'weekend',
    day === today && 'today',
    events.length === 0 && holiday === undefined && day !== today && 'blank',
    day < today && 'gone',
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
        {day === today && <span class="tag">{words.today}</span>}
      </p>
      {holiday && (
        <p class="holiday quiet small">
          {words.holiday(holiday.segment)}: <Name>{holiday.name}</Name>
        </p>
      )}
      {[...Map.groupBy(ordered, (event) => labelOf(event, today))].map(([label, ofLabel]) => (
        <Entries key={label} label={label} events={ofLabel} />
      ))}
    </li>
  )
}

/** The events of one day that have the same label. */
const Entries = ({ label, events }: { label: string; events: readonly CalendarEvent[] }) => (
  <div class={events.some(isDue) ? 'entries due' : 'entries'}>
    <p class="kind quiet small">{label}</p>
    <ul>
      {events.map(({ view: { slug, name, board } }) => (
        <li key={slug}>
          <a href={`/ipos/${slug}`}>
            <Name>{shortName(name)}</Name> {board === 'SME' && <small>{en.states.board(board)}</small>}
          </a>
        </li>
      ))}
    </ul>
  </div>
)

/** An announced allotment has no price that would confirm it, so its day alone is past. */
function labelOf({ kind, day, isExpected, isUnconfirmed, lockIn, view }: CalendarEvent, today: Day): string {
  if (kind === 'LOCKIN') return en.lockIns.label(lockIn, today)
  const traded = view.milestones.find((one) => one.state === 'traded')
  if (kind === 'LISTS' && traded?.day) return `${en.states.milestone(traded)} ${plainDay(traded.day, today)}`
  const isPast = day < today
  const state = isUnconfirmed || (isExpected && isPast) ? 'unconfirmed' : isPast ? 'done' : 'ahead'
  return en.states.milestoneThatDay({ kind: MILESTONES[kind], state, isAnnounced: !isExpected })
}

/** Expected by the timetable, or not confirmed: not announced for this day. */
const isDue = ({ isExpected, isUnconfirmed }: CalendarEvent): boolean => isExpected || isUnconfirmed
