import { setTimeout } from 'node:timers/promises'
import { type Instant, msOf } from '../../market/calendar.ts'
import { isStoreBusy } from './db.ts'

/** How long, and at what interval, a writer retries while another one holds the store. */
const PATIENCE_MS = 60_000
const AGAIN_AFTER_MS = 250

/** Retries a write while another writer holds the store, for about a minute. */
export async function whileBusy<T>(now: () => Instant, attempt: () => Promise<T>): Promise<T> {
  const since = msOf(now())
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const isOver = tries * AGAIN_AFTER_MS >= PATIENCE_MS || msOf(now()) - since >= PATIENCE_MS
      if (!isStoreBusy(error) || isOver) throw error
      await setTimeout(AGAIN_AFTER_MS)
    }
  }
}
