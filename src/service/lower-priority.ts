import { constants, setPriority } from 'node:os'

/**
 * Lets requests go first where processor time is short. On Linux the priority is that of this thread, elsewhere it would be
 * that of the process. A system may forbid the call; the thread then has the usual priority.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Forbidden.
  }
}
