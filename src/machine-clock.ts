import { type Instant, instantFromMs, msOf } from './market/calendar.ts'

/** By how much a clock is ahead of this machine's: 0 when it is this machine's, and not the time that asking took. */
export function aheadOfMachineMs(now: () => Instant): number {
  const before = Date.now()
  const told = msOf(now())
  const after = Date.now()
  return before <= told && told <= after ? 0 : told - after
}

/** This machine's clock, set ahead: for another thread, which cannot be handed a clock but can be told how it goes. */
export const machineClock = (aheadMs: number) => (): Instant => instantFromMs(Date.now() + aheadMs)

/** Milliseconds that only ever grow, for measuring how long something took. */
export const stopwatch = (): number => performance.now()
