import { execFileSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { lowerThreadPriority } from '../lower-priority.ts'

/** The command that sets how the system schedules a thread takes milliseconds. */
const COMMAND_WITHIN_MS = 1000

/**
 * Gives this thread only processor time that no request needs. Linux lets a thread with a lower priority finish its
 * slice of milliseconds while requests wait, unless it is scheduled as idle; Node itself can only set the priority, which
 * elsewhere would be that of the whole process. What the system does not allow is left out.
 */
export function yieldToRequests(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = basename(readlinkSync('/proc/thread-self'))
    execFileSync('chrt', ['-i', '-p', '0', thread], { stdio: 'ignore', timeout: COMMAND_WITHIN_MS })
  } catch {
    lowerThreadPriority()
  }
}
