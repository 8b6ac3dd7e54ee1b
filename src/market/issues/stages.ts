import { type Day, dayNumber, type Instant, istDay } from '../calendar.ts'
import type { Milestones, Status } from './status.ts'

/** A milestone of an issue, and whether it is past. */
export interface Stage {
  readonly name: 'opens' | 'closes' | 'allotment' | 'lists'
  readonly day: Day | null
  /** The time of day, if known. */
  readonly at: Instant | null
  readonly state: 'done' | 'next' | 'to come'
}

export interface StagesPassed {
  readonly stages: readonly Stage[]
  /**
   * The number of stages done plus the elapsed part of the way to the next: 1.5 is halfway from the first to the
   * second.
   */
  readonly progress: number
}

interface StageDates {
  readonly status: Status
  readonly milestones: Milestones
  readonly allotmentDate: Day | null
}

/** The progress of an issue through its stages. Parts are counted in days, so progress changes only at midnight. */
export function stagesAt(clock: Instant, { status, milestones, allotmentDate }: StageDates): StagesPassed {
  const today = istDay(clock)
  const isListed = status === 'LISTED'
  const reached = (at: Instant | null) => at !== null && at <= clock
  const { opens, closes, lists } = milestones
  const dates = [
    { name: 'opens', at: opens, isDone: status !== 'UPCOMING' },
    { name: 'closes', at: closes, isDone: isListed || reached(closes) },
    { name: 'allotment', at: null, isDone: isListed || (allotmentDate !== null && allotmentDate < today) },
    { name: 'lists', at: lists, isDone: isListed },
  ] as const
  const next = dates.findIndex(({ isDone }) => !isDone)
  const stages = dates.map(({ name, at, isDone }, i): Stage => {
    const day = name === 'allotment' ? allotmentDate : at && istDay(at)
    return { name, day, at, state: isDone ? 'done' : i === next ? 'next' : 'to come' }
  })
  return { stages, progress: next < 0 ? stages.length : next + elapsedPart(stages, next, today) }
}

/** The elapsed part between the stage before `next` and `next`; 0 when one of the days is unknown. */
function elapsedPart(stages: readonly Stage[], next: number, today: Day): number {
  const [from, to] = [stages[next - 1]?.day, stages[next]?.day]
  if (!from || !to || to < from) return 0
  const daysTo = (day: Day) => dayNumber(day) - dayNumber(from)
  return Math.min(1, Math.max(0, (daysTo(today) + 0.5) / (daysTo(to) + 1)))
}
