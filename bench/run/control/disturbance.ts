/** A period in which the machine did not leave all of its time to the run. Times are those of `monotonicMs`. */
export interface Disturbance {
  readonly from: number
  readonly to: number
  /** Milliseconds of processor time that were lost to the run in this period. */
  readonly lostMs: number
}

/** What a control program prints as a line of JSON: all disturbances since its last line, up to a moment. */
export interface Report {
  readonly until: number
  readonly disturbances: readonly Disturbance[]
}

/** From the start of the machine to the start of this process, in milliseconds. */
const PROCESS_START_MS = Number(process.hrtime.bigint()) / 1e6 - performance.now()

/** Milliseconds of a clock that all processes of this machine share. */
export const monotonicMs = (): number => PROCESS_START_MS + performance.now()

/** The share of a period that was lost, from 0. Of a disturbance that begins or ends outside, its part inside counts. */
export function lostShare(disturbances: readonly Disturbance[], from: number, to: number): number {
  const lost = disturbances.reduce((sum, one) => {
    const inside = Math.min(one.to, to) - Math.max(one.from, from)
    return inside > 0 ? sum + (one.lostMs * inside) / (one.to - one.from) : sum
  }, 0)
  return lost / (to - from)
}

/** A round in which more than this share of the time was lost is disturbed. */
export const MAX_LOST_SHARE = 0.05

/** Latencies are judged in slices of this length. */
export const SLICE_MS = 100
/** Requests that were sent so long before a disturbance may still wait for their answers. */
const BEFORE_MS = 5

/**
 * The slices of a window whose requests do not count, as indexes from its start. After a disturbance the server needs
 * about as long again to catch up, since it is loaded by half.
 */
export function disturbedSlices(disturbances: readonly Disturbance[], start: number): ReadonlySet<number> {
  const sliceAt = (moment: number) => Math.floor((moment - start) / SLICE_MS)
  return new Set(
    disturbances.flatMap(({ from, to }) => {
      const [first, last] = [sliceAt(from - BEFORE_MS), sliceAt(to + (to - from))]
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    }),
  )
}

/** True if a period from the start of a window touches none of the slices. */
export function isOutside(slices: ReadonlySet<number>, fromMs: number, toMs = fromMs): boolean {
  for (let slice = Math.floor(fromMs / SLICE_MS); slice * SLICE_MS <= toMs; slice++)
    if (slices.has(slice)) return false
  return true
}
