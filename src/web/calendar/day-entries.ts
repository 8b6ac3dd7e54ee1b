import type { Day } from '../../market/calendar.ts'
import { type CalendarEvent, EVENT_KINDS, type EventKind } from '../../reports/ipos/calendar.ts'
import { en } from '../../texts/en.ts'

/** The events of one day that have the same label. */
export interface DayEntries {
  readonly label: string
  /** Expected by the timetable, or not confirmed: not announced for this day. */
  readonly isDue: boolean
  readonly events: readonly CalendarEvent[]
}

/** The events of a day by label, in the order of their kinds. */
export function dayEntries(events: readonly CalendarEvent[], today: Day): DayEntries[] {
  const byLabel = Map.groupBy(events, (event) => labelOf(event, today))
  const kindsOf = (kind: EventKind) => [...byLabel].filter(([, [first]]) => first?.kind === kind)
  return EVENT_KINDS.flatMap(kindsOf).map(([label, ofLabel]) => ({
    label,
    isDue: ofLabel.some(isDue),
    events: ofLabel,
  }))
}

/** An announced allotment has no price that would confirm it, so its day alone is past. */
function labelOf({ kind, day, isExpected, isUnconfirmed }: CalendarEvent, today: Day): string {
  const isPast = day < today
  const state = isUnconfirmed || (isExpected && isPast) ? 'unconfirmed' : isPast ? 'done' : 'ahead'
  return en.states.milestoneThatDay({ kind: MILESTONES[kind], state, isAnnounced: !isExpected })
}

const MILESTONES = { OPENS: 'opens', CLOSES: 'closes', ALLOTMENT: 'allotment', LISTS: 'lists' } as const

const isDue = ({ isExpected, isUnconfirmed }: CalendarEvent): boolean => isExpected || isUnconfirmed
