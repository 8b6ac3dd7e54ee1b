import { addDays, type Day, type Instant, istMs, msOf } from '../../market/calendar.ts'
import { BIDDING_ENDS_IST, milestoneTimes } from '../../market/issues/status.ts'
import type { ChangingIpo } from '../../reports/changes/listed-states.ts'
import type { AlertRule, TriggerOn } from '../rules/alert-rules.ts'

type MomentTrigger = TriggerOn<'opens' | 'closes' | 'allotment' | 'listsTomorrow'>

/** A rule that the clock makes fire. */
export type MomentRule = AlertRule & { readonly trigger: MomentTrigger }

export const isMomentRule = (rule: AlertRule): rule is MomentRule =>
  ['opens', 'closes', 'allotment', 'listsTomorrow'].includes(rule.trigger.on)

/** What decides when a trigger of the clock is due: the days of an IPO. */
type DatedIpo = Pick<
  ChangingIpo,
  'board' | 'openDate' | 'closeDate' | 'allotmentDate' | 'listingDate' | 'expected' | 'listing'
>

/** The time in which a trigger of the clock is due, in milliseconds; the end is excluded. */
export interface DueTime {
  readonly from: number
  readonly until: number
  /** The opening, closing, allotment or listing day. */
  readonly day: Day
  /** False for a day that is only due by the timetable. */
  readonly isAnnounced: boolean
}

/** When a trigger is due for an IPO; `null` while its day is unknown, or when it no longer matters. */
export function dueTime(trigger: MomentTrigger, ipo: DatedIpo): DueTime | null {
  switch (trigger.on) {
    case 'opens':
      return onDay(dayOfDateTime(ipo.openDate), trigger.at, BIDDING_ENDS_IST)
    case 'closes':
      return beforeClose(ipo, trigger.hoursBefore)
    case 'allotment':
      return ipo.listing === null
        ? ofDays(ipo.allotmentDate, ipo.expected?.allotmentDate, 0, trigger.at)
        : null
    case 'listsTomorrow':
      return ipo.listing === null ? ofDays(ipo.listingDate, ipo.expected?.listingDate, -1, trigger.at) : null
  }
}

export const isDueAt = (due: DueTime | null, moment: Instant): boolean =>
  due !== null && due.from <= msOf(moment) && msOf(moment) < due.until

const HOUR_MS = 3_600_000

function beforeClose(ipo: DatedIpo, hours: number): DueTime | null {
  const until = biddingEnds(ipo)
  const day = dayOfDateTime(ipo.closeDate)
  return until === null || day === null
    ? null
    : { from: until - hours * HOUR_MS, until, day, isAnnounced: true }
}

/** When bidding ends, in milliseconds. */
export const biddingEnds = ({ board, openDate, closeDate }: DatedIpo): number | null =>
  milestoneTimes({
    board,
    openDate: dayOfDateTime(openDate),
    closeDate: dayOfDateTime(closeDate),
    listingDate: null,
    hasListingPrice: false,
    withdrawn: false,
  }).closes

/** The opening and closing days are published as that day at 00:00 UTC. */
export const dayOfDateTime = (dateTime: Instant | null): Day | null => dateTime?.slice(0, 10) ?? null

/** From one time of a day in India to another, or to its end. */
function onDay(day: Day | null, from: string, until = '24:00'): DueTime | null {
  return day === null ? null : { from: istMs(day, from), until: istMs(day, until), day, isAnnounced: true }
}

/** On the announced day, or else on the expected one, or so many days after it. */
function ofDays(announced: Day | null, expected: Day | undefined, shift: number, at: string): DueTime | null {
  const day = announced ?? expected ?? null
  if (day === null) return null
  const due = onDay(addDays(day, shift), at)
  return due && { ...due, day, isAnnounced: announced !== null }
}
