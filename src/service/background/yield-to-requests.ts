import { execFileSync } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { lowerProcessPriority, lowerThreadPriority } from '../../lower-priority.ts'

/** The command that sets how the system schedules a thread takes milliseconds. */
const COMMAND_WITHIN_MS = 1000

/**
 * Gives this thread only processor time that no request needs. Linux lets a thread with a lower priority finish its
 * slice of milliseconds while requests wait, unless it is scheduled as idle; Node itself can only set the priority, which
 * elsewhere would be that of the whole process. What the system does not allow is left out.
 */
export function yieldThreadToRequests(): void {
  if (!scheduleAsIdle(() => [basename(readlinkSync('/proc/thread-self'))])) lowerThreadPriority()
}

/** The same for all threads of this process, also those that it starts later and those that collect its garbage. */
export function yieldProcessToRequests(): void {
  if (!scheduleAsIdle(() => readdirSync('/proc/self/task'))) lowerProcessPriority()
}

/** False where the system cannot do that or does not allow it. */
function scheduleAsIdle(threads: () => readonly string[]): boolean {
  if (process.platform !== 'linux') return false
  try {
    for (const thread of threads())
      execFileSync('chrt', ['-i', '-p', '0', thread], { stdio: 'ignore', timeout: COMMAND_WITHIN_MS })
    return true
  } catch {
    return false
  }
}
