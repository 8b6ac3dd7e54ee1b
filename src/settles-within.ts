import { setTimeout as sleep } from 'node:timers/promises'
import { stopwatch } from './machine-clock.ts'

const POLL_EVERY_MS = 20

/** Polls until a condition is true; returns false if it is not within this time, by a clock in milliseconds. */
export async function pollUntil(
  isTrue: () => Promise<boolean>,
  withinMs: number,
  clock = stopwatch,
): Promise<boolean> {
  const end = clock() + withinMs
  while (!(await isTrue())) {
    if (clock() >= end) return false
    await sleep(POLL_EVERY_MS)
  }
  return true
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
