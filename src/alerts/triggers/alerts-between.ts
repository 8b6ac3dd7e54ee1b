import { isSamePosition, type Position } from '../../reports/changes/position.ts'
import { stepsBetween } from '../../reports/changes/steps.ts'
import { issueBook } from '../../store/issues/issue-book.ts'
import type { FiredAlert } from '../alert.ts'
import { AlertWalk, type TriggerContext } from './alert-walk.ts'
import { clockMoments, clockTimes } from './clock-moments.ts'

export interface FiredPage {
  /** In the order of the market. */
  readonly alerts: readonly FiredAlert[]
  /** All alerts up to here are included. */
  readonly reached: Position
  readonly isComplete: boolean
}

/**
 * The alerts that fire after one position, up to another at most. They depend only on what was known at each moment and on
 * the clock, not on how a walk is cut into calls.
 */
export async function alertsBetween(
  context: TriggerContext,
  since: Position,
  end: Position,
): Promise<FiredPage> {
  if (isSamePosition(since, end)) return { alerts: [], reached: end, isComplete: true }
  const { steps, reached } = await stepsBetween(context.db, since, end)
  const book = await issueBook(context.db, reached.version)
  const times = clockTimes(context.rules)
  const byClock = new Set(clockMoments(times, book, since.moment, reached.moment))
  const stepAt = new Map(steps.map((step) => [step.after.moment, step]))
  const walk = new AlertWalk(context, times, book)
  let version = since.version
  for (const moment of [...new Set([...stepAt.keys(), ...byClock])].sort()) {
    const step = stepAt.get(moment)
    version = step?.after.version ?? version
    await walk.visit({ version, moment }, step, byClock.has(moment))
  }
  return { alerts: walk.alerts, reached, isComplete: isSamePosition(reached, end) }
}

/** The same up to the end, in as many pages as it takes. */
export async function* alertPages(
  context: TriggerContext,
  since: Position,
  end: Position,
): AsyncGenerator<FiredPage> {
  for (let page: FiredPage | undefined; !page?.isComplete; ) {
    page = await alertsBetween(context, page?.reached ?? since, end)
    yield page
  }
}
