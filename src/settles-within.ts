import { setTimeout as sleep } from 'node:timers/promises'
import { stopwatch } from './machine-clock.ts'

const POLL_EVERY_MS = 20

/**
 * Looks again and again until something is found, and returns that; false if it is not found within this time, by a clock
 * in milliseconds, or if a look hangs until then.
 */
export async function pollUntil<T>(
  look: () => Promise<T>,
  withinMs: number,
  clock = stopwatch,
): Promise<T | false> {
  const end = clock() + withinMs
  for (;;) {
    const looking = look()
    if (!(await settlesWithin(Math.max(0, end - clock()), looking))) return false
    const found = await looking
    if (found) return found
    if (clock() >= end) return false
    await sleep(POLL_EVERY_MS)
  }
}

/** Waits for a promise up to a time limit; returns whether it was fulfilled. The work itself continues. */
export async function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  try {
    return await Promise.race([work.then(() => true), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
