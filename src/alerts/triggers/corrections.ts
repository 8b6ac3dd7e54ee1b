import type { ChangeCause, Fields } from '../../market/issues/changes.ts'
import type { MarketChange } from '../../reports/changes/change.ts'
import type { CorrectedFigure, StatedAlert } from '../alert.ts'
import { isStatedAlike } from '../messages/correction-words.ts'

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
    const figures = withoutFollowing(changes.flatMap((change) => correctedFields(change, last)))
    if (figures.length > 0 || isRemoved) found.set(channel, figures)
  }
  return found
}

function correctedFields({ old, new: now }: MarketChange, last: Fields): CorrectedFigure[] {
  if (old === null || now === null) return []
  return Object.keys(now)
    .filter((field) => field in last && isSameValue(last[field], old[field]))
    .filter((field) => !isStatedAlike(field, last[field], now[field]))
    .map((field) => ({ field, stated: last[field], now: now[field] }))
}

/** The percentage follows from the GMP, whose words have it. */
const withoutFollowing = (figures: readonly CorrectedFigure[]): readonly CorrectedFigure[] =>
  figures.some(({ field }) => field === 'lastGmp')
    ? figures.filter(({ field }) => field !== 'lastGmpPct')
    : figures

const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
