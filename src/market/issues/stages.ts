import { type Day, type Instant, istDay } from '../calendar.ts'
import { confirmedStatus, type ExpectedDays, type Milestones, type Status } from './status.ts'

/**
 * The state of an issue as every page, card and list shows it. Only a price confirms a listing: without one an issue counts
 * as closed, and as unconfirmed from the day after it was announced or due to list.
 */
export const IPO_STATES = [
  'upcoming',
  'open',
  'closed',
  'unconfirmed',
  'listed',
  'withdrawn',
  'postponed',
] as const
export type IpoState = (typeof IPO_STATES)[number]

/** `refund` is the release of the blocked money; `credit` that of the shares. They are due on one day, never announced. */
export const MILESTONE_KINDS = ['opens', 'closes', 'allotment', 'refund', 'credit', 'lists'] as const
export type MilestoneKind = (typeof MILESTONE_KINDS)[number]

/** A day in the course of an issue. */
export interface Milestone {
  readonly kind: MilestoneKind
  /** `null` while it is neither announced nor due by a rule. */
  readonly day: Day | null
  /** The time of day, if known. */
  readonly at: Instant | null
  /** `unconfirmed`: its day has passed, and nothing confirms that it took place. */
  readonly state: 'done' | 'next' | 'ahead' | 'unconfirmed'
  /** False for a day that follows from the timetable T+3. */
  readonly isAnnounced: boolean
}

interface Course {
  readonly status: Status
  readonly milestones: Milestones
  readonly allotmentDate: Day | null
  /** The announced or actual day of listing. */
  readonly listingDay: Day | null
  readonly expected: ExpectedDays | null
  readonly hasListingPrice: boolean
  readonly calledOff: 'withdrawn' | 'postponed' | null
}

export function stateOf(course: Course, today: Day): IpoState {
  const { calledOff, hasListingPrice } = course
  if (calledOff !== null) return calledOff
  switch (confirmedStatus(course.status, hasListingPrice)) {
    case 'UPCOMING':
      return 'upcoming'
    case 'OPEN':
      return 'open'
    case 'CLOSED':
      return isOverdue(course, today) ? 'unconfirmed' : 'closed'
    case 'LISTED':
      return 'listed'
  }
}

const isOverdue = ({ listingDay, expected }: Course, today: Day): boolean => {
  const due = listingDay ?? expected?.listingDate ?? null
  return due !== null && due < today
}

/** The days of an issue in the order in which they take place, announced ones before those of the timetable. */
export function milestonesAt(course: Course, clock: Instant): Milestone[] {
  const { status, milestones, allotmentDate, listingDay, expected, hasListingPrice } = course
  const today = istDay(clock)
  const dayOf = (at: Instant | null) => at && istDay(at)
  const hasClosed = hasListingPrice || (milestones.closes !== null && milestones.closes <= clock)
  const isPast = (day: Day | null) => day !== null && day < today
  const dated: readonly (Omit<Milestone, 'state'> & { readonly isDone: boolean })[] = [
    {
      kind: 'opens',
      day: dayOf(milestones.opens),
      at: milestones.opens,
      isAnnounced: true,
      isDone: status !== 'UPCOMING',
    },
    {
      kind: 'closes',
      day: dayOf(milestones.closes),
      at: milestones.closes,
      isAnnounced: true,
      isDone: hasClosed,
    },
    {
      kind: 'allotment',
      day: allotmentDate ?? expected?.allotmentDate ?? null,
      at: null,
      isAnnounced: allotmentDate !== null,
      isDone: hasListingPrice || isPast(allotmentDate),
    },
    ...(['refund', 'credit'] as const).map((kind) => ({
      kind,
      day: expected?.creditDate ?? null,
      at: null,
      isAnnounced: false,
      isDone: hasListingPrice,
    })),
    {
      kind: 'lists',
      day: listingDay ?? expected?.listingDate ?? null,
      at: milestones.lists,
      isAnnounced: listingDay !== null,
      isDone: hasListingPrice,
    },
  ]
  const next = dated.findIndex(({ isDone, day }) => !isDone && !isPast(day))
  return dated.map(({ isDone, ...one }, i) => ({
    ...one,
    state: isDone ? 'done' : isPast(one.day) ? 'unconfirmed' : i === next ? 'next' : 'ahead',
  }))
}
