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

/** Leaves out what lies in a disturbed slice of a window, and what is long and lost too much of its time. */
export function outsideDisturbances<T extends Timed>(
  measured: readonly T[],
  disturbances: readonly Disturbance[],
  window: Timed,
): Kept<T> {
  const found = disturbedSlices(disturbances, window.from)
  const slices = Math.ceil((window.to - window.from) / SLICE_MS)
  const disturbed = [...found].filter((slice) => slice >= 0 && slice < slices).length
  const kept = measured.filter(({ from, to }) =>
    to - from < LONG_MS
      ? isOutside(found, from - window.from, to - window.from)
      : lostShare(disturbances, from, to) <= MAX_LOST_SHARE,
  )
  const isDisturbed = kept.length * 2 < measured.length
  return { kept: isDisturbed ? measured : kept, slices, disturbed, isDisturbed }
}

/** Measures something, and leaves out what the machine disturbed. By processor time, all count. */
export async function keptOf<T extends Timed>(
  { control, isByCpu }: Pick<Bench, 'control' | 'isByCpu'>,
  measure: () => Promise<readonly T[]>,
): Promise<Kept<T>> {
  const { value, from, to, disturbances } = await control.during(measure)
  const kept = outsideDisturbances(value, isByCpu ? [] : disturbances, { from, to })
  control.counts.addSlices(kept.slices, kept.disturbed)
  return kept
}
