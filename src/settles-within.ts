import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 20

/** Looks again and again until something is so; false when it is not within this time. */
export async function pollUntil(isSo: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  for (let waited = 0; !(await isSo()); waited += LOOK_EVERY_MS) {
    if (waited >= withinMs) return false
    await sleep(LOOK_EVERY_MS)
  }
  return true
}

/** Waits for work, but no longer than this; tells whether it was done. The work itself goes on. */
export async function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  try {
    return await Promise.race([work.then(() => true), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
