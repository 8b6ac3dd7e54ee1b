import { type Instant, instantFromMs, msOf } from './market/calendar.ts'

/** By how much a clock is ahead of this machine's: 0 when it is this machine's, and not the time that asking took. */
export function aheadOfMachineMs(now: () => Instant): number {
  const before = Date.now()
  const told = msOf(now())
  const after = Date.now()
  return before <= told && told <= after ? 0 : told - after
}

/** This machine's clock, set ahead: for another thread, which cannot be handed a clock but can be told how it goes. */
export function machineClock(aheadMs: number): () => Instant {
  let last = Number.NaN
  let text: Instant = ''
  return () => {
    const ms = Date.now()
    // Every request asks, many in one millisecond, and the text takes longer than all else that is looked at.
    if (ms !== last) {
      last = ms
      text = instantFromMs(ms + aheadMs)
    }
    return text
  }
}

/** A clock as a number of milliseconds. Many requests fall into one millisecond, and its text is read only once. */
export function inMilliseconds(now: () => Instant): () => number {
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

/** Milliseconds that only ever grow, for measuring how long something took. */
export const stopwatch = (): number => performance.now()
