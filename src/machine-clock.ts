import { type Instant, instantFromMs, msOf } from './market/calendar.ts'

/** The machine's clock plus an offset in milliseconds. */
export function machineClock(skewMs: number): () => Instant {
  let last = Number.NaN
  let text: Instant = ''
  return () => {
    const ms = Date.now()
    // Many requests share one millisecond, so the text is formatted only once.
    if (ms !== last) {
      last = ms
      text = instantFromMs(ms + skewMs)
    }
    return text
  }
}

/** By how many milliseconds a clock is ahead of the machine's: for a thread, to which no clock function can be passed. */
export const clockSkewMs = (now: () => Instant): number => msOf(now()) - Date.now()

/** The machine's clock in milliseconds. */
export const machineMs = (): number => Date.now()

/** A monotonic clock in milliseconds, for measuring durations. */
export const stopwatch = (): number => performance.now()
