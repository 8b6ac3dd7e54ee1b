import { setTimeout as sleep } from 'node:timers/promises'

const POLL_EVERY_MS = 20

/** Polls until a condition is true; returns false if it is not within this time. */
export async function pollUntil(isTrue: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  for (let waited = 0; !(await isTrue()); waited += POLL_EVERY_MS) {
    if (waited >= withinMs) return false
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
