import { setTimeout } from 'node:timers/promises'
import { type Instant, msOf, timeAheadText } from '../market/calendar.ts'
import type { Terminal } from './command.ts'

/** Longer than the time of any import is ahead of a correct clock. */
const MAX_WAIT_MS = 10_000

/**
 * Waits until the time of the recorded facts has passed: facts are stamped slightly after their commit. If earlier facts
 * were stamped by a clock that was ahead, that would take too long, and a notice is printed instead.
 */
export async function waitUntilRecorded(moment: Instant, { now, stderr }: Terminal): Promise<void> {
  const remaining = () => msOf(moment) - msOf(now())
  let waited = 0
  for (let ms = remaining(); ms >= 0; ms = remaining()) {
    if (waited + ms > MAX_WAIT_MS) return void stderr.write(notice(moment, now()))
    await setTimeout(ms + 1)
    waited += ms + 1
  }
}

const notice = (moment: Instant, clock: Instant): string =>
  `the facts are recorded and served, but ${timeAheadText(moment, clock)}; answers as of a moment before ${moment} will not have them. Set the clock if it is wrong; "greymark doctor" checks it\n`
