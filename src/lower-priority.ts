import { readdirSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/** Still a tenth of a processor that others could use whole. */
const LOWER = constants.priority.PRIORITY_BELOW_NORMAL
const CALLER = 0

/** Lets requests to a server on the same machine go before this process. */
export function lowerProcessPriority(): void {
  // On Linux each thread has a priority of its own, also those of the runtime.
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [CALLER]
  for (const thread of threads) lower(thread)
}

/** The same for this thread alone. Only Linux can do that. */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') lower(CALLER)
}

/** A system that forbids it keeps the usual priority. */
function lower(thread: number): void {
  try {
    if (getPriority(thread) < LOWER) setPriority(thread, LOWER)
  } catch {
    // Forbidden, or the thread has ended.
  }
}
