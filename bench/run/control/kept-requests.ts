import type { Bench } from '../../figure.ts'
import {
  type Disturbance,
  disturbedSlices,
  isOutside,
  lostShare,
  MAX_LOST_SHARE,
  SLICE_MS,
} from './disturbance.ts'

/** Something measured that began and ended at moments of `monotonicMs`, such as a request. */
export interface Timed {
  readonly from: number
  readonly to: number
}

/** What the judgement of requests depends on. */
export type Judging = Pick<Bench, 'control' | 'isByCpu'>

/** What counts of a window. */
export interface Kept<T> {
  readonly kept: readonly T[]
  /** The slices of the window, and those that do not count. */
  readonly slices: number
  readonly disturbed: number
  /** More than half was disturbed, so that all count: too few would be left. */
  readonly isDisturbed: boolean
}

/** A request of several slices would touch a disturbed one even on a quiet machine, so it is judged as a round is. */
const LONG_MS = 3 * SLICE_MS

const lostLittle = (disturbances: readonly Disturbance[], { from, to }: Timed): boolean =>
  lostShare(disturbances, from, to) <= MAX_LOST_SHARE

/** Leaves out what lies in a disturbed slice of a window, and what is long and lost too much of its time. */
export function outsideDisturbances<T extends Timed>(
  measured: readonly T[],
  disturbances: readonly Disturbance[],
  window: Timed,
): Kept<T> {
  const found = disturbedSlices(disturbances, window.from)
  const slices = Math.ceil((window.to - window.from) / SLICE_MS)
  const disturbed = [...found].filter((slice) => slice >= 0 && slice < slices).length
  const kept = measured.filter((one) =>
    one.to - one.from < LONG_MS
      ? isOutside(found, one.from - window.from, one.to - window.from)
      : lostLittle(disturbances, one),
  )
  return { ...allIfTooFew(kept, measured), slices, disturbed }
}

/** Leaves out what lost too much of its own time, however short it is. */
export function withLittleLost<T extends Timed>(
  measured: readonly T[],
  disturbances: readonly Disturbance[],
) {
  const kept = measured.filter((one) => lostLittle(disturbances, one))
  return { ...allIfTooFew(kept, measured), lost: measured.length - kept.length }
}

/** What is kept, or all that was measured if that is less than half. */
function allIfTooFew<T>(kept: readonly T[], measured: readonly T[]): Pick<Kept<T>, 'kept' | 'isDisturbed'> {
  const isDisturbed = kept.length * 2 < measured.length
  return { kept: isDisturbed ? measured : kept, isDisturbed }
}

/** Measures something, and leaves out what the machine disturbed. By processor time, all count. */
export async function keptOf<T extends Timed>(
  { control, isByCpu }: Judging,
  measure: () => Promise<readonly T[]>,
): Promise<Kept<T>> {
  const { value, from, to, disturbances } = await control.during(measure)
  const kept = outsideDisturbances(value, isByCpu ? [] : disturbances, { from, to })
  control.counts.addSlices(kept.slices, kept.disturbed)
  return kept
}

/**
 * The same for a median of requests that are sent one at a time: none waits for another, and delays that the control
 * program does not notice move a high percentile, but not a median. So only the time of the request itself matters.
 */
export async function keptForMedian<T extends Timed>(
  { control, isByCpu }: Judging,
  measure: () => Promise<readonly T[]>,
): Promise<Pick<Kept<T>, 'kept' | 'isDisturbed'>> {
  const { value, disturbances } = await control.during(measure)
  const judged = withLittleLost(value, isByCpu ? [] : disturbances)
  control.counts.addRequests(value.length, judged.lost)
  return judged
}
