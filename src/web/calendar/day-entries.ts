import type { Day } from '../../market/calendar.ts'
import type { CalendarEvent, EventKind } from '../../reports/ipos/calendar.ts'

/** The events of one day that have the same label. */
export interface DayEntries {
  readonly label: string
  /** Expected by the timetable, or not confirmed: not announced for this day. */
  readonly isDue: boolean
  readonly events: readonly CalendarEvent[]
}

const ANNOUNCED: Readonly<Record<EventKind, readonly [ahead: string, past: string]>> = {
  OPENS: ['Opens', 'Opened'],
  CLOSES: ['Closes', 'Closed'],
  ALLOTMENT: ['Allotment', 'Allotment'],
  LISTS: ['Lists', 'Listed'],
}

const DUE: Readonly<Record<EventKind, readonly [ahead: string, past: string]>> = {
  ...ANNOUNCED,
  ALLOTMENT: ['Allotment due', 'Allotment was due'],
  LISTS: ['Listing due', 'Should have listed'],
}

/** The events of a day by label, in the order of their kinds. */
export function dayEntries(events: readonly CalendarEvent[], today: Day): DayEntries[] {
  const byLabel = Map.groupBy(events, (event) => labelOf(event, today))
  const kindsOf = (kind: EventKind) => [...byLabel].filter(([, [first]]) => first?.kind === kind)
  return (['OPENS', 'CLOSES', 'ALLOTMENT', 'LISTS'] as const).flatMap(kindsOf).map(([label, ofLabel]) => ({
    label,
    isDue: ofLabel.some(isDue),
    events: ofLabel,
  }))
}

const labelOf = (event: CalendarEvent, today: Day): string =>
  (isDue(event) ? DUE : ANNOUNCED)[event.kind][event.day < today ? 1 : 0]

const isDue = ({ isExpected, isUnconfirmed }: CalendarEvent): boolean => isExpected || isUnconfirmed
