import { msOf } from '../../market/calendar.ts'
import type { MarketChange } from '../../reports/changes/change.ts'
import type { ChangingIpo } from '../../reports/changes/listed-states.ts'
import type { ChangedIpo, StepPositions } from './change-occurrences.ts'
import { type DueTime, dueTime, isDueAt, type MomentRule } from './due.ts'
import { meetsConditions, type Occurrence, occasionKey } from './occurrence.ts'

/** The rules that become due for an IPO because the clock reached their time. */
export const dueByClock = (
  rules: readonly MomentRule[],
  { number, item }: { readonly number: number; readonly item: ChangingIpo },
  position: StepPositions['after'],
): Occurrence[] =>
  rules.flatMap((rule) => {
    const due = dueTime(rule.trigger, item)
    if (!due || due.from !== msOf(position.moment) || !meetsConditions(rule.where, item)) return []
    return [occurrence(rule, { number, item }, position, due, null)]
  })

/** The rules that become due for an IPO because of a change: their time had passed, and still matters. */
export function dueByChange(
  rules: readonly MomentRule[],
  { number, before, after, changes }: ChangedIpo,
  step: StepPositions,
): Occurrence[] {
  if (!after || (before && hasSameDays(before, after) && !passesMinute(step))) return []
  const cause = changes.find(({ kind }) => ['new', 'return', 'dates'].includes(kind)) ?? null
  return rules.flatMap((rule) => {
    const due = dueTime(rule.trigger, after)
    const wasDue = before ? dueTime(rule.trigger, before) : null
    if (!due || !isDueAt(due, step.after.moment)) return []
    if (isDueAt(wasDue, step.before.moment) || !meetsConditions(rule.where, after)) return []
    return [occurrence(rule, { number, item: after }, step.after, due, cause)]
  })
}

const DAYS = ['board', 'openDate', 'closeDate', 'allotmentDate', 'listingDate'] as const

/** Whether nothing changed that decides when a trigger of the clock is due. */
const hasSameDays = (before: ChangingIpo, after: ChangingIpo): boolean =>
  DAYS.every((field) => before[field] === after[field]) &&
  before.expected?.allotmentDate === after.expected?.allotmentDate &&
  before.expected?.listingDate === after.expected?.listingDate &&
  (before.listing === null) === (after.listing === null)

/** All triggers of the clock are due at whole minutes, so that within a minute none becomes due by the clock. */
const passesMinute = ({ before, after }: StepPositions): boolean =>
  Math.floor(msOf(before.moment) / MINUTE_MS) !== Math.floor(msOf(after.moment) / MINUTE_MS)

const MINUTE_MS = 60_000

function occurrence(
  rule: MomentRule,
  { number, item }: { readonly number: number; readonly item: ChangingIpo },
  position: StepPositions['after'],
  { day, isAnnounced }: DueTime,
  cause: MarketChange | null,
): Occurrence {
  const { trigger } = rule
  const occasion = trigger.on === 'closes' ? [day, trigger.hoursBefore] : [day]
  return {
    key: occasionKey(trigger.on, item.slug, ...occasion),
    on: trigger.on,
    rule,
    number,
    position,
    item,
    event: (ipo) => ({ on: trigger.on, ipo, day, announced: isAnnounced, cause }),
  }
}
