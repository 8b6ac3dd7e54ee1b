import { type Month, monthOfDay } from '../../reports/calendar-month.ts'
import { monthParameter, type Parameters, type ValuesOf } from '../../request/parameters.ts'
import { addressOf } from '../address.ts'

export const CALENDAR_PAGE_PARAMETERS = {
  month: monthParameter('The month to show.', '2026-11'),
} satisfies Parameters

export type CalendarValues = ValuesOf<typeof CALENDAR_PAGE_PARAMETERS>

/** The address of a month; this month needs no parameter. */
export const calendarAddress = (month: Month, today: string): string =>
  addressOf('/calendar', { month: month === monthOfDay(today) ? undefined : month })
