import { setTimeout } from 'node:timers/promises'
import { type Instant, msOf } from '../market/calendar.ts'
import { timeAheadText } from '../market/time-ahead.ts'
import type { Terminal } from './command.ts'

/** Longer than the stamp of any import lies ahead of a clock that is right. */
const LONGEST_WAIT_MS = 10_000

/**
 * Facts without a time of their own are stamped a little after their commit: once this command has ended, they are of the
 * past. They are not where the facts before them were stamped by a clock that was ahead; then the operator is told.
 */
export async function waitUntilRecorded(moment: Instant, { now, stderr }: Terminal): Promise<void> {
  const left = () => msOf(moment) - msOf(now())
  let waited = 0
  for (let ms = left(); ms >= 0; ms = left()) {
    if (waited + ms > LONGEST_WAIT_MS) return void stderr.write(notice(moment, now()))
    await setTimeout(ms + 1)
    waited += ms + 1
  }
}

const notice = (moment: Instant, clock: Instant): string =>
  `the facts are recorded and shown, but ${timeAheadText(moment, clock)}; answers as of a moment before ${moment} will not have them. Set the clock if it is wrong; "greymark doctor" looks at it\n`
