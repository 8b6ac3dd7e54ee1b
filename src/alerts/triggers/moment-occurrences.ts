import { invariant } from '../../invariant.ts'
import { addDays, type Day, type Instant, istDay, istMs, msOf } from '../../market/calendar.ts'
import { LOCK_IN_DAYS } from '../../market/issues/lock-ins.ts'
import { BIDDING_ENDS_IST, milestoneTimes } from '../../market/issues/status.ts'
import type { MarketChange } from '../../reports/changes/change.ts'
import type { ChangingIpo } from '../../reports/changes/listed-states.ts'
import type { Position } from '../../reports/changes/position.ts'
import type { AlertedLockIn } from '../messages/alert-body.ts'
import type { AlertRule, TriggerOn } from '../rules/alert-rules.ts'
import type { ChangedIpo, StepPositions } from './changed-ipos.ts'
import { type Fired, type NumberedIpo, type Occurrence, occurrencesOf } from './occurrence.ts'

const MOMENT_TRIGGERS = ['opens', 'closes', 'allotment', 'listsTomorrow', 'lock-in-ends'] as const
type MomentTrigger = TriggerOn<(typeof MOMENT_TRIGGERS)[number]>

/** A rule that the clock makes fire. */
export type MomentRule = AlertRule & { readonly trigger: MomentTrigger }

export const isMomentRule = (rule: AlertRule): rule is MomentRule =>
  MOMENT_TRIGGERS.some((name) => name === rule.trigger.on)

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The rules that become due for an IPO because the clock reached their time. */
export const dueByClock = (
  rules: readonly MomentRule[],
  ipo: NumberedIpo,
  position: Position,
): Occurrence[] =>
  occurrencesOf(rules, { ...ipo, position }, (trigger) => {
    const due = dueTime(trigger, ipo.item, position.moment)
    return due?.from === msOf(position.moment) ? firedBy(trigger, due, null) : null
  })

/** The rules that become due for an IPO because of a change: their time had passed, and still matters. */
export function dueByChange(
  rules: readonly MomentRule[],
  { number, before: { item: before }, after: { item: after }, changes }: ChangedIpo,
  step: StepPositions,
): Occurrence[] {
  if (!after || (before && hasSameDays(before, after) && !passesMinute(step))) return []
  const cause = changes.find(({ kind }) => ['new', 'return', 'dates'].includes(kind)) ?? null
  return occurrencesOf(rules, { number, item: after, position: step.after }, (trigger) => {
    const due = dueAt(trigger, after, step.after.moment)
    if (!due) return null
    const wasDue = before && dueAt(trigger, before, step.before.moment)
    return wasDue ? null : firedBy(trigger, due, cause)
  })
}

function firedBy(trigger: MomentTrigger, due: DueTime, cause: MarketChange | null): Fired {
  const { day, isAnnounced: announced, lockIn } = due
  if (trigger.on === 'lock-in-ends')
    return {
      occasion: [day, trigger.daysBefore],
      event: { on: trigger.on, day, announced, lockIn: invariant(lockIn, 'the lock-in that ends'), cause },
    }
  return {
    occasion: 'hoursBefore' in trigger ? [day, trigger.hoursBefore] : [day],
    event: { on: trigger.on, day, announced, cause },
  }
}

const DAYS = ['board', 'openDate', 'closeDate', 'allotmentDate', 'listingDate'] as const

/** Whether nothing changed that decides when a trigger of the clock is due. */
const hasSameDays = (before: ChangingIpo, after: ChangingIpo): boolean =>
  DAYS.every((field) => before[field] === after[field]) &&
  before.expected?.allotmentDate === after.expected?.allotmentDate &&
  before.expected?.listingDate === after.expected?.listingDate &&
  (before.listing === null) === (after.listing === null) &&
  JSON.stringify(before.lockIns) === JSON.stringify(after.lockIns)

/** All triggers of the clock are due at whole minutes, so that within a minute none becomes due by the clock. */
const passesMinute = ({ before, after }: StepPositions): boolean =>
  Math.floor(msOf(before.moment) / MINUTE_MS) !== Math.floor(msOf(after.moment) / MINUTE_MS)

/** The time in which a trigger of the clock is due, in milliseconds; the end is excluded. */
interface DueTime {
  readonly from: number
  readonly until: number
  /** The opening, closing, allotment or listing day, or the one on which the lock-in ends. */
  readonly day: Day
  /** False for a day that is only due by the timetable. */
  readonly isAnnounced: boolean
  readonly lockIn?: AlertedLockIn
}

/** When a trigger is due for an IPO; `null` while its day is unknown, or when it no longer matters. */
function dueTime(trigger: MomentTrigger, ipo: ChangingIpo, moment: Instant): DueTime | null {
  const { allotmentDate, listingDate, expected } = ipo
  switch (trigger.on) {
    case 'opens':
      return onDay(dayOfDateTime(ipo.openDate), trigger.at, BIDDING_ENDS_IST)
    case 'closes': {
      const [until, day] = [biddingEnds(ipo), dayOfDateTime(ipo.closeDate)]
      if (until === null || day === null) return null
      return { from: until - trigger.hoursBefore * HOUR_MS, until, day, isAnnounced: true }
    }
    case 'allotment':
      return ipo.listing ? null : ofDays(allotmentDate, expected?.allotmentDate, 0, trigger.at)
    case 'listsTomorrow':
      return ipo.listing ? null : ofDays(listingDate, expected?.listingDate, -1, trigger.at)
    case 'lock-in-ends': {
      // Of two lock-ins the next one: they lie further apart than a rule looks ahead.
      const i = ipo.lockIns.findIndex(({ tradingDate }) => tradingDate >= istDay(moment))
      const [lockIn, days] = [ipo.lockIns[i], LOCK_IN_DAYS[i]]
      if (!lockIn || !days) return null
      const { date, tradingDate, basis } = lockIn
      const from = istMs(addDays(date, -trigger.daysBefore), trigger.at)
      const until = istMs(tradingDate, '24:00')
      return { from, until, day: date, isAnnounced: basis === 'announced', lockIn: { days, ...lockIn } }
    }
  }
}

/** The same if the trigger is due at that moment. */
function dueAt(trigger: MomentTrigger, ipo: ChangingIpo, moment: Instant): DueTime | null {
  const due = dueTime(trigger, ipo, moment)
  return due !== null && due.from <= msOf(moment) && msOf(moment) < due.until ? due : null
}

/** When bidding ends, in milliseconds. */
export const biddingEnds = ({ board, openDate, closeDate }: ChangingIpo): number | null =>
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
