import type { ChangeCause, Fields } from '../../market/issues/changes.ts'
import type { MarketChange } from '../../reports/changes/change.ts'
import type { AlertEvent, StatedAlert } from '../alert.ts'
import type { CorrectedFigure } from '../messages/alert-body.ts'
import { correctedFieldsOf } from '../messages/corrected-fields.ts'
import { isStatedAlike } from '../messages/correction-words.ts'
import { movedDaysOf } from './change-occurrences.ts'

const CORRECTIONS: readonly ChangeCause[] = ['operator', 'retraction', 'joining']

export const isCorrection = (by: ChangeCause): boolean => CORRECTIONS.includes(by)

/** Corrected figures, by the channel that they were sent to. */
export type Corrections = ReadonlyMap<string, readonly CorrectedFigure[]>

export const NO_CORRECTIONS: Corrections = new Map()

/** The channels to which corrected figures were sent, and those figures. Each channel has its last statement corrected. */
export function correctionsOf(changes: readonly MarketChange[], stated: readonly StatedAlert[]): Corrections {
  const found = new Map<string, readonly CorrectedFigure[]>()
  const isRemoved = changes.some(({ kind }) => kind === 'removal')
  for (const [channel, alerts] of Map.groupBy(stated, (alert) => alert.channel)) {
    const last: Fields = Object.assign({}, ...alerts.map((alert) => alert.stated))
    const figures = withoutFollowing(changes.flatMap((change) => correctedFields(change, last)))
    if (figures.length > 0 || isRemoved) found.set(channel, figures)
  }
  return found
}

function correctedFields(change: MarketChange, last: Fields): CorrectedFigure[] {
  const [old, now] = [change.old ?? {}, change.new ?? {}]
  return correctedFieldsOf(change)
    .filter((field) => field in last && isSameValue(last[field], old[field]))
    .filter((field) => !isStatedAlike(field, last[field], now[field]))
    .map((field) => ({ field, stated: last[field], now: now[field] }))
}

/** The fields that an event is about, where a correction of them makes it a repetition. */
const FIELDS_OF_EVENTS: Partial<Record<AlertEvent['on'], readonly string[]>> = {
  gmp: ['lastGmp', 'lastGmpPct'],
  dispute: ['lastGmp', 'gmpSpread'],
  listed: ['listing'],
}

/** Whether a correction of these figures states what an event would state. */
export function isInCorrection(
  on: AlertEvent['on'],
  figures: readonly CorrectedFigure[],
  changes: readonly MarketChange[],
): boolean {
  const isCorrected = (field: string) => figures.some((figure) => figure.field === field)
  return on === 'datesMoved'
    ? movedDays(changes).every(isCorrected)
    : (FIELDS_OF_EVENTS[on] ?? []).some(isCorrected)
}

const movedDays = (changes: readonly MarketChange[]): string[] =>
  changes.flatMap((change) => (change.kind === 'dates' ? movedDaysOf(change) : []))

/** The percentage follows from the GMP, whose words have it. */
const withoutFollowing = (figures: readonly CorrectedFigure[]): readonly CorrectedFigure[] =>
  figures.some(({ field }) => field === 'lastGmp')
    ? figures.filter(({ field }) => field !== 'lastGmpPct')
    : figures

const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
