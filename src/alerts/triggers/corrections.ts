import type { ChangeCause, Fields } from '../../market/issues/changes.ts'
import type { MarketChange } from '../../reports/changes/change.ts'
import type { CorrectedFigure, StatedAlert } from '../alert.ts'

const CORRECTIONS: readonly ChangeCause[] = ['operator', 'retraction', 'joining']

export const isCorrection = (by: ChangeCause): boolean => CORRECTIONS.includes(by)

/** The channels to which corrected figures were sent, and those figures. Each channel has its last statement corrected. */
export function correctionsOf(
  changes: readonly MarketChange[],
  stated: readonly StatedAlert[],
): ReadonlyMap<string, readonly CorrectedFigure[]> {
  const found = new Map<string, readonly CorrectedFigure[]>()
  const isRemoved = changes.some(({ kind }) => kind === 'removal')
  for (const [channel, alerts] of Map.groupBy(stated, (alert) => alert.channel)) {
    const last: Fields = Object.assign({}, ...alerts.map((alert) => alert.stated))
    const figures = changes.flatMap((change) => correctedFields(change, last))
    if (figures.length > 0 || isRemoved) found.set(channel, figures)
  }
  return found
}

function correctedFields({ old, new: now }: MarketChange, last: Fields): CorrectedFigure[] {
  if (old === null || now === null) return []
  return Object.keys(now)
    .filter((field) => field in last && isSameValue(last[field], old[field]))
    .map((field) => ({ field, stated: last[field], now: now[field] }))
}

const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
