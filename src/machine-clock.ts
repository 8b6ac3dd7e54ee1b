import { type Instant, instantFromMs, msOf } from './market/calendar.ts'

/** By how many milliseconds a clock is ahead of the machine's; exactly 0 for the machine's own clock. */
export function aheadOfMachineMs(now: () => Instant): number {
  const before = Date.now()
  const reading = msOf(now())
  const after = Date.now()
  return before <= reading && reading <= after ? 0 : reading - after
}

/** The clocks that `machineClock` made, and by how many milliseconds each is ahead of the machine's. */
const machineClocks = new WeakMap<() => Instant, number>()

/** The machine's clock plus an offset, for another thread, to which a clock function cannot be passed. */
export function machineClock(aheadMs: number): () => Instant {
  let last = Number.NaN
  let text: Instant = ''
  const now = () => {
    const ms = Date.now()
    // Many requests share one millisecond, so the text is formatted only once.
    if (ms !== last) {
      last = ms
      text = instantFromMs(ms + aheadMs)
    }
    return text
  }
  machineClocks.set(now, aheadMs)
  return now
}

/** A clock in milliseconds. That of the machine is read as a number, since every request reads it. */
export function inMilliseconds(now: () => Instant): () => number {
  const aheadMs = machineClocks.get(now)
  if (aheadMs !== undefined) return () => Date.now() + aheadMs
  let text: Instant = ''
  let ms = 0
  return () => {
    const clock = now()
    if (clock !== text) {
      text = clock
      ms = msOf(clock)
    }
    return ms
  }
}

/** The machine's clock in milliseconds. */
export const machineMs = (): number => Date.now()

/** A monotonic clock in milliseconds, for measuring durations. */
export const stopwatch = (): number => performance.now()
