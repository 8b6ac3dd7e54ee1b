import { setTimeout } from 'node:timers/promises'
import { type Instant, msOf } from '../market/calendar.ts'
import type { Terminal } from './command.ts'

/** Undated facts are stamped a little after their commit. Once this command has ended, they are of the past. */
export async function untilPast(moment: Instant, { now }: Terminal): Promise<void> {
  for (let left = msOf(moment) - msOf(now()); left >= 0; left = msOf(moment) - msOf(now()))
    await setTimeout(left + 1)
}
